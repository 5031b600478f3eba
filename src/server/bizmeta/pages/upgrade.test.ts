import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schemaHash, type PageDocument } from '../../../page/index.ts';
import { testServer, type Auth, type TestServer } from '../../testing.ts';
import { services } from '../service-ports.ts';
import { PageEditContext, type PageParts } from './edit-context.ts';
import { getDraft, saveDraft } from './drafts.ts';
import { loadLibrary, servedPage, type Library } from '../library/library.ts';
import { publishDraft } from './publish.ts';
import { builderOf, type Builder } from '../testing/builder.ts';
import { storeSystemPages, upgradeOverlays } from './upgrade.ts';

const KEY = 'main.home';
let server: TestServer;
let auth: Auth;
let hands: Builder;
const now: PageParts = { library: loadLibrary(), services };
beforeAll(async () => {
  server = await testServer();
  auth = await server.signIn('builder');
  hands = builderOf(server, auth);
});
afterAll(() => server?.close());

type Change = (document: PageDocument) => void;
const systemPage = (): PageDocument => JSON.parse(now.library.pages.get(KEY)!.text) as PageDocument;
/** The program as it was before: its page differs from today's in what `undo` takes back. */
async function earlier(undo: Change): Promise<PageParts> {
  const document = systemPage();
  undo(document);
  const library: Library = {
    ...now.library,
    pages: new Map([...now.library.pages, [KEY, servedPage(document)]]),
  };
  await storeSystemPages(server.db, library);
  return { library, services };
}
/** The company's own version, made and published while that program ran. */
async function overlay(parts: PageParts, change: Change, publishes = true): Promise<void> {
  await server.call('bizmeta.page.reset', { pageKey: KEY }, auth);
  await server.db.withTenant(server.demo, async (tx) => {
    await tx.run('DELETE FROM bizmeta.page_draft WHERE tenant_id = $1 AND key = $2', [
      tx.tenant.id,
      KEY,
    ]);
    const context = new PageEditContext(tx, parts, auth.userid);
    const { document, draftVersion } = await getDraft(context, KEY);
    change(document as PageDocument);
    const saved = await saveDraft(context, { pageKey: KEY, draftVersion, document });
    if (publishes)
      await publishDraft(context, {
        pageKey: KEY,
        draftVersion: saved.draftVersion,
        note: '我们的版本',
      });
  });
}
const start = () =>
  upgradeOverlays(server.db, now, (failure) => {
    throw failure;
  });
const ROOT = systemPage().root;
const titled =
  (title: string): Change =>
  (document) => {
    document.title = title;
  };
const noted =
  (note: string): Change =>
  (document) => {
    document.nodes[ROOT]!.note = note;
  };

describe('a new version of the system’s page', () => {
  it('is merged into the page of a company that changed something else, as a revision without author, and the company’s change stays', async () => {
    await overlay(await earlier(titled('从前的首页')), noted('我们的备注'));
    const before = await hands.served(KEY);
    expect(await start()).toEqual({ merged: 1, waiting: 0 });
    expect(await hands.served(KEY)).toMatchObject({
      rev: before.rev + 1,
      title: systemPage().title,
      nodes: { [ROOT]: { note: '我们的备注' } },
    });
    expect((await hands.history(KEY))[0]).toMatchObject({
      by: '系统',
      words: ['并入系统页面的新版本', expect.stringContaining('从前的首页')],
      current: true,
    });
    expect(await start()).toEqual({ merged: 0, waiting: 0 });
    expect(await hands.open(KEY)).toMatchObject({ hasDraft: false, conflictWith: null });
  });
  it('that the company had already makes no revision', async () => {
    await overlay(await earlier(noted('从前')), (document) => {
      delete document.nodes[ROOT]!.note;
      titled('我们的')(document);
    });
    const { rev } = await hands.served(KEY);
    expect(await start()).toEqual({ merged: 0, waiting: 0 });
    expect((await hands.served(KEY)).rev).toBe(rev);
    expect((await hands.row(KEY))?.conflicts).toBe(0);
  });
  it('waits for a decision where both changed the same; the company is served the old page', async () => {
    await overlay(await earlier(titled('从前的首页')), titled('我们的首页'));
    const before = await hands.served(KEY);
    expect(await start()).toEqual({ merged: 0, waiting: 1 });
    expect(await hands.served(KEY)).toEqual(before);
    expect(await hands.row(KEY)).toMatchObject({ conflicts: 1, overlay: true });
    expect(
      (await server.call('bizmeta.page.list', { state: 'conflict' }, auth)).data.records.map(
        ({ key }) => key,
      ),
    ).toEqual([KEY]);
    const draft = await hands.open(KEY);
    expect(draft).toMatchObject({
      conflictWith: 'system',
      hasDraft: false,
      conflicts: [{ words: '页面标题', mine: '我们的首页', theirs: systemPage().title }],
    });
    const resolve = async (take: 'mine' | 'theirs') =>
      (
        await server.call(
          'bizmeta.page.draft.resolve',
          {
            pageKey: KEY,
            draftVersion: draft.draftVersion,
            choices: draft.conflicts.map(({ id }) => ({ id, take })),
          },
          auth,
        )
      ).data;
    const settled = await resolve('theirs');
    expect(settled).toMatchObject({ conflictWith: null, hasDraft: true, operations: 1 });
    expect((await hands.publish(KEY, settled.draftVersion)).code).toBe(200);
    expect((await hands.served(KEY)).title).toEqual(systemPage().title);
    expect(await start()).toEqual({ merged: 0, waiting: 0 });
  });
  it('is settled when the company chooses its own: nothing to publish, and it is not asked again', async () => {
    await overlay(await earlier(titled('从前的首页')), titled('我们的首页'));
    const { rev } = await hands.served(KEY);
    const draft = await hands.open(KEY);
    const { data } = await server.call(
      'bizmeta.page.draft.resolve',
      {
        pageKey: KEY,
        draftVersion: draft.draftVersion,
        choices: draft.conflicts.map(({ id }) => ({ id, take: 'mine' as const })),
      },
      auth,
    );
    expect(data).toMatchObject({ conflictWith: null, hasDraft: false, operations: 0 });
    expect(await hands.served(KEY)).toMatchObject({ rev, title: '我们的首页' });
    expect([await start(), (await hands.row(KEY))?.conflicts]).toEqual([
      { merged: 0, waiting: 0 },
      0,
    ]);
  });
  it('that would break what the company added waits too, and is reported as its problem', async () => {
    const shows = (document: PageDocument) => {
      document.nodes[ROOT]!.when = { visible: { $x: 'state.probe = 1' } };
    };
    await overlay(
      await earlier((document) => {
        document.state = { ...document.state, probe: { type: 'number' } };
      }),
      shows,
    );
    const before = await hands.served(KEY);
    expect(await start()).toEqual({ merged: 0, waiting: 1 });
    expect([await hands.served(KEY), (await hands.row(KEY))?.conflicts]).toEqual([before, 1]);
    const draft = await hands.open(KEY);
    expect([draft.hasDraft, draft.problems.some(({ severity }) => severity === 'error')]).toEqual([
      true,
      true,
    ]);
    expect((await hands.publish(KEY, draft.draftVersion)).code).toBe(400);
  });
  it('that fails for one company is reported, and the others continue', async () => {
    await overlay(await earlier(titled('从前的首页')), noted('备注'));
    const before = await hands.served(KEY);
    const failures: unknown[] = [];
    const broken: PageParts = { ...now, library: { ...now.library, widgets: null as never } };
    expect(
      await upgradeOverlays(server.db, broken, (failure, key) => failures.push([key, failure])),
    ).toEqual({ merged: 0, waiting: 1 });
    expect(failures).toEqual([[KEY, expect.any(Error)]]);
    expect(await hands.served(KEY)).toEqual(before);
    expect(await start()).toEqual({ merged: 1, waiting: 0 });
  });
  it('is merged into a draft that was open meanwhile', async () => {
    await overlay(await earlier(titled('从前的首页')), noted('草稿里的备注'), false);
    const draft = await hands.open(KEY);
    expect(draft).toMatchObject({
      hasDraft: true,
      conflictWith: null,
      document: { title: systemPage().title, nodes: { [ROOT]: { note: '草稿里的备注' } } },
    });
    expect((await hands.served(KEY)).title).toEqual(systemPage().title);
  });
});

describe('pages made from an object', () => {
  const text = (apiName: string, label: string) => ({ apiName, label, type: 'text' as const });
  const detail = async () =>
    (await server.call('bizmeta.describe.detail', { apiName: 'lead' }, auth)).data;
  const update = async (fields: object[]) => {
    const { id, version } = await detail();
    return server.call(
      'bizmeta.describe.update',
      { describe: { id, label: '线索', version, fields } as never },
      auth,
    );
  };
  const binds = (document: PageDocument) =>
    Object.values(document.nodes).flatMap(({ bind }) =>
      bind?.startsWith('record.') ? [bind.slice(7)] : [],
    );
  it('merge a field the object was given, beside what the company changed; they continue when a field is renamed', async () => {
    await server.call(
      'bizmeta.describe.create',
      {
        describe: {
          apiName: 'lead',
          label: '线索',
          fields: [text('name', '名称'), text('stage', '阶段')],
        },
      },
      auth,
    );
    await hands.publish(
      'object.lead.form',
      await hands.change('object.lead.form', titled('登记线索')),
    );
    expect(await hands.row('object.lead.form')).toMatchObject({
      kind: 'object',
      group: '线索',
      overlay: true,
      title: '线索 · 表单',
    });
    const { fields } = await detail();
    expect(
      (
        await update([
          ...fields.map(({ id, apiName, label }) => ({ id, ...text(apiName, label) })),
          text('source', '来源'),
        ])
      ).msg,
    ).toBe('ok');
    const grown = await hands.served('object.lead.form');
    expect([grown.title, binds(grown)]).toEqual(['登记线索', ['name', 'stage', 'source']]);
    expect((await hands.history('object.lead.form'))[0]).toMatchObject({
      by: '系统',
      words: ['并入对象的新设置', '新增字段“来源”'],
    });

    const [first] = (await detail()).fields;
    expect((await update([{ id: first!.id, ...text('title', '名称') }])).msg).toBe('ok');
    const renamed = await hands.served('object.lead.form');
    expect([renamed.title, binds(renamed)]).toEqual(['登记线索', ['title', 'stage', 'source']]);
    expect(await hands.open('object.lead.form')).toMatchObject({
      conflictWith: null,
      hasDraft: false,
      problems: [],
    });
    expect((await hands.row('object.lead.form'))?.conflicts).toBe(0);
  });
  it('are generated from it again after a reset', async () => {
    expect(
      (await server.call('bizmeta.page.reset', { pageKey: 'object.lead.form' }, auth)).code,
    ).toBe(200);
    const { hash } = { hash: schemaHash(await hands.served('object.lead.form')) };
    expect(
      (
        await server.call(
          'bizmeta.page.revision',
          { pageKey: 'object.lead.form', rev: 'base' },
          auth,
        )
      ).data.document,
    ).toMatchObject({ key: 'object.lead.form' });
    expect(
      schemaHash(
        (
          await server.call(
            'bizmeta.page.revision',
            { pageKey: 'object.lead.form', rev: 'base' },
            auth,
          )
        ).data.document,
      ),
    ).toBe(hash);
  });
});
