import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '../index.ts';
import { holds, lastSent, secretIn } from '../identity/sign-in.testing.ts';
import { OWN_PASSWORD, testServer, type Auth, type TestServer } from '../../testing.ts';

let server: TestServer;
let admin: Auth;
beforeAll(async () => {
  server = await testServer();
  ({ auth: admin } = await server.newTenant('returning'));
});
afterAll(() => server?.close());

const make = async (account: string): Promise<string> => {
  const { data } = await server.call(
    'upm.userOrg.createUser',
    { realName: '陆远', account, password: DEMO_PASSWORD },
    admin,
  );
  await server.signIn(account);
  return data.id;
};
const leave = (userId: string, toUserId?: string) =>
  server.call('upm.userOrg.removeByUserId', { userId, toUserId: toUserId ?? null }, admin);
const restore = (userId: string) => server.call('upm.userOrg.restoreUser', { userId }, admin);
const row = async (search: string, state: 'left' | 'active' | 'invited') =>
  (await server.call('upm.userOrg.orgUserPageList', { search, state }, admin)).data.records[0];

it('a leaver is listed with the account, the day and the successor, and comes back without former rights', async () => {
  const id = await make('come.back');
  const dept = (await server.call('upm.org.addOrgGroup', { title: '仓库', ownerIds: [id] }, admin))
    .data.id;
  const { data: role } = await server.call(
    'upm.roleMenu.save',
    { kind: 'role', title: '人事', functions: ['user.manage'] },
    admin,
  );
  const give = { roleId: role.id, userIds: [id] };
  await server.call('upm.userRole.addRoleForSeveralUser', give, admin);
  expect((await leave(id, admin.userid)).code).toBe(200);
  expect(await row('陆远', 'left')).toMatchObject({
    account: 'come.back',
    leftAt: expect.stringMatching(/^20/),
    heirName: 'returning',
  });
  expect(
    (await server.call('upm.userOrg.restoreUser', { userId: id, deptIds: [dept] }, admin)).data,
  ).toEqual({ state: 'active' });
  const { data } = await server.call('upm.anno.signIn', {
    account: 'come.back',
    password: OWN_PASSWORD,
  });
  expect(data).toMatchObject({ functions: [], roleList: [{ roleCode: 'tenant_user' }] });
  expect(data.deptList.map(({ title }) => title)).toEqual(['仓库']);
  expect((await restore(id)).error.reason).toBe('MEMBER_UNKNOWN');
});

it('who has an address of their own is asked, where they were reached then', async () => {
  const id = await make('ask.back');
  await holds(server, id, { email: 'back@huozi.example' });
  await leave(id);
  expect((await restore(id)).data).toEqual({ state: 'invited' });
  const link = secretIn(await lastSent(server, 'back@huozi.example'));
  expect((await server.call('upm.public.userActive', { link })).code).toBe(200);
  expect(
    (await server.call('upm.userOrg.detailUserInfo', { userId: id }, admin)).data,
  ).toMatchObject({ state: 'active', heirName: '' });
});

it('a company account used elsewhere by now is not taken back without being asked', async () => {
  const id = await make('moved.on');
  await leave(id);
  const { tenant } = await server.newTenant('next-employer');
  await server.db.withOwner(
    (tx) =>
      tx.run(`insert into upm.member (tenant_id, user_id, real_name) values ($1, $2, '陆远')`, [
        tenant.id,
        id,
      ]),
    tenant.id,
  );
  expect((await restore(id)).error.reason).toBe('RESTORE_CONTACT');
});
