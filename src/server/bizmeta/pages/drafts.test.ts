import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_DRAFT_STEPS, type PageConflict, type PageDraft } from '../../../contract/index.ts';
import { MAX_DOCUMENT_LENGTH, type PageDocument, type PageNode } from '../../../page/index.ts';
import { testServer, type Auth, type TestServer } from '../../testing.ts';
import { builderOf, type Builder } from '../testing/builder.ts';

let server: TestServer;
let auth: Auth;
let one: Builder;
let two: Builder;
beforeAll(async () => {
  server = await testServer();
  auth = await server.signIn('builder');
  [one, two] = [builderOf(server, auth), builderOf(server, await server.signIn('admin'))];
});
afterAll(() => server?.close());

const text = (words: string): PageNode => ({ type: 'text@1', props: { text: words } });
/** A published page of two texts and a button, new for each test. */
let made = 0;
async function newPage(): Promise<string> {
  const key = `mine.page${++made}`;
  const document: PageDocument = {
    spec: 'page/1',
    key,
    rev: 0,
    title: '访客',
    root: 'r',
    nodes: {
      r: { type: 'stack@1', slots: { default: ['a', 'b', 'go'] } },
      a: text('甲'),
      b: text('乙'),
      go: { type: 'button@1', props: { text: '保存' } },
    },
  };
  expect((await one.bring(document)).msg).toBe('ok');
  return key;
}
const say =
  (id: string, words: string) =>
  (document: PageDocument): void => {
    document.nodes[id]!.props!['text'] = words;
  };
const wordsOf = (document: unknown, id: string): unknown =>
  (document as PageDocument).nodes[id]?.props?.['text'];
/** The refusal of a save: the current draft, and the conflicts. */
const told = (error: { current?: unknown }) =>
  error.current as { draft: PageDraft; conflicts: PageConflict[] };

describe('a draft', () => {
  it('of a page no one changes is the served page', async () => {
    const key = await newPage();
    const served = await one.served(key);
    expect(await one.open(key)).toMatchObject({
      hasDraft: false,
      operations: 0,
      words: [],
      problems: [],
      conflicts: [],
      conflictWith: null,
      baseRev: 1,
      document: served,
      savedAt: null,
      savedBy: '',
    });
  });
  it('is stored for all builders, described in words, and seen by no one else until it is published', async () => {
    const key = await newPage();
    await one.change(key, (document) => {
      say('go', '提交')(document);
      document.nodes['c'] = text('丙');
      (document.nodes['r']!.slots!['default'] as string[]).push('c');
    });
    expect(await two.open(key)).toMatchObject({
      hasDraft: true,
      operations: 2,
      words: ['新增文字“丙”', '按钮的文字由“保存”改为“提交”'],
      savedBy: expect.stringMatching(/./),
      savedAt: expect.any(String),
    });
    expect(wordsOf(await one.served(key), 'go')).toBe('保存');
    expect(await one.row(key)).toMatchObject({
      hasDraft: true,
      kind: 'own',
      rev: 1,
      overlay: false,
    });
  });
  it('that is broken is stored with its problems; what is no page at all is refused with its path', async () => {
    const key = await newPage();
    await one.change(key, (document) => {
      document.nodes['a'] = { type: 'teapot@1' };
    });
    const draft = await one.open(key);
    expect(draft.problems).toMatchObject([
      {
        nodeId: 'a',
        path: expect.stringMatching(/^\/nodes\/a/),
        severity: 'error',
        reason: 'WIDGET_UNKNOWN',
      },
    ]);
    expect(await one.publish(key, draft.draftVersion)).toMatchObject({
      code: 400,
      error: {
        reason: 'WIDGET_UNKNOWN',
        errors: [{ path: expect.stringMatching(/^\/document\/nodes\/a/) }],
      },
    });
    const torn = { ...draft.document, nodes: { ...draft.document.nodes, lost: text('到不了') } };
    expect(await one.save(key, draft.draftVersion, torn)).toMatchObject({
      code: 400,
      error: { errors: [{ path: '/document/nodes/lost' }] },
    });
    expect((await one.open(key)).draftVersion).toBe(draft.draftVersion);
  });
  it('that is too large is refused, and the one before stays', async () => {
    const key = await newPage();
    const { document, draftVersion } = await one.open(key);
    say('a', '长'.repeat(MAX_DOCUMENT_LENGTH))(document);
    const answer = await one.save(key, draftVersion, document);
    expect([400, 413]).toContain(answer.code);
    expect((await one.open(key)).hasDraft).toBe(false);
  });
  it('discarded gives the served page back', async () => {
    const key = await newPage();
    const draftVersion = await one.change(key, say('a', '丁'));
    expect(
      (await server.call('bizmeta.page.draft.discard', { pageKey: key, draftVersion }, auth)).data,
    ).toMatchObject({ hasDraft: false, operations: 0, document: await one.served(key) });
    expect(
      (await server.call('bizmeta.page.draft.discard', { pageKey: key, draftVersion }, auth)).code,
    ).toBe(409);
  });
  it('saved twice by one request is saved once', async () => {
    const key = await newPage();
    const { document, draftVersion } = await one.open(key);
    say('a', '一次')(document);
    const answers = [
      await one.save(key, draftVersion, document, { requestId: 'once' }),
      await one.save(key, draftVersion, document, { requestId: 'once' }),
    ];
    expect(answers.map(({ data }) => data.draftVersion)).toEqual([
      draftVersion + 1,
      draftVersion + 1,
    ]);
    expect((await one.open(key)).draftVersion).toBe(draftVersion + 1);
  });
});

describe('a draft may be saved as operations', () => {
  const send = (pageKey: string, draftVersion: number, operations: unknown[]) =>
    server.call('bizmeta.page.draft.save', { pageKey, draftVersion, operations }, auth);
  it('which are applied to the version they were made from', async () => {
    const key = await newPage();
    const { draftVersion } = await one.open(key);
    await one.change(key, say('b', '后来'));
    expect(
      (
        await send(key, draftVersion, [
          { op: 'set', id: 'a', path: ['props', 'text'], value: '先前' },
        ])
      ).data,
    ).toMatchObject({ merged: true });
    const { document } = await one.open(key);
    expect([wordsOf(document, 'a'), wordsOf(document, 'b')]).toEqual(['先前', '后来']);
  });
  const forged: [string, unknown][] = [
    ['没有这种改动', { op: 'destroy', id: 'a' }],
    ['不是对象', null],
    ['没有这个节点', { op: 'remove', id: 'nobody' }],
    ['路径不是文字', { op: 'set', id: 'a', path: [1] }],
    ['没有这个位置', { op: 'move', id: 'a', to: { parent: 'r', slot: 'default', index: 99 } }],
    ['移进自己', { op: 'move', id: 'r', to: { parent: 'a', slot: 'default', index: 0 } }],
    ['节点不是对象', { op: 'insert', id: 'z', node: 'text', to: 'root' }],
    ['改动节点表', { op: 'set', path: ['nodes', 'a'], value: 1 }],
  ];
  it.each(forged)(
    'and refused at their place when they do not fit: %s',
    async (_why, operation) => {
      const key = await newPage();
      const { draftVersion } = await one.open(key);
      const answer = await send(key, draftVersion, [
        { op: 'set', id: 'a', path: ['note'], value: '第一步' },
        operation,
      ]);
      expect(answer).toMatchObject({
        code: 400,
        error: { reason: 'PAGE_INVALID', errors: [{ path: '/operations/1' }] },
      });
      expect((await one.open(key)).hasDraft).toBe(false);
    },
  );
  it('never reach what all objects share', async () => {
    const key = await newPage();
    const { draftVersion } = await one.open(key);
    await send(key, draftVersion, [
      { op: 'set', id: 'a', path: ['__proto__', 'polluted'], value: true },
      { op: 'set', path: ['__proto__', 'polluted'], value: true },
    ]);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
  it('a document or operations, exactly one of them', async () => {
    const key = await newPage();
    const { document, draftVersion } = await one.open(key);
    expect((await one.save(key, draftVersion, document, { operations: [] })).code).toBe(400);
    expect(
      (await server.call('bizmeta.page.draft.save', { pageKey: key, draftVersion }, auth)).code,
    ).toBe(400);
  });
});

describe('any input as a draft', () => {
  const odd = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom<unknown>(
      'a',
      'r',
      'default',
      '__proto__',
      'props',
      'text',
      0,
      -1,
      1e9,
      null,
      [],
      {},
      'root',
      'nowhere',
    ),
  );
  const step = fc.record(
    {
      op: fc.constantFrom<unknown>('set', 'insert', 'move', 'remove', 'x', null),
      id: odd,
      path: fc.oneof(
        fc.array(
          fc.oneof(
            fc.constantFrom(
              'props',
              'text',
              'slots',
              'default',
              'nodes',
              'rev',
              'key',
              'title',
              '__proto__',
            ),
            fc.string({ maxLength: 3 }),
          ),
          { maxLength: 3 },
        ),
        odd,
      ),
      value: odd,
      node: fc.oneof(fc.record({ type: odd, slots: odd }), odd),
      to: fc.oneof(
        fc.record({
          parent: fc.constantFrom('r', 'a', 'z'),
          slot: fc.constantFrom('default', '__proto__'),
          index: fc.integer({ min: -1, max: 4 }),
        }),
        odd,
      ),
    },
    { requiredKeys: ['op'] },
  );
  it('the answer is a refusal or a draft that opens again, never a failure', async () => {
    const key = await newPage();
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.record({ operations: fc.array(step, { maxLength: 4 }) }),
          fc.record({
            document: fc.oneof(
              fc.jsonValue(),
              fc.record({
                spec: fc.constant('page/1'),
                key: fc.constant(key),
                rev: odd,
                title: odd,
                root: odd,
                nodes: fc.dictionary(
                  fc.constantFrom('a', 'r', '__proto__'),
                  fc.oneof(odd, fc.record({ type: odd, slots: odd, props: odd })),
                ),
              }),
            ),
          }),
        ),
        async (body) => {
          const { draftVersion } = await one.open(key);
          const { code } = await server.call(
            'bizmeta.page.draft.save',
            { pageKey: key, draftVersion, ...body } as never,
            auth,
          );
          expect([200, 400, 409, 413]).toContain(code);
        },
      ),
      { numRuns: 100 },
    );
    expect((await one.open(key)).key).toBe(key);
  });
});

describe('two builders at one draft', () => {
  /** Both open the draft and save at once. */
  async function both(
    key: string,
    mine: (document: PageDocument) => void,
    theirs: (document: PageDocument) => void,
  ) {
    const [a, b] = [await one.open(key), await two.open(key)];
    mine(a.document);
    theirs(b.document);
    return Promise.all([
      one.save(key, a.draftVersion, a.document),
      two.save(key, b.draftVersion, b.document),
    ]);
  }
  it('retain both changes in different places, in either order', async () => {
    const key = await newPage();
    const answers = await both(key, say('a', '一'), (document) => {
      say('b', '二')(document);
      document.title = '来访';
    });
    expect(answers.map(({ code }) => code)).toEqual([200, 200]);
    const later = answers.find(({ data }) => data.merged)!.data;
    const { document } = await one.open(key);
    expect(later.document).toEqual(document);
    expect([wordsOf(document, 'a'), wordsOf(document, 'b'), document.title]).toEqual([
      '一',
      '二',
      '来访',
    ]);
  });
  it('get an error when they changed the same; nothing is stored and nothing is lost', async () => {
    const key = await newPage();
    const answers = await both(key, say('go', '提交'), say('go', '确定'));
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
    const refused = answers.find(({ code }) => code === 409)!;
    expect(refused).toMatchObject({
      msg: '有 1 处与其他人的改动冲突，请选择保留哪一个',
      error: { reason: 'PAGE_CONFLICT' },
    });
    const { draft, conflicts } = told(refused.error);
    const kept = wordsOf(draft.document, 'go');
    expect(conflicts).toMatchObject([
      {
        nodeId: 'go',
        words: '按钮“保存”的文字',
        theirs: kept,
        mine: kept === '提交' ? '确定' : '提交',
        takes: ['mine', 'theirs'],
      },
    ]);
    expect(wordsOf((await one.open(key)).document, 'go')).toBe(kept);
  });
  it.each(['mine', 'theirs'] as const)('choose: %s', async (take) => {
    const key = await newPage();
    const mine = await one.open(key);
    await two.change(key, say('go', '确定'));
    say('go', '提交')(mine.document);
    say('a', '只有我')(mine.document);
    const { conflicts } = told((await one.save(key, mine.draftVersion, mine.document)).error);
    const answer = await one.save(key, mine.draftVersion, mine.document, {
      choices: conflicts.map(({ id }) => ({ id, take })),
    });
    expect(answer).toMatchObject({ code: 200, data: { merged: take === 'theirs' } });
    const { document } = await two.open(key);
    expect([wordsOf(document, 'go'), wordsOf(document, 'a')]).toEqual([
      take === 'mine' ? '提交' : '确定',
      '只有我',
    ]);
  });
  it('are asked again when the other side changed after they chose', async () => {
    const key = await newPage();
    const mine = await one.open(key);
    await two.change(key, say('go', '确定'));
    say('go', '提交')(mine.document);
    const { conflicts } = told((await one.save(key, mine.draftVersion, mine.document)).error);
    await two.change(key, say('go', '完成'));
    const again = await one.save(key, mine.draftVersion, mine.document, {
      choices: conflicts.map(({ id }) => ({ id, take: 'theirs' })),
    });
    expect(told(again.error).conflicts).toMatchObject([{ theirs: '完成' }]);
  });
});

describe('an open editor', () => {
  it('continues after another builder published the draft it saw', async () => {
    const key = await newPage();
    const version = await one.change(key, say('a', '一'));
    const { document } = await one.open(key);
    expect((await two.publish(key, version)).code).toBe(200);
    say('b', '二')(document);
    expect(await one.save(key, version, document)).toMatchObject({
      code: 200,
      data: { baseRev: 2, operations: 1 },
    });
    expect(wordsOf((await one.open(key)).document, 'a')).toBe('一');
  });
  it('retains its own change and no other after another builder discarded the draft', async () => {
    const key = await newPage();
    const version = await one.change(key, say('a', '一'));
    const { document } = await one.open(key);
    await server.call('bizmeta.page.draft.discard', { pageKey: key, draftVersion: version }, auth);
    say('b', '二')(document);
    expect((await one.save(key, version, document)).code).toBe(200);
    const after = (await one.open(key)).document;
    expect([wordsOf(after, 'a'), wordsOf(after, 'b')]).toEqual(['甲', '二']);
  });
  it('must reload when its version is unknown to the server, or no longer stored', async () => {
    const key = await newPage();
    const { document, draftVersion } = await one.open(key);
    expect(await one.save(key, 99, document)).toMatchObject({
      code: 409,
      error: { reason: 'STALE_VERSION', current: { key } },
    });
    await server.db.withTenant(server.demo, (tx) =>
      tx.run(
        `UPDATE bizmeta.page_draft SET version = version + $3 WHERE tenant_id = $1 AND key = $2`,
        [tx.tenant.id, key, MAX_DRAFT_STEPS],
      ),
    );
    await two.change(key, say('a', '很久以后'));
    say('b', '很久以前')(document);
    expect(await one.save(key, draftVersion, document)).toMatchObject({
      code: 409,
      error: { reason: 'STALE_VERSION', current: { hasDraft: true } },
    });
    expect(wordsOf((await one.open(key)).document, 'a')).toBe('很久以后');
  });
});

describe('a page that changes under its draft', () => {
  /** A revision with another button is restored while the draft is open. */
  async function restoredUnder(change: (document: PageDocument) => void): Promise<string> {
    const key = await newPage();
    await one.publish(key, await one.change(key, say('go', '提交')));
    await one.change(key, change);
    expect((await server.call('bizmeta.page.restore', { pageKey: key, rev: 1 }, auth)).code).toBe(
      200,
    );
    return key;
  }
  it('updates the draft where the two do not conflict', async () => {
    const key = await restoredUnder(say('a', '我改的'));
    const draft = await one.open(key);
    expect(draft).toMatchObject({ baseRev: 3, conflictWith: null, operations: 1 });
    expect([wordsOf(draft.document, 'a'), wordsOf(draft.document, 'go')]).toEqual([
      '我改的',
      '保存',
    ]);
    expect((await one.publish(key, draft.draftVersion)).data.rev).toBe(4);
  });
  it('shows where they do, and is published only after every choice', async () => {
    const key = await restoredUnder(say('go', '确定'));
    const draft = await one.open(key);
    expect(draft).toMatchObject({
      conflictWith: 'published',
      conflicts: [{ words: '按钮“提交”的文字', mine: '确定', theirs: '保存' }],
    });
    expect(await one.publish(key, draft.draftVersion)).toMatchObject({
      code: 409,
      error: { reason: 'PAGE_CONFLICT' },
    });
    const settle = (choices: { id: string; take: 'mine' | 'theirs' }[]) =>
      server.call(
        'bizmeta.page.draft.resolve',
        { pageKey: key, draftVersion: draft.draftVersion, choices },
        auth,
      );
    expect((await settle([])).code).toBe(409);
    const { data } = await settle([{ id: draft.conflicts[0]!.id, take: 'mine' }]);
    expect(data).toMatchObject({ conflictWith: null, conflicts: [], baseRev: 3, operations: 1 });
    expect((await one.publish(key, data.draftVersion)).code).toBe(200);
    expect(wordsOf(await one.served(key), 'go')).toBe('确定');
  });
});

describe('drafts belong to one company', () => {
  it('another company sees and changes nothing of them', async () => {
    const key = await newPage();
    const version = await one.change(key, say('a', '秘密'));
    const theirs = (await server.newTenant('drafters')).auth;
    const other = builderOf(server, theirs);
    expect((await server.call('bizmeta.page.draft.get', { pageKey: key }, theirs)).code).toBe(404);
    expect((await other.publish(key, version)).code).toBe(404);
    expect((await other.create(key)).code).toBe(200);
    expect(JSON.stringify(await other.open(key))).not.toContain('秘密');
    expect(
      JSON.stringify((await server.call('bizmeta.page.list', { size: 200 }, theirs)).data),
    ).not.toContain('访客');
    expect(await one.open(key)).toMatchObject({ draftVersion: version, hasDraft: true });
  });
  it('who does not build may not, and a key that is none is refused', async () => {
    const user = await server.signIn('user');
    for (const id of ['bizmeta.page.draft.get', 'bizmeta.page.history'] as const)
      expect((await server.call(id, { pageKey: 'main.home' }, user)).code).toBe(403);
    expect((await builderOf(server, user).publish('main.home', 1)).code).toBe(403);
    for (const pageKey of ['nowhere', '../x', 'object.nothing.list', `x'; drop table`, 'block.x@1'])
      expect((await server.call('bizmeta.page.draft.get', { pageKey }, auth)).code).toBe(404);
  });
});
