import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '../index.ts';
import { holds, lastSent, lastText, secretIn } from '../identity/sign-in.testing.ts';
import { OWN_PASSWORD, testServer, type Auth, type TestServer } from '../../testing.ts';

let server: TestServer;
let admin: Auth;
beforeAll(async () => {
  server = await testServer();
  ({ auth: admin } = await server.newTenant('helper'));
});
afterAll(() => server?.close());

const make = async (account: string): Promise<string> =>
  (
    await server.call(
      'upm.userOrg.createUser',
      { realName: '林晓', account, password: DEMO_PASSWORD },
      admin,
    )
  ).data.id;
const reset = (userId: string, as = admin) =>
  server.call('upm.userOrg.resetPassword', { userId }, as);
const enter = (account: string, password: string) =>
  server.call('upm.anno.signIn', { account, password });
const choose = (ticket: string, password: string) =>
  server.call('upm.public.registerUpdatePwd', { ticket, password });
const ticketOf = (refused: Awaited<ReturnType<typeof enter>>): string =>
  (refused.error.current as { ticket: string }).ticket;
const alive = async (as: Auth) => (await server.call('upm.region.profileSummary', {}, as)).status;

describe('the first password of an account', () => {
  it('opens nothing but the choice of another one', async () => {
    await make('first.once');
    const refused = await enter('first.once', DEMO_PASSWORD);
    expect(refused.error.reason).toBe('PASSWORD_FIRST');
    expect(refused.data).not.toHaveProperty('token');
    expect((await choose(ticketOf(refused), DEMO_PASSWORD)).error.reason).toBe('PASSWORD_SAME');
    expect((await choose(ticketOf(refused), OWN_PASSWORD)).code).toBe(200);
    expect((await enter('first.once', DEMO_PASSWORD)).error.reason).toBe('SIGN_IN_FAILED');
    expect((await enter('first.once', OWN_PASSWORD)).code).toBe(200);
  });
});

describe('a password an administrator resets', () => {
  it('is shown once for an account without number and address, has to be changed, and ends all sessions', async () => {
    const id = await make('forgot.none');
    const before = await server.signIn('forgot.none');
    const { data } = await reset(id);
    expect(data).toMatchObject({ way: 'password', to: null, days: 3 });
    expect(data.password).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/);
    expect(await alive(before)).toBe(401);
    expect((await enter('forgot.none', OWN_PASSWORD)).error.reason).toBe('SIGN_IN_FAILED');
    const refused = await enter('forgot.none', data.password!);
    expect(refused.error.reason).toBe('PASSWORD_FIRST');
    expect((await choose(ticketOf(refused), 'Chosen@2027')).code).toBe(200);
    expect((await enter('forgot.none', 'Chosen@2027')).code).toBe(200);
    const log = await server.call('log.operationLog.search', { search: '重置成员密码' }, admin);
    expect(JSON.stringify(log.data)).toContain('林晓');
    expect(JSON.stringify(log.data)).not.toContain(data.password);
  });

  it('opens for three days', async () => {
    const id = await make('forgot.late');
    const { data } = await reset(id);
    await server.db.withOwner((tx) =>
      tx.run(`update upm.app_user set password_until = now() - interval '1 second' where id = $1`, [
        id,
      ]),
    );
    expect((await enter('forgot.late', data.password!)).error.reason).toBe('PASSWORD_LAPSED');
  });

  it('is chosen by the person where they are reached: the company never sees one', async () => {
    const id = await make('forgot.mail');
    await server.signIn('forgot.mail');
    await holds(server, id, { email: 'forgot@huozi.example' });
    const { data } = await reset(id);
    expect(data).toEqual({
      way: 'link',
      to: 'fo***@huozi.example',
      hours: 24,
      password: null,
      days: null,
    });
    expect((await enter('forgot.mail', OWN_PASSWORD)).code).toBe(200);
    const secret = secretIn(await lastSent(server, 'forgot@huozi.example'));
    expect((await choose(secret, 'Mine@2027')).code).toBe(200);
    expect((await enter('forgot.mail', 'Mine@2027')).code).toBe(200);
  });

  it('is refused for a member who works in another company too', async () => {
    const id = await make('two.companies');
    await server.signIn('two.companies');
    const { tenant } = await server.newTenant('other-company');
    await server.db.withOwner(
      (tx) =>
        tx.run(`insert into upm.member (tenant_id, user_id, real_name) values ($1, $2, '林晓')`, [
          tenant.id,
          id,
        ]),
      tenant.id,
    );
    expect((await reset(id)).error.reason).toBe('MEMBER_ELSEWHERE');
    expect(
      (
        await server.call(
          'upm.userOrg.updateContact',
          { userId: id, email: 'boss@huozi.example' },
          admin,
        )
      ).error.reason,
    ).toBe('MEMBER_ELSEWHERE');
  });

  it('is not one’s own, not of who may do more, and not of another company’s member', async () => {
    const roles = async (title: string, functions: string[]) =>
      (
        await server.call(
          'upm.roleMenu.save',
          { kind: 'role', title, functions: functions as never },
          admin,
        )
      ).data.id;
    const [clerk, keeper] = [
      await roles('人事', ['user.manage']),
      await roles('角色员', ['role.manage']),
    ];
    const [clerkId, keeperId] = [await make('hr.clerk'), await make('role.keeper')];
    const give = (roleId: string, userId: string) =>
      server.call('upm.userRole.addRoleForSeveralUser', { roleId, userIds: [userId] }, admin);
    await give(clerk, clerkId);
    await give(keeper, keeperId);
    const as = await server.signIn('hr.clerk');
    expect((await reset(keeperId, as)).error.reason).toBe('MEMBER_ABOVE');
    expect((await reset(admin.userid, as)).error.reason).toBe('MEMBER_ADMIN');
    expect((await reset(clerkId, as)).error.reason).toBe('MEMBER_SELF');
    expect((await reset((await server.signIn('user')).userid, as)).error.reason).toBe(
      'MEMBER_UNKNOWN',
    );
  });
});

describe('a number or address an administrator enters', () => {
  it('is the member’s once they confirm it, and only where there is none', async () => {
    const id = await make('no.contact');
    const offer = (mobile: string) =>
      server.call('upm.userOrg.updateContact', { userId: id, mobile }, admin);
    expect((await offer('138 1234 0001')).data).toEqual({ to: '138****0001', hours: 24 });
    expect(await lastText(server, '13812340001')).toContain('#/email?ticket=');
    const ticket = secretIn(await lastSent(server, '13812340001'));
    expect((await server.call('upm.public.updateEmailActive', { ticket })).data).toEqual({
      contact: '138****0001',
    });
    expect((await offer('13812340002')).error.reason).toBe('CONTACT_OWN');
  });

  it('becomes no one’s when it is confirmed after they have left', async () => {
    const id = await make('left.contact');
    await server.call(
      'upm.userOrg.updateContact',
      { userId: id, email: 'late@huozi.example' },
      admin,
    );
    const ticket = secretIn(await lastSent(server, 'late@huozi.example'));
    await server.call('upm.userOrg.removeByUserId', { userId: id }, admin);
    expect((await server.call('upm.public.updateEmailActive', { ticket })).error.reason).toBe(
      'LINK_INVALID',
    );
  });
});
