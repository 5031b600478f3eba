import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { FUNCTION_CODES, type DataOf } from '../../../contract/index.ts';
import { testServer, type Auth, type TestServer } from '../../testing.ts';
import { ADMIN_PAGES } from './auths.ts';

let server: TestServer;
let admin: Auth;
let user: Auth;
const PASSWORD = 'Huozi@2026';

beforeAll(async () => {
  server = await testServer();
  [admin, user] = [await server.signIn('admin'), await server.signIn('user')];
});
afterAll(() => server?.close());

type Node = DataOf<'upm.role.tree'>[number];
const tree = async (as = admin): Promise<Node[]> =>
  (await server.call('upm.role.tree', { ids: [] }, as)).data;
const roleNamed = async (name: string, as = admin): Promise<Node> =>
  (await tree(as)).flatMap(({ children }) => children).find(({ title }) => title === name)!;
const make = async (
  title: string,
  functions: (typeof FUNCTION_CODES)[number][] = [],
  more: object = {},
): Promise<string> => {
  const made = await server.call(
    'upm.roleMenu.save',
    { kind: 'role', title, functions, ...more },
    admin,
  );
  expect(made, made.msg).toMatchObject({ code: 200 });
  return made.data.id;
};
const give = (roleId: string, userIds: string[], as = admin) =>
  server.call('upm.userRole.addRoleForSeveralUser', { roleId, userIds }, as);
const enter = async (account: string): Promise<Auth> => {
  const { data } = await server.call('upm.anno.signIn', { account, password: PASSWORD });
  return { token: data.token, userid: data.userid, tenant: data.tenant, regionid: data.regionId };
};
/** The messages the person got, newest last; deliveries follow the change. */
const told = async (as: Auth, count: number) =>
  vi.waitUntil(
    async () => {
      const { records } = (
        await server.call('msg.msgsCenterInfo.page', { current: 1, size: 50, isRead: 0 }, as)
      ).data;
      return (
        records.length >= count &&
        records
          .toReversed()
          .map(({ typeCode, content, handlerParams }) => ({ typeCode, content, handlerParams }))
      );
    },
    { timeout: 20_000, interval: 100 },
  );

describe('the tree of roles', () => {
  it('shows the system roles first, then own ones in their groups, with how many members each has', async () => {
    const group = (
      await server.call('upm.roleMenu.save', { kind: 'group', title: '财务组' }, admin)
    ).data.id;
    await make('出纳', [], { parentId: group });
    const all = await tree(user);
    expect(all.map(({ title, fixed }) => [title, fixed])).toEqual([
      ['系统角色', true],
      ['自定义角色', true],
      ['财务组', false],
    ]);
    expect(
      all[0]!.children.map(({ title, roleCode, memberCount }) => [
        title,
        roleCode,
        memberCount > 0,
      ]),
    ).toEqual([
      ['管理员', 'tenant_admin', true],
      ['搭建者', 'tenant_builder', true],
      ['普通用户', 'tenant_user', true],
    ]);
    expect(all[2]!.children).toMatchObject([
      {
        title: '出纳',
        name: '出纳',
        roleName: '出纳',
        parentId: group,
        type: 'custom',
        kind: 'role',
        memberCount: 0,
      },
    ]);
    const some = (await server.call('upm.role.tree', { ids: [all[2]!.children[0]!.id] }, user))
      .data;
    expect(some.map(({ title, children }) => [title, children.length])).toEqual([['财务组', 1]]);
  });

  it('takes a role into another group and before another role, and refuses the group of the system', async () => {
    const [a, b, c] = [await make('甲'), await make('乙'), await make('丙')];
    const titles = async () =>
      (await tree())[1]!.children.map(({ id }) => id).filter((id) => [a, b, c].includes(id));
    expect(
      (
        await server.call(
          'upm.roleMenu.update',
          { id: c!, parentId: 'custom', beforeId: a! },
          admin,
        )
      ).data.version,
    ).toBe(1);
    expect(await titles()).toEqual([c, a, b]);
    expect((await server.call('upm.roleMenu.update', { id: c!, beforeId: null }, admin)).code).toBe(
      200,
    );
    expect(await titles()).toEqual([a, b, c]);
    expect(
      (await server.call('upm.roleMenu.update', { id: a!, parentId: 'system' }, admin)).error
        .reason,
    ).toBe('ROLE_FIXED');
    expect(
      (await server.call('upm.roleMenu.update', { id: a!, parentId: 'nowhere' }, admin)).error
        .reason,
    ).toBe('ROLE_UNKNOWN');
  });

  it('refuses a taken or empty name, and an edit after a concurrent change', async () => {
    const id = await make('采购');
    expect(
      (await server.call('upm.roleMenu.save', { kind: 'role', title: ' 采购 ' }, admin)).error,
    ).toMatchObject({ reason: 'NAME_TAKEN', errors: [{ path: '/title' }] });
    expect(
      (await server.call('upm.roleMenu.save', { kind: 'group', title: '  ' }, admin)).error.reason,
    ).toBe('NAME_EMPTY');
    expect(
      (await server.call('upm.roleMenu.update', { id, version: 1, title: '采购员' }, admin)).code,
    ).toBe(200);
    for (const [version, reason] of [
      [1, 'STALE_VERSION'],
      [undefined, 'REQUIRED'],
    ] as const)
      expect(
        (await server.call('upm.roleMenu.update', { id, version, title: '采购主管' }, admin)).error
          .reason,
      ).toBe(reason);
  });

  it('lets two people make a role of one name at once only once', async () => {
    const made = await Promise.all(
      [1, 2, 3, 4].map(() =>
        server.call('upm.roleMenu.save', { kind: 'role', title: '同名' }, admin),
      ),
    );
    expect(made.map(({ code }) => code).sort()).toEqual([200, 400, 400, 400]);
  });

  it('keeps what is in use, and what belongs to the system', async () => {
    const group = (
      await server.call('upm.roleMenu.save', { kind: 'group', title: '仓库组' }, admin)
    ).data.id;
    const id = await make('仓管', [], { parentId: group });
    await give(id, [user.userid]);
    const remove = (what: string) => server.call('upm.roleMenu.delete', { id: what }, admin);
    expect(await remove(group)).toMatchObject({
      code: 400,
      error: { reason: 'ROLE_GROUP_IN_USE' },
    });
    expect((await remove(id)).msg).toBe('角色“仓管”还有 1 名成员在用，不能删除');
    await server.call('upm.userRole.deleteUserRole', { roleId: id, userIds: [user.userid] }, admin);
    expect([
      (await remove(id)).code,
      (await remove(group)).code,
      (await remove(id)).error.reason,
    ]).toEqual([200, 200, 'ROLE_UNKNOWN']);
    const builder = await roleNamed('搭建者');
    expect((await remove(builder.id)).error.reason).toBe('ROLE_FIXED');
    expect(
      (
        await server.call(
          'upm.roleMenu.update',
          { id: builder.id, version: builder.version, functions: [] },
          admin,
        )
      ).error.reason,
    ).toBe('ROLE_FIXED');
    expect((await remove('system')).error.reason).toBe('ROLE_FIXED');
  });
});

describe('what a role allows', () => {
  it('holds with the next call, given or taken, and no session ends', async () => {
    const { auth } = await member('promoted');
    const id = await make('人事', ['user.manage', 'role.manage']);
    expect(
      (await server.call('upm.userRole.pageUserRoleList', { roleId: id }, auth)).error.reason,
    ).toBe('FORBIDDEN');
    await give(id, [auth.userid]);
    expect(
      (await server.call('upm.userRole.pageUserRoleList', { roleId: id }, auth)).data,
    ).toMatchObject({ total: 1, records: [{ id: auth.userid, realName: 'promoted' }] });
    expect((await server.call('upm.functionAuth.userAuths', {}, auth)).data).toMatchObject({
      isSuper: 0,
      functions: ['user.manage', 'role.manage'],
      menus: [{ path: '/platform/user/user' }, { path: '/platform/role' }],
    });
    await server.call('upm.roleMenu.update', { id, version: 1, functions: ['user.manage'] }, admin);
    expect((await server.call('upm.roleMenu.delete', { id }, auth)).error.reason).toBe('FORBIDDEN');
    expect((await server.call('upm.role.tree', { ids: [] }, auth)).code).toBe(200);
  });

  it('is what any of a person’s roles allows', async () => {
    const { auth } = await member('unmoved');
    const [plain, full, same] = [
      await make('无权限'),
      await make('日志员', ['log.view']),
      await make('日志员二', ['log.view']),
    ];
    await give(plain, [auth.userid]);
    expect((await server.call('upm.role.tree', { ids: [] }, auth)).code).toBe(200);
    await give(full, [auth.userid]);
    await give(same, [auth.userid]);
    await server.call(
      'upm.userRole.removeUserRole',
      { userId: auth.userid, roleIds: [full, plain] },
      admin,
    );
    expect((await server.call('upm.functionAuth.userAuths', {}, auth)).data.functions).toEqual([
      'log.view',
    ]);
  });

  it('cannot be given or taken by a user who does not have it', async () => {
    const { auth } = await member('manager');
    await give(await make('角色管理员', ['role.manage']), [auth.userid]);
    const manager = auth;
    const beyond = (answer: { error: { reason: string }; msg: string }) => {
      expect(answer, answer.msg).toMatchObject({ error: { reason: 'GRANT_BEYOND' } });
    };
    beyond(
      await server.call(
        'upm.roleMenu.save',
        { kind: 'role', title: '越权', functions: ['company.manage'] },
        manager,
      ),
    );
    const [strong, weak] = [
      await make('强', ['log.view', 'role.manage']),
      await make('弱', ['role.manage']),
    ];
    beyond(
      await server.call(
        'upm.roleMenu.update',
        { id: weak, version: 1, functions: ['role.manage', 'build.use'] },
        manager,
      ),
    );
    beyond(
      await server.call(
        'upm.roleMenu.update',
        { id: strong, version: 1, functions: ['role.manage'] },
        manager,
      ),
    );
    beyond(await give(strong, [manager.userid], manager));
    beyond(await give((await roleNamed('搭建者')).id, [manager.userid], manager));
    beyond(await server.call('upm.roleMenu.delete', { id: strong }, manager));
    beyond(
      await server.call(
        'upm.userRole.deleteUserRole',
        {
          roleId: (await roleNamed('搭建者')).id,
          userIds: [(await server.signIn('builder')).userid],
        },
        manager,
      ),
    );
    expect(
      (await server.call('upm.roleMenu.update', { id: strong, version: 1, title: '较强' }, manager))
        .code,
    ).toBe(200);
    expect(
      (
        await give(
          weak,
          [await insertMember(server.demo.tenant.id, 'helped', 'tenant_user')],
          manager,
        )
      ).data.added,
    ).toBe(1);
  });

  it('is reported in words, and of a role of another company nothing is reported', async () => {
    const { id } = await roleNamed('管理员');
    expect((await server.call('upm.role.detailRole', { id }, user)).data).toMatchObject({
      roleName: '管理员',
      type: 'system',
      functions: FUNCTION_CODES,
      groupName: '系统角色',
    });
    const { auth } = await server.newTenant('looker');
    for (const each of [id, 'unknown'])
      expect(await server.call('upm.role.detailRole', { id: each }, auth)).toMatchObject({
        status: 404,
        error: { reason: 'ROLE_UNKNOWN' },
      });
  });
});

describe('the administrator', () => {
  it('who is the main one stays, whichever way the role is taken', async () => {
    const role = await roleNamed('管理员');
    expect(
      (
        await server.call(
          'upm.userRole.deleteUserRole',
          { roleId: role.id, userIds: [admin.userid] },
          admin,
        )
      ).error.reason,
    ).toBe('MAIN_ADMIN_STAYS');
    expect(
      (
        await server.call(
          'upm.userRole.removeUserRole',
          { userId: admin.userid, roleIds: [role.id] },
          admin,
        )
      ).error.reason,
    ).toBe('MAIN_ADMIN_STAYS');
  });

  it('of two who take the role from each other at once, one remains', async () => {
    const { auth, tenant } = await server.newTenant('two-admins');
    const second = await addAdmin(tenant.id, 'two-admins-b');
    const role = (await tree(auth))[0]!.children[0]!.id;
    const [a, b] = [auth, await enter('two-admins-b')];
    const answers = await Promise.all([
      server.call('upm.userRole.deleteUserRole', { roleId: role, userIds: [second] }, a),
      server.call('upm.userRole.deleteUserRole', { roleId: role, userIds: [a.userid] }, b),
    ]);
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
  });
});

describe('members of a role', () => {
  it('are notified when they get it, when it changes and when they lose it', async () => {
    const { auth } = await member('told');
    const id = await make('通知');
    await give(id, [auth.userid, admin.userid]);
    await server.call('upm.roleMenu.update', { id, version: 1, title: '通知二' }, admin);
    await server.call('upm.userRole.deleteUserRole', { roleId: id, userIds: [auth.userid] }, admin);
    expect(await told(auth, 3)).toEqual([
      {
        typeCode: 'role_add',
        content: '你获得了角色“通知”',
        handlerParams: { roleId: id, roleName: '通知' },
      },
      {
        typeCode: 'role_mod',
        content: '角色“通知”改名为“通知二”',
        handlerParams: { roleId: id, roleName: '通知二' },
      },
      {
        typeCode: 'role_del',
        content: '你不再拥有角色“通知二”',
        handlerParams: { roleId: id, roleName: '通知二' },
      },
    ]);
    // The actor gets none: all messages of a change are written at once.
    const { records } = (
      await server.call('msg.msgsCenterInfo.page', { current: 1, size: 50, isRead: 0 }, admin)
    ).data;
    expect(records.filter(({ content }) => content.includes('“通知'))).toEqual([]);
  });

  it('are members of the company, all or none', async () => {
    const id = await make('全体');
    const { auth } = await server.newTenant('outsider');
    expect(await give(id, [user.userid, auth.userid])).toMatchObject({
      code: 400,
      error: { reason: 'ROLE_MEMBERS_UNKNOWN', params: { count: 1 } },
    });
    expect((await server.call('upm.userRole.listRoleUsers', { ids: [id] }, user)).data).toEqual([]);
    expect(await give(id, [user.userid], auth)).toMatchObject({
      status: 404,
      error: { reason: 'ROLE_UNKNOWN' },
    });
    expect(
      (
        await server.call(
          'upm.userRole.listRoleUsers',
          { ids: [(await roleNamed('普通用户')).id] },
          auth,
        )
      ).data,
    ).toEqual([]);
  });

  it('are found by a part of their name, page by page', async () => {
    const { id, memberCount } = await roleNamed('普通用户');
    const page = (input: object) =>
      server.call('upm.userRole.pageUserRoleList', { roleId: id, size: 10, ...input }, admin);
    const [first, second, beyond] = [
      await page({}),
      await page({ current: 2 }),
      await page({ current: 99 }),
    ];
    expect([
      first.data.total,
      first.data.records.length,
      beyond.data.total,
      beyond.data.records,
    ]).toEqual([memberCount, 10, memberCount, []]);
    expect(
      second.data.records.some(({ id: each }) =>
        first.data.records.some((other) => other.id === each),
      ),
    ).toBe(false);
    expect((await page({ keyword: '清和' })).data).toMatchObject({
      total: 1,
      records: [{ id: user.userid, deptName: '华东销售部' }],
    });
    expect((await page({ keyword: '%' })).data.total).toBe(0);
    expect(
      (await server.call('upm.userRole.listUserRoleByCnd', {}, user)).data.every(
        ({ userId }) => userId === user.userid,
      ),
    ).toBe(true);
    expect(
      (await server.call('upm.userRole.listUserRoleByCnd', { condition: '搭建' }, user)).data,
    ).toMatchObject([{ roleCode: 'tenant_builder', realName: '陆知行' }]);
  });
});

it('the menu of the administration sent by the server is the one of the routes', () => {
  const routes = JSON.parse(readFileSync('schemas/routes/index.json', 'utf8')) as {
    path: string;
    access?: string;
  }[];
  const asked = routes
    .filter(({ path, access }) => path.startsWith('/platform/') && access?.startsWith('can:'))
    .map(({ path, access }) => `${path} ${access}`);
  expect(ADMIN_PAGES.map((page) => `${page.path} can:${page.function}`).sort()).toEqual(
    asked.sort(),
  );
});

/** Another member of the demo company, with no function. */
async function member(account: string): Promise<{ auth: Auth }> {
  await insertMember(server.demo.tenant.id, account, 'tenant_user');
  return { auth: await enter(account) };
}
const addAdmin = (tenantId: string, account: string) =>
  insertMember(tenantId, account, 'tenant_admin');
/** Someone with the demo password. */
async function insertMember(tenantId: string, account: string, role: string): Promise<string> {
  const id = `id-${account}`;
  await server.db.withOwner(async (tx) => {
    await tx.run(
      `insert into upm.app_user (id, account, password_hash) select $1, $2, password_hash
        from upm.app_user where account = 'admin'`,
      [id, account],
    );
    await tx.run('insert into upm.member (tenant_id, user_id, real_name) values ($1, $2, $3)', [
      tenantId,
      id,
      account,
    ]);
    await tx.run(
      `insert into upm.user_role (tenant_id, user_id, role_id) select $1, $2, id from upm.role
        where tenant_id = $1 and code = $3`,
      [tenantId, id, role],
    );
  }, tenantId);
  return id;
}
