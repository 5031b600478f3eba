import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Action, Json, PageDocument } from '../../../page/index.ts';
import { testServer, type Answer, type Auth, type TestServer } from '../../testing.ts';
import { builderOf, type Builder } from '../testing/builder.ts';

/**
 * A builder with build.use alone tries to act with the rights of viewers: what is stored, and what
 * a page is served with.
 */
let server: TestServer;
let builder: Auth;
let byBuilder: Builder;
let byAdmin: Builder;
beforeAll(async () => {
  server = await testServer();
  builder = await server.signIn('builder');
  [byBuilder, byAdmin] = [
    builderOf(server, builder),
    builderOf(server, await server.signIn('admin')),
  ];
});
afterAll(() => server?.close());

const GRANT = 'upm.userRole.addRoleForSeveralUser';
const LOGS = 'log.loginLog.list';
const grant: Action = { do: 'call', args: { id: GRANT, input: { roleId: 'r', userIds: ['u'] } } };
const download: Action = {
  do: 'download',
  args: { call: GRANT, name: '1', input: { roleId: 'r', userIds: ['u'] } },
};
let serial = 0;
const page = (more: Partial<PageDocument>): PageDocument => ({
  spec: 'page/1',
  key: `mine.origin${(serial += 1)}`,
  rev: 0,
  title: '页',
  root: 'a',
  nodes: { a: { type: 'page@1' } },
  ...more,
});
const preview = (document: Json): Partial<PageDocument> => ({
  nodes: { a: { type: 'pagePreview@1', props: { document } } },
});
const why = (answer: Answer): string[] =>
  answer.error?.errors?.map(({ path, msg }) => `${path} ${msg}`) ?? [answer.msg];
const served = async (pageKey: string, as = builder) =>
  (await server.call('bizmeta.page.schema', { pageKey }, as)).data;

describe('the attacks of a builder', () => {
  const takeover = JSON.stringify({
    onOpen: [
      {
        do: 'call',
        as: 't',
        args: { id: 'upm.region.getActiveUserToken', input: { code: 'cn-east' } },
      },
      {
        do: 'call',
        args: {
          id: 'bizmeta.comments.create',
          input: { content: { $x: "concat('tok:', results.t.token)" } },
        },
      },
    ],
    body: { type: 'text@1', props: { text: '你好' } },
  });
  it.each<[string, Partial<PageDocument>, RegExp]>([
    ['a download that posts', { onOpen: [download] }, /onOpen\/0\/args\/call .*只有管理员/],
    [
      'an upload to a call that takes none',
      { onOpen: [{ do: 'upload', args: { call: GRANT } }] },
      /onOpen\/0\/args\/call .*只有管理员/,
    ],
    [
      'a preview of a text that takes the viewer’s session',
      preview(takeover),
      /nodes\/a\/props\/document .*没有人检查过/,
    ],
    [
      'a preview of a text that gives roles',
      preview(JSON.stringify({ onOpen: [grant], body: { type: 'text@1' } })),
      /props\/document/,
    ],
    [
      'a preview of an object',
      preview({ onOpen: [grant], body: { type: 'text@1' } } as unknown as Json),
      /props\/document/,
    ],
    [
      'the editor’s machine, which saves pages as the viewer',
      { machines: { editor: { use: 'documentEditor', input: { key: 'main.home' } } } },
      /machines\/editor\/use .*documentEditor/,
    ],
    [
      'a page that publishes another one as the viewer',
      { onOpen: [{ do: 'call', args: { id: 'bizmeta.page.publish', input: {} } }] },
      /onOpen\/0\/args\/id .*只有管理员/,
    ],
    [
      'a session of the attacker’s for the viewer',
      { onOpen: [{ do: 'send', args: { machine: 'session', event: { type: 'SIGNED_IN' } } }] },
      /args\/event .*使用者的登录/,
    ],
    [
      'the viewer’s own settings in a drawer',
      {
        nodes: {
          a: {
            type: 'button@1',
            on: { click: [{ do: 'drawer', args: { page: 'personal.password' } }] },
          },
        },
      },
      /nodes\/a .*个人账号/,
    ],
  ])('are refused when the draft is saved: %s', async (_what, parts, expected) => {
    const document = page(parts);
    await byBuilder.create(document.key);
    const before = await byBuilder.open(document.key);
    const answer = await byBuilder.save(document.key, before.draftVersion, document);
    expect([answer.code, answer.error.reason, why(answer)[0]]).toEqual([
      400,
      'PAGE_INVALID',
      expect.stringMatching(expected),
    ]);
    expect(await byBuilder.open(document.key)).toEqual(before);
  });

  it.each([
    'bpm.process.operate',
    'bpm.work.approval',
    'bpm.substitution.save',
    'bpm.substitution.remove',
  ])('cannot decide for the viewer, no matter who writes them: %s', async (id) => {
    const document = page({ onOpen: [{ do: 'call', args: { id, input: {} } }] });
    for (const by of [byBuilder, byAdmin])
      expect(
        why(await by.bring(page({ ...document, key: `${document.key}${serial++}` })))[0],
      ).toMatch(/onOpen\/0\/args\/id .*使用者本人/);
  });
  it.each(['bpm.template.publish', 'bpm.template.commit'])(
    'cannot publish a flow with the viewer’s rights: %s',
    async (id) => {
      const document = page({ onOpen: [{ do: 'call', args: { id, input: {} } }] });
      expect(why(await byBuilder.bring(document))[0]).toMatch(/只有管理员/);
    },
  );
  it.each(['block.workflow.instance', 'block.workflow.list'])(
    'cannot show the program’s buttons of an approval within themselves: %s',
    async (block) => {
      const params = { instanceId: 'i', entry: 'todo' };
      const shown = page({ nodes: { a: { type: 'block@1', props: { block, params } } } });
      expect(why(await byAdmin.bring(shown))[0]).toMatch(
        /不能放在企业的页面里：可以放一个打开它的链接/,
      );
    },
  );
  it('in the home page as well', async () => {
    await expect(
      byBuilder.change('main.home', (document) => {
        document.onOpen = [download];
      }),
    ).rejects.toThrow('只有管理员');
  });
});

describe('a page says where it comes from', () => {
  it('the program’s is the program’s until a company changes it', async () => {
    expect(await served('main.home')).toMatchObject({ origin: 'program', allows: [] });
    await byBuilder.publish(
      'main.home',
      await byBuilder.change('main.home', (document) => {
        document.title = '我们的';
      }),
    );
    expect(await served('main.home')).toMatchObject({ origin: 'company', allows: [] });
    await server.call('bizmeta.page.reset', { pageKey: 'main.home' }, builder);
    expect(await served('main.home')).toMatchObject({ origin: 'program' });
  });
  it('a document cannot claim it itself', async () => {
    const document = page({});
    expect(why(await byBuilder.bring({ ...document, origin: 'program' } as never))[0]).toContain(
      '不认识“origin”',
    );
    await byBuilder.bring(page({ key: document.key }));
    expect((await served(document.key)).origin).toBe('company');
  });
  it('a browser that cached the page gets it again when the origin changes', async () => {
    const tag = async () =>
      (
        await server.inject({
          method: 'GET',
          url: '/bizmeta/v1/page/main.home/schema',
          headers: builder,
        })
      ).headers['etag'];
    expect(await tag()).toMatch(/^"program-/);
  });
});

describe('what needs more than every builder has', () => {
  const logs = (): PageDocument => page({ sources: { logs: { call: LOGS, input: {} } } });
  it('is served with the names of what its publisher granted, and with nothing else', async () => {
    const document = logs();
    expect((await byAdmin.bring(document)).code).toBe(200);
    expect(await served(document.key)).toMatchObject({ origin: 'company', allows: [LOGS] });
    expect((await byAdmin.open(document.key)).allows).toEqual([LOGS]);
    await byAdmin.publish(
      document.key,
      await byAdmin.change(document.key, (draft) => {
        delete draft.sources;
      }),
    );
    expect((await served(document.key)).allows).toEqual([]);
  });
  it('of a page it opens is granted as far as the publisher’s own rights go', async () => {
    const document = (key: string): PageDocument =>
      page({
        key,
        nodes: {
          a: {
            type: 'button@1',
            on: { click: [{ do: 'drawer', args: { page: 'system.loginLog' } }] },
          },
        },
      });
    await byBuilder.bring(document('mine.opensLogs'));
    expect((await served('mine.opensLogs')).allows).toEqual([]);
    await byAdmin.bring(document('mine.opensLogs2'));
    expect((await served('mine.opensLogs2')).allows).toContain(LOGS);
  });
  it('a version of the shell retains its own ways of leaving and switching', async () => {
    await byBuilder.publish(
      'shell.main',
      await byBuilder.change('shell.main', (document) => {
        document.nodes[document.root]!.note = '改过';
      }),
    );
    const { origin, allows } = await served('shell.main');
    expect(origin).toBe('company');
    expect(allows).toEqual(
      expect.arrayContaining(['send:session.SIGN_OUT', 'send:region.SWITCH', 'machine:messages']),
    );
    await server.call('bizmeta.page.reset', { pageKey: 'shell.main' }, builder);
  });
});

describe('approvals beside a company’s pages', () => {
  it('are begun on a company’s version of a record’s page, and opened in the program’s', async () => {
    const describe = { apiName: 'approved', label: '单据', fields: [] };
    await server.call('bizmeta.describe.create', { describe }, builder);
    const key = 'object.approved.detail';
    await byBuilder.publish(
      key,
      await byBuilder.change(key, (document) => {
        document.title = '我们的';
      }),
    );
    const { origin, document, blocks = [] } = await served(key);
    expect(origin).toBe('company');
    expect(JSON.stringify(document)).toContain('block.workflow.ofRecord');
    const approvals = blocks.find((block) => block.key === 'block.workflow.ofRecord');
    expect(approvals?.origin).toBe('program');
    expect(JSON.stringify(approvals?.document)).toContain(
      '/main/workflow/instance/{flow.instanceId}',
    );
    expect((await served('main.workflowInstance')).origin).toBe('program');
    await server.call('bizmeta.page.reset', { pageKey: key }, builder);
  });
  it.each(['main.workflow', 'main.workflowInstance', 'block.workflow.operate'])(
    'keep the program’s page, also where a company had changed it before: %s',
    async (key) => {
      const change = (document: PageDocument) => {
        document.title = '我们的';
      };
      await expect(byAdmin.change(key, change)).rejects.toThrow('使用者本人');
      await server.db.withOwner((tx) =>
        tx.run(
          `INSERT INTO bizmeta.page (tenant_id, key, rev, hash, document, title, origin, saved_by,
              allows, active)
            SELECT tenant_id, $1, 2, 'h', document, title,
              'system', saved_by, allows, true
            FROM bizmeta.page WHERE active LIMIT 1`,
          [key],
        ),
      );
      expect((await served(key)).origin).toBe('program');
    },
  );
});

describe('revisions from before', () => {
  /** A hostile revision in the database: saved before downloads and previews were checked. */
  async function stored(parts: Partial<PageDocument>): Promise<PageDocument> {
    const document = page({});
    expect((await byBuilder.bring(document)).code).toBe(200);
    const hostile = { ...document, rev: 1, ...parts };
    await server.db.withOwner((tx) =>
      tx.run(
        `UPDATE bizmeta.page SET document = $2, operations = '[]', base_hash = NULL WHERE key = $1`,
        [document.key, JSON.stringify(hostile)],
      ),
    );
    return hostile;
  }
  it.each<[string, Partial<PageDocument>]>([
    ['a download', { onOpen: [download] }],
    ['a preview', preview('{}')],
    ['a call', { onOpen: [grant] }],
  ])('are served without grants, and cannot be restored: %s', async (_what, parts) => {
    const { key } = await stored(parts);
    expect(await served(key, await server.signIn('admin'))).toMatchObject({
      origin: 'company',
      allows: [],
    });
    expect(
      (await server.call('bizmeta.page.restore', { pageKey: key, rev: 1 }, builder)).error.reason,
    ).toBe('PAGE_INVALID');
    expect((await byBuilder.create(`${key}copy`, '抄', key)).error.reason).toBe('PAGE_INVALID');
  });
  it('a block pinned to one revision is served with the grants of that revision', async () => {
    const key = 'block.origin';
    await byAdmin.bring(page({ key, sources: { logs: { call: LOGS, input: {} } } }));
    await byAdmin.publish(
      key,
      await byAdmin.change(key, (document) => {
        delete document.sources;
      }),
    );
    expect([(await served(`${key}@1`)).allows, (await served(`${key}@2`)).allows]).toEqual([
      [LOGS],
      [],
    ]);
  });
});
