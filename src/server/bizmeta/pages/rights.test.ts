import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Action, PageDocument, Value } from '../../../page/index.ts';
import { testServer, type Auth, type TestServer } from '../../testing.ts';
import { builderOf, type Builder } from '../testing/builder.ts';

/**
 * A page's calls are made with its viewer's rights: its author must not do through viewers what
 * they may not do themselves.
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

let serial = 0;
const page = (more: Partial<PageDocument>): PageDocument => ({
  spec: 'page/1',
  key: `mine.rights${(serial += 1)}`,
  rev: 0,
  title: '页',
  root: 'a',
  nodes: { a: { type: 'page@1' } },
  ...more,
});
const pressing = (step: Action, state: NonNullable<PageDocument['state']> = {}): PageDocument =>
  page({ state, nodes: { a: { type: 'button@1', props: { text: '按' }, on: { click: [step] } } } });
const calling = (id: Value, input: Value = {}): Action => ({ do: 'call', args: { id, input } });
const grant = calling('upm.userRole.addRoleForSeveralUser', { roleId: 'r', userIds: ['u'] });
const why = (answer: Awaited<ReturnType<Builder['bring']>>) =>
  answer.error?.errors?.map(({ path, msg }) => `${path} ${msg}`) ?? [answer.msg];

describe('a builder without further functions', () => {
  it.each([
    ['as a step', () => pressing(grant), '/document/nodes/a/on/click/0/args/id'],
    [
      'as a step within steps',
      () => pressing({ do: 'try', args: { steps: [grant] } } as unknown as Action),
      '/document/nodes/a/on/click/0/args/steps/0/args/id',
    ],
    [
      'as a step in an argument nobody knows',
      () => pressing({ do: 'try', args: { do: [grant] } } as unknown as Action),
      '/document/nodes/a/on/click/0/args/do',
    ],
    [
      'as a source',
      () => page({ sources: { x: { call: 'log.loginLog.list', input: {} } } }),
      '/document/sources/x/call',
    ],
    [
      'as what a tree asks by itself',
      () =>
        page({
          nodes: {
            a: {
              type: 'tree@1',
              props: { load: { call: 'upm.userOrg.orgUserPageList', param: 'orgId' } },
            },
          },
        }),
      '/document/nodes/a/props/load/call',
    ],
    [
      'as one of two',
      () =>
        pressing(
          calling({ $x: `if(1 = 1, 'upm.userRole.addRoleForSeveralUser', 'bizmeta.app.list')` }),
        ),
      '/document/nodes/a/on/click/0/args/id',
    ],
  ])(
    'writes no page that changes roles or reads logs with the rights of others: %s',
    async (_how, document, path) => {
      const [first] = why(await byBuilder.bring(document()));
      expect(first).toContain(path);
      expect(first).toMatch(/只有(有“.+”权限的人可以调用|管理员可以把它放进)/);
    },
  );

  it.each<[string, Value]>([
    ['put together', { $x: `'upm.userRole.' & 'addRoleForSeveralUser'` }],
    ['of a cell', { $x: 'state.which' }],
    ['of a text with holes', { $t: 'upm.{state.which}' }],
  ])('hides no call behind an id that is %s', async (_how, id) => {
    expect(
      why(await byBuilder.bring(pressing(calling(id), { which: { type: 'text', init: 'x' } }))),
    ).toEqual([expect.stringContaining('接口编号须直接写出')]);
  });

  it('cannot copy, restore or continue a page by an author with more rights', async () => {
    const strong = pressing(grant);
    expect((await byAdmin.bring(strong)).msg).toBe('ok');
    expect((await byBuilder.create('mine.copied', '抄', strong.key)).error.reason).toBe(
      'PAGE_INVALID',
    );
    await expect(
      byBuilder.change(strong.key, (document) => {
        document.title = '改';
      }),
    ).rejects.toThrow('只有管理员可以把它放进');
    await byAdmin.publish(
      strong.key,
      await byAdmin.change(strong.key, (document) => {
        delete document.nodes[document.root]!.on;
      }),
    );
    expect(
      (await server.call('bizmeta.page.restore', { pageKey: strong.key, rev: 1 }, builder)).error
        .reason,
    ).toBe('PAGE_INVALID');
  });

  it('writes pages with the calls of members and of builders, also one of several written out', async () => {
    expect(
      (
        await byBuilder.bring(
          pressing(calling({ $x: `if(1 = 1, 'bizmeta.app.list', 'bizmeta.describe.list')` })),
        )
      ).msg,
    ).toBe('ok');
  });
});

it.each([
  'upm.region.getActiveUserToken',
  'upm.person.sendCode',
  'upm.sysUser.updatePassword',
  'upm.region.join',
  'upm.anno.signIn',
  'upm.public.getToken',
])(
  'no one, not even an administrator, writes a page that works on its viewer’s account: %s',
  async (id) => {
    expect(why(await byAdmin.bring(pressing(calling(id))))[0]).toContain('关系到使用者的个人账号');
  },
);
