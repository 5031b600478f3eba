import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '../index.ts';
import { testServer, type Auth, type TestServer } from '../../testing.ts';

let server: TestServer;
let main: Auth;
let roleId: string;
beforeAll(async () => {
  server = await testServer();
  ({ auth: main } = await server.newTenant('main-admin'));
  ({ roleId } = (await server.call('upm.tenant.admins', {}, main)).data);
});
afterAll(() => server?.close());

const make = async (account: string, as = main): Promise<string> =>
  (
    await server.call(
      'upm.userOrg.createUser',
      { realName: account, account, password: DEMO_PASSWORD },
      as,
    )
  ).data.id;
const appoint = (userId: string, as = main) =>
  server.call('upm.userRole.addRoleForSeveralUser', { roleId, userIds: [userId] }, as);
const dismiss = (userId: string, as = main) =>
  server.call('upm.userRole.deleteUserRole', { roleId, userIds: [userId] }, as);
const admins = async (as = main) =>
  (await server.call('upm.tenant.admins', {}, as)).data.admins.map(({ realName, isMain }) => [
    realName,
    isMain,
  ]);
const rows = async (as: Auth) =>
  (await server.call('upm.userOrg.orgUserPageList', { size: 50 }, as)).data.records;

describe('a company with several administrators', () => {
  it('has a main one, who appoints and removes the others; they cannot touch each other or the main one', async () => {
    const [second, third] = [await make('second-admin'), await make('third-admin')];
    for (const id of [second, third]) expect((await appoint(id)).code).toBe(200);
    expect(await admins()).toEqual([
      ['main-admin', true],
      ['second-admin', false],
      ['third-admin', false],
    ]);
    const as = await server.signIn('second-admin');
    const plain = await make('plain', as);
    expect((await appoint(plain, as)).error.reason).toBe('ADMIN_BY_MAIN');
    expect((await dismiss(third, as)).error.reason).toBe('ADMIN_BY_MAIN');
    for (const id of [third, main.userid]) {
      const given = { userIds: [id], active: false };
      expect((await server.call('upm.region.active', given, as)).error.reason).toBe('MEMBER_ADMIN');
      expect(
        (await server.call('upm.userOrg.resetPassword', { userId: id }, as)).error.reason,
      ).toBe('MEMBER_ADMIN');
    }
    const seen = Object.fromEntries((await rows(as)).map(({ id, locked }) => [id, locked]));
    expect(seen).toMatchObject({
      [main.userid]: '管理员由主管理员管理',
      [third]: '管理员由主管理员管理',
      [second]: '',
      [plain]: '',
    });
    expect((await dismiss(third)).data).toEqual({ removed: 1 });
    expect((await rows(main)).every(({ locked }) => locked === '')).toBe(true);
  });

  it('tells the page of the role whom its viewer may take out', async () => {
    const page = async (as: Auth) =>
      (await server.call('upm.userRole.pageUserRoleList', { roleId }, as)).data;
    const asMain = await page(main);
    expect(asMain.locked).toBe('');
    expect(asMain.records.map(({ realName, locked }) => [realName, locked])).toEqual([
      ['main-admin', '主管理员只能转给其他成员'],
      ['second-admin', ''],
    ]);
    expect((await page(await server.signIn('second-admin'))).locked).toBe(
      '管理员由主管理员任命和移除',
    );
  });

  it('gets another main one by the hand of the former, who stays an administrator where they want to', async () => {
    const [second] = (await server.call('upm.tenant.admins', {}, main)).data.admins.filter(
      ({ isMain }) => !isMain,
    );
    const transfer = { userId: second!.id, password: DEMO_PASSWORD, stay: true };
    const as = await server.signIn('second-admin');
    expect((await server.call('upm.tenant.changeAdmin', transfer, as)).code).not.toBe(200);
    expect((await server.call('upm.tenant.changeAdmin', transfer, main)).code).toBe(200);
    expect(await admins()).toEqual([
      ['second-admin', true],
      ['main-admin', false],
    ]);
    expect((await server.call('upm.tenant.changeAdmin', transfer, main)).error.reason).toBe(
      'ADMIN_BY_MAIN',
    );
  });

  it('leaves the founder an ordinary user when they are taken out', async () => {
    const as = await server.signIn('second-admin');
    expect((await dismiss(main.userid, as)).data).toEqual({ removed: 1 });
    const { data } = await server.call('upm.userOrg.detailUserInfo', { userId: main.userid }, as);
    expect(data.roles.map(({ roleCode }) => roleCode)).toEqual(['tenant_user']);
  });
});
