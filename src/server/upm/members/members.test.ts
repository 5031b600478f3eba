import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { MemberRow, OrgNode } from '../../../contract/index.ts';
import { jobDone, testServer, type Auth, type TestServer } from '../../testing.ts';

let server: TestServer;
let admin: Auth;
let user: Auth;
let other: Auth;
let depts: Map<string, string>;
const all = (node: OrgNode): OrgNode[] => [node, ...node.children.flatMap(all)];
beforeAll(async () => {
  server = await testServer();
  [admin, user] = [await server.signIn('admin'), await server.signIn('user')];
  other = (await server.newTenant('people-other')).auth;
  depts = new Map(
    all((await server.call('upm.org.tree', {}, admin)).data[0]!).map((node) => [
      node.title,
      node.id,
    ]),
  );
});
afterAll(() => server?.close());

const list = async (input: Parameters<TestServer['call']>[1] = {}, as = admin) =>
  (await server.call('upm.userOrg.orgUserPageList', input as never, as)).data;
const find = async (search: string): Promise<MemberRow> =>
  (await list({ search, size: 1 })).records[0]!;
const make = async (account: string, realName: string, deptIds: string[] = []) =>
  (
    await server.call(
      'upm.userOrg.createUser',
      { realName, account, password: 'Huozi@2026', deptIds },
      admin,
    )
  ).data.id;
const soon = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 8_000, interval: 50 });

describe('the list of members', () => {
  it('is the company’s, a department’s, or a department’s without what is below', async () => {
    const whole = await list({ size: 10 });
    expect(whole).toMatchObject({ total: 36, current: 1, size: 10 });
    expect(whole.records).toHaveLength(10);
    const [withBelow, alone] = [
      await list({ orgId: depts.get('销售中心') }),
      await list({ orgId: depts.get('销售中心'), below: false }),
    ];
    expect(withBelow.total).toBeGreaterThan(alone.total);
    expect((await list({ orgId: '-1', below: false })).total).toBe(0);
  });
  it('is narrowed to who has a role, and to who leads a department', async () => {
    const roles = (await server.call('upm.role.listRoleByType', {}, admin)).data;
    const roleId = roles.find(({ roleCode }) => roleCode === 'tenant_admin')!.id;
    expect((await list({ roleId })).records.map(({ id }) => id)).toEqual([admin.userid]);
    const before = (await list({ leads: true })).total;
    const orgId = depts.get('总经办')!;
    const leader = { orgId, userIds: [admin.userid] };
    await server.call('upm.userOrg.createGroupOwner', leader, admin);
    const leading = await list({ leads: true });
    expect(leading.total).toBe(before + 1);
    expect(leading.records.map(({ id }) => id)).toContain(admin.userid);
    await server.call('upm.userOrg.deleteGroupOwner', leader, admin);
  });
  it('turns its pages without a person twice or left out', async () => {
    const seen = [];
    for (let current = 1; current <= 4; current++)
      seen.push(...(await list({ current, size: 10 })).records.map(({ id }) => id));
    expect(new Set(seen).size).toBe(36);
  });
  it('is in the order that is asked for, over all its pages; who never came is before all who did', async () => {
    const [oldest, newest] = [
      await list({ size: 1, sort: [{ field: 'lastSignInAt', dir: 'asc' }] }),
      await list({ size: 2, sort: [{ field: 'lastSignInAt', dir: 'desc' }] }),
    ];
    expect(oldest.records[0]!.lastSignInAt).toBeNull();
    const times = newest.records.map(({ lastSignInAt }) => lastSignInAt!);
    expect(times).toEqual(times.toSorted().reverse());
    expect(times[0]).toMatch(/^20/);
    const names = async (dir: 'asc' | 'desc') =>
      (await list({ size: 50, sort: [{ field: 'realName', dir }] })).records.map(({ id }) => id);
    expect((await names('desc')).reverse().length).toBe(36);
    expect((await names('desc'))[0]).toBe((await names('asc')).at(-1));
    expect(
      (
        await server.call(
          'upm.userOrg.orgUserPageList',
          { sort: [{ field: 'password', dir: 'asc' }] } as never,
          admin,
        )
      ).code,
    ).toBe(400);
  });
  it.each([
    ['顾望舒', '顾望舒'],
    ['guwang', '顾望舒'],
    ['gws', '顾望舒'],
    ['BUILDER', '陆知行'],
  ])('finds by %s', async (search, name) => {
    expect((await list({ search })).records.map(({ realName }) => realName)).toContain(name);
  });
  it('takes what people type for text, never for a pattern', async () => {
    for (const search of ['%', '_', '\\', `' or 1=1 --`])
      expect((await list({ search })).total).toBe(0);
  });
  it('shows departments, roles and when a member last came', async () => {
    expect(await find('admin')).toMatchObject({
      account: 'admin',
      state: 'active',
      isAdmin: true,
      deptNames: '总经办',
      roleNames: expect.stringContaining('管理员'),
      lastSignInAt: expect.stringMatching(/^20/),
    });
    expect(
      (await server.call('upm.userOrg.detailUserInfo', { userId: admin.userid }, admin)).data,
    ).toMatchObject({ sessions: 1, leads: [], deptIds: [depts.get('总经办')] });
  });
  it('gives colleagues no way to reach one another', async () => {
    const { data } = await server.call(
      'upm.userOrg.pageUserOrgByCnd',
      { name: 'guws', size: 5 },
      user,
    );
    expect(
      data.records.every((row) => !('mobile' in row) && !('email' in row) && !('account' in row)),
    ).toBe(true);
    expect(
      (
        await server.call('upm.userOrg.getUserByOrgIds', { orgIds: [depts.get('总经办')!] }, user)
      ).data.map(({ realName }) => realName),
    ).toContain('顾望舒');
    expect((await server.call('upm.userOrg.orgUserPageList', {}, user)).code).toBe(403);
  });
});

describe('invited people', () => {
  it('are invited by mail or by text message, and are shown in their department meanwhile', async () => {
    const deptIds = [depts.get('财务部')!, depts.get('市场部')!];
    const mail = await server.call(
      'upm.userOrg.inviteuser',
      { people: [{ realName: '白露', email: 'BaiLu@Example.com' }], deptIds },
      admin,
    );
    expect(mail.code).toBe(200);
    const sms = await server.call(
      'upm.userOrg.inviteUserByPhone',
      { people: [{ realName: '秦川', mobile: '138 0000 7001' }], deptIds },
      admin,
    );
    expect(sms.code).toBe(200);
    expect(await find('白露')).toMatchObject({
      state: 'invited',
      email: 'bailu@example.com',
      deptNames: '财务部、市场部',
      account: '',
    });
    expect(
      (await server.call('upm.region.getInactivatedUser', {}, admin)).data
        .map(({ realName }) => realName)
        .sort(),
    ).toEqual(['白露', '秦川'].sort());
    await soon(async () =>
      expect((await server.call('msg.mail.page', { query: 'bailu' }, admin)).data.total).toBe(1),
    );
    await soon(async () =>
      expect((await server.call('msg.smsSendLogs.page', { query: '7001' }, admin)).data.total).toBe(
        1,
      ),
    );
    expect(
      (await server.call('upm.userOrg.inviteAgain', { userIds: mail.data.userIds }, admin)).data,
    ).toEqual({ count: 1 });
  });
  it('are asked once more as they are, needing no second seat, and what differs is not lost without a word', async () => {
    const asked = (realName: string, deptIds?: string[]) =>
      server.call(
        'upm.userOrg.inviteuser',
        { people: [{ realName, email: 'again@huozi.example' }], ...(deptIds && { deptIds }) },
        admin,
      );
    const finance = depts.get('财务部')!;
    const first = (await asked('闻人白')).data.userIds;
    for (const answer of [await asked('闻人黑'), await asked('闻人白', [finance])])
      expect([answer.error.reason, answer.msg]).toEqual([
        'INVITED_ALREADY',
        expect.stringContaining('“again@huozi.example”已经邀请过'),
      ]);
    const full = (max: string) =>
      server.db.withOwner(
        (tx) =>
          tx.run(`update upm.tenant set max_members = ${max} where id = $1`, [
            server.demo.tenant.id,
          ]),
        server.demo.tenant.id,
      );
    await full(
      `(select count(*) from upm.member where tenant_id = $1 and state in ('active', 'invited'))`,
    );
    expect((await asked('闻人白')).data.userIds).toEqual(first);
    await full('null');
  });
  it('are all invited or none, and every wrong place is reported', async () => {
    const before = (await list({ size: 1 })).total;
    const refused = await server.call(
      'upm.userOrg.inviteuser',
      {
        people: [
          { realName: '好人', email: 'hao@example.com' },
          { realName: ' ', email: 'x@example.com' },
          { realName: '乙', email: 'no mail' },
        ],
      },
      admin,
    );
    expect(refused.error.errors!.map(({ path }) => path)).toEqual([
      '/people/1/realName',
      '/people/2/email',
    ]);
    expect((await list({ size: 1 })).total).toBe(before);
  });
  it('get an account with a first password when there is no way to ask them', async () => {
    await make('h3.worker', '钟离', [depts.get('财务部')!]);
    const auth = await server.signIn('h3.worker');
    expect(auth.token).not.toBe('');
    const again = await server.call(
      'upm.userOrg.createUser',
      { realName: '另一人', account: 'H3.Worker', password: 'Huozi@2026' },
      admin,
    );
    expect(again.error.errors).toMatchObject([{ path: '/account', reason: 'VALUE_TAKEN' }]);
    expect(
      (
        await server.call(
          'upm.userOrg.createUser',
          { realName: '弱', account: 'h3.weak', password: '12345678' },
          admin,
        )
      ).error.reason,
    ).toBe('PASSWORD_WEAK');
  });
  it('get no more rights than the inviting user may give', async () => {
    const roles = (await server.call('upm.role.listRoleByType', {}, admin)).data;
    const tenantAdmin = roles.find(({ roleCode }) => roleCode === 'tenant_admin')!;
    expect(
      (
        await server.call(
          'upm.userOrg.createUser',
          { realName: '越', account: 'h3.up', password: 'Huozi@2026', roleIds: [tenantAdmin.id] },
          admin,
        )
      ).error.reason,
    ).toBe('ADMIN_BY_MAIN');
  });
});

describe('members who change', () => {
  it('work in several departments, the first of them the main one', async () => {
    const id = await make('h3.places', '任行', [depts.get('财务部')!]);
    await server.call(
      'upm.userOrg.addUserOrg',
      { userIds: [id], orgId: depts.get('市场部')!, isMain: true },
      admin,
    );
    expect(
      (await server.call('upm.userOrg.listOrgByUserId', { userId: id }, user)).data.map(
        ({ title, isMain }) => [title, isMain],
      ),
    ).toEqual([
      ['市场部', true],
      ['财务部', false],
    ]);
    await server.call(
      'upm.userOrg.deleteUserOrgGroup',
      { userIds: [id], orgId: depts.get('市场部')! },
      admin,
    );
    expect(
      (await server.call('upm.userOrg.listOrgByUserId', { userId: id }, user)).data,
    ).toMatchObject([{ title: '财务部', isMain: true }]);
  });
  it('are found by the new name, and a change against an old state is refused', async () => {
    const id = await make('h3.rename', '旧名');
    const first = await server.call(
      'upm.userOrg.updateUser',
      { userId: id, version: 1, realName: '慕容新', deptIds: [depts.get('人力资源部')!] },
      admin,
    );
    expect(first.data).toEqual({ id, version: 2 });
    expect(await find('mrx')).toMatchObject({ id, deptNames: '人力资源部' });
    expect(
      (
        await server.call(
          'upm.userOrg.updateUser',
          { userId: id, version: 1, realName: '又改' },
          admin,
        )
      ).error.reason,
    ).toBe('STALE_VERSION');
  });
  it('are switched off at once, session and all, and the old token stays dead when they are switched on again', async () => {
    const id = await make('h3.off', '关停');
    const auth = await server.signIn('h3.off');
    expect((await server.call('upm.org.tree', {}, auth)).code).toBe(200);
    expect(
      (await server.call('upm.region.active', { userIds: [id], active: false }, admin)).data,
    ).toEqual({ count: 1 });
    expect((await server.call('upm.org.tree', {}, auth)).code).toBe(401);
    await server.call('upm.region.active', { userIds: [id], active: true }, admin);
    expect((await server.call('upm.org.tree', {}, auth)).code).toBe(401);
  });
  it('are switched on again as long as there is a seat', async () => {
    const id = await make('h3.seat', '候位');
    const seats = (max: string) =>
      server.db.withOwner(
        (tx) =>
          tx.run(`update upm.tenant set max_members = ${max} where id = $1`, [
            server.demo.tenant.id,
          ]),
        server.demo.tenant.id,
      );
    const on = () => server.call('upm.region.active', { userIds: [id], active: true }, admin);
    await server.call('upm.region.active', { userIds: [id], active: false }, admin);
    await seats(
      `(select count(*) from upm.member where tenant_id = $1 and state in ('active', 'invited'))`,
    );
    expect((await on()).error.reason).toBe('MEMBERS_FULL');
    await seats('null');
    expect((await on()).data).toEqual({ count: 1 });
  });
  it('leave only when another member takes over what they own, and are still named afterwards', async () => {
    const [id, heir] = [
      await make('h3.leaver', '离人', [depts.get('财务部')!]),
      await make('h3.heir', '接手'),
    ];
    await server.call(
      'upm.userOrg.createGroupOwner',
      { orgId: depts.get('财务部')!, userIds: [id] },
      admin,
    );
    expect((await server.call('upm.userOrg.handover', { userId: id }, admin)).data).toEqual([
      { key: 'upm.dept', title: '负责的部门', count: 1, about: '财务部' },
    ]);
    const refused = await server.call('upm.userOrg.removeByUserId', { userId: id }, admin);
    expect([refused.error.reason, refused.msg]).toEqual([
      'HANDOVER_NEEDED',
      '“离人”名下还有 1 个负责的部门，请选择接手的人',
    ]);
    const { data: left } = await server.call(
      'upm.userOrg.removeByUserId',
      { userId: id, toUserId: heir },
      admin,
    );
    expect(left.moved).toHaveLength(1);
    await jobDone(server, left.jobId, admin);
    expect(
      (
        await server.call('upm.org.getOrgGroupOwnerById', { id: depts.get('财务部')! }, user)
      ).data.map((owner) => owner.id),
    ).toEqual([heir]);
    expect((await list({ search: '离人' })).total).toBe(0);
    expect((await list({ search: '离人', state: 'left' })).records).toMatchObject([
      { id, state: 'left', deptNames: '' },
    ]);
    expect(
      (await server.call('upm.sysUser.listUserByIds', { ids: [id] }, user)).data,
    ).toMatchObject([{ realName: '离人' }]);
    expect(
      (await server.call('upm.region.active', { userIds: [id], active: true }, admin)).error.reason,
    ).toBe('MEMBER_UNKNOWN');
  });
  it('cannot be the last administrator, nor the user who removes them', async () => {
    for (const call of [
      server.call('upm.region.active', { userIds: [admin.userid], active: false }, admin),
      server.call('upm.userOrg.removeByUserId', { userId: admin.userid }, admin),
    ])
      expect((await call).error.reason).toBe('MEMBER_SELF');
  });
  it('are reported to the administrators, and to themselves where it concerns them', async () => {
    const id = await make('h3.told', '告知');
    await server.call(
      'upm.userOrg.updateUser',
      { userId: id, version: 1, realName: '告知了' },
      admin,
    );
    const told = await server.signIn('h3.told');
    await soon(async () =>
      expect(
        (await server.call('msg.msgsCenterInfo.page', { current: 1, size: 10, isRead: 0 }, told))
          .data.records,
      ).toMatchObject([{ content: '成员“告知了”的资料已修改' }]),
    );
  });
});

describe('another company', () => {
  it('finds no member of this one, and no difference from ids that never existed', async () => {
    for (const userId of [user.userid, 'never-was']) {
      const answers = [
        server.call('upm.userOrg.detailUserInfo', { userId }, other),
        server.call('upm.userOrg.updateUser', { userId, version: 1, realName: 'x' }, other),
        server.call('upm.region.active', { userIds: [userId], active: false }, other),
        server.call('upm.userOrg.removeByUserId', { userId }, other),
        server.call('upm.userOrg.handover', { userId }, other),
        server.call('upm.userOrg.inviteAgain', { userIds: [userId] }, other),
      ];
      expect((await Promise.all(answers)).map(({ error }) => error.reason)).toEqual(
        Array(6).fill('MEMBER_UNKNOWN'),
      );
      expect((await server.call('upm.userOrg.listOrgByUserId', { userId }, other)).data).toEqual(
        [],
      );
    }
    expect((await list({}, other)).total).toBe(1);
    expect(
      (await server.call('upm.userOrg.orgUserPageList', { orgId: depts.get('财务部')! }, other))
        .data.total,
    ).toBe(0);
  });
});
