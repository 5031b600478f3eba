import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testServer, type Auth, type TestServer } from '../../testing.ts';
import type { TenantRef } from '../../kernel/index.ts';
import { createInvite, switchInvite } from './invites.ts';
import { invitePerson, type Invitee } from './invitations.ts';
import { authOf, holds, lastSent, provenBy, secretIn } from './sign-in.testing.ts';

let server: TestServer;
let tenant: TenantRef;
let host: Auth;
const PASSWORD = 'Fresh@2027';

beforeAll(async () => {
  server = await testServer();
  ({ tenant, auth: host } = await server.newTenant('host'));
});
afterAll(() => server?.close());
beforeEach(async () => {
  await server.db.withOwner((tx) => tx.run('delete from upm.code'));
});

const valid = async (link: string) => (await server.call('upm.public.inviteValid', { link })).data;
const companyLink = () =>
  server.db.withTenant({ tenant }, (tx) =>
    createInvite(tx, tenant.id, { createdBy: host.userid, approval: false }),
  );
const inside = <T>(work: Parameters<typeof server.db.withTenant<T>>[1]) =>
  server.db.withTenant({ tenant }, work);
const invite = async (to: Invitee['to'], realName = '受邀人') => {
  await inside((tx) =>
    invitePerson(tx, 'http://huozi.test', { realName, to, invitedBy: host.userid }),
  );
  return secretIn(await lastSent(server, Object.values(to)[0] as string));
};
const member = async (userId: string) =>
  (
    await inside((tx) =>
      tx.query<{ state: string; real_name: string }>(
        'select state, real_name from upm.member where tenant_id = $1 and user_id = $2',
        [tenant.id, userId],
      ),
    )
  )[0];
const active = (link: string, more: object = {}) =>
  server.call('upm.public.activeNewUser', { link, password: PASSWORD, ...more });

describe("a company's invite link", () => {
  it('says whose it is and whether it opens, and nothing of a link that never was', async () => {
    const link = await companyLink();
    expect(await valid(link)).toEqual({
      kind: 'company',
      state: 'valid',
      company: 'host 公司',
      inviter: 'host',
      realName: '',
      contact: '',
      known: false,
      approval: false,
    });
    await inside((tx) => switchInvite(tx, tenant.id, false));
    expect((await valid(link)).state).toBe('stopped');
    await inside((tx) => switchInvite(tx, tenant.id, true));
    await server.db.withOwner(
      (tx) => tx.run(`update upm.invite set expires_at = now() - interval '1 second'`),
      tenant.id,
    );
    expect((await valid(link)).state).toBe('expired');
    expect(await valid('made-up')).toMatchObject({ state: 'unknown', company: '' });
  });

  it('admits a new person with a verified number as an ordinary member', async () => {
    const link = await companyLink();
    const ticket = await provenBy(server, { mobile: '13600000001' }, 'join');
    const { data } = await server.call('upm.public.linkRegisterUser', {
      link,
      ticket,
      realName: '新同事',
      password: PASSWORD,
    });
    expect(data.signIn).toMatchObject({
      tenant: tenant.id,
      user: { realName: '新同事', isSuper: 0 },
      isBuilder: 0,
      roleList: [{ roleCode: 'tenant_user' }],
    });
    expect(
      (
        await server.call('upm.public.linkRegisterUser', {
          link,
          ticket,
          realName: '新同事',
          password: PASSWORD,
        })
      ).error.reason,
    ).toBe('LINK_INVALID');
    await expect
      .poll(() =>
        inside((tx) =>
          tx.query(
            `select from msg.message where tenant_id = $1 and user_id = $2
              and type_code = 'user_add' and content like '新同事%'`,
            [tenant.id, host.userid],
          ),
        ),
      )
      .toHaveLength(1);
  });

  it('opens for a person who is signed in elsewhere: they are here afterwards, the old token is over', async () => {
    const link = await companyLink();
    const { auth } = await server.newTenant('guest');
    const data = (await server.call('upm.public.join', { link }, auth)).data.signIn!;
    expect(data).toMatchObject({ tenant: tenant.id, userid: auth.userid });
    expect((await server.call('upm.region.profileSummary', {}, auth)).error.reason).toBe(
      'TOKEN_REPLACED',
    );
    expect((await server.call('upm.public.join', { link }, authOf(data))).error.reason).toBe(
      'MEMBER_ALREADY',
    );
    expect(
      (await server.call('upm.anno.signIn', { account: 'guest', password: 'Huozi@2026' })).data
        .tenant,
    ).toBe(tenant.id);
  });

  it('opens no more when it was stopped, renewed, or its time is over, nor for who was switched off', async () => {
    const old = await companyLink();
    const link = await companyLink();
    const { auth } = await server.newTenant('late');
    const join = (token: string) => server.call('upm.public.join', { link: token }, auth);
    expect((await join(old)).error.reason).toBe('INVITE_INVALID');
    await inside((tx) => switchInvite(tx, tenant.id, false));
    expect((await join(link)).error.reason).toBe('INVITE_INVALID');
    await inside((tx) => switchInvite(tx, tenant.id, true));
    await server.db.withOwner(
      (tx) =>
        tx.run(
          `insert into upm.member (tenant_id, user_id, real_name, state)
            values ($1, $2, '停用', 'off')`,
          [tenant.id, auth.userid],
        ),
      tenant.id,
    );
    expect((await join(link)).error.reason).toBe('MEMBER_OFF');
    expect(await server.call('upm.public.join', { link })).toMatchObject({ status: 401 });
  });

  it('gives the last seat once', async () => {
    const link = await companyLink();
    const guests = await Promise.all(
      ['seat-a', 'seat-b', 'seat-c'].map((name) => server.newTenant(name)),
    );
    await server.db.withOwner(
      (tx) =>
        tx.run(
          `update upm.tenant set max_members = 1 + (select count(*) from upm.member
            where tenant_id = $1 and state in ('active', 'invited')) where id = $1`,
          [tenant.id],
        ),
      tenant.id,
    );
    const answers = await Promise.all(
      guests.map(({ auth }) => server.call('upm.public.join', { link }, auth)),
    );
    expect(answers.map(({ code, error }) => (code === 200 ? 'in' : error.reason)).sort()).toEqual([
      'MEMBERS_FULL',
      'MEMBERS_FULL',
      'in',
    ]);
    await server.db.withOwner(
      (tx) => tx.run('update upm.tenant set max_members = null where id = $1', [tenant.id]),
      tenant.id,
    );
  });
});

describe('an invitation in person', () => {
  it('admits a new person with a password of their own, once', async () => {
    const link = await invite({ email: 'fresh@huozi.example' }, '小新');
    expect(await valid(link)).toMatchObject({
      kind: 'person',
      state: 'valid',
      realName: '小新',
      contact: 'fr***@huozi.example',
      known: false,
    });
    expect((await active(link, { password: 'weak' })).error.reason).toBe('PASSWORD_WEAK');
    const answers = await Promise.all([
      active(link, { realName: '小新新', account: 'xiaoxin' }),
      active(link, { account: 'xiaoxin2' }),
    ]);
    const [entered] = answers.filter(({ code }) => code === 200);
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(entered!.data).toMatchObject({ tenant: tenant.id, isBuilder: 0 });
    expect(await valid(link)).toMatchObject({ state: 'used' });
    expect(
      (await server.call('upm.anno.signIn', { account: 'fresh@huozi.example', password: PASSWORD }))
        .code,
    ).toBe(200);
  });

  it('cannot be used to sign in before it is answered: no password, no code, no reset', async () => {
    await invite({ mobile: '13600000002' });
    for (const purpose of ['signIn', 'reset'] as const) {
      await server.call('upm.public.sendSMS', { mobile: '13600000002', purpose });
      await server.db.withOwner((tx) => tx.run('delete from upm.code'));
    }
    expect(await lastSent(server, '13600000002')).toMatch(/invite/);
    expect(
      (await server.call('upm.anno.signIn', { account: '13600000002', password: '' + PASSWORD }))
        .error.reason,
    ).toBe('SIGN_IN_FAILED');
  });

  it('is accepted by a person with an account; they sign in as usual', async () => {
    const { auth } = await server.newTenant('known-one');
    await holds(server, auth.userid, { email: 'known@huozi.example' });
    const link = await invite({ email: 'known@huozi.example' }, '老相识');
    expect(await valid(link)).toMatchObject({ kind: 'person', known: true });
    expect((await active(link)).error.reason).toBe('REGISTERED_ALREADY');
    expect((await server.call('upm.public.userActive', { link })).data).toEqual({
      company: 'host 公司',
    });
    expect((await server.call('upm.public.userActive', { link })).error.reason).toBe(
      'INVITE_INVALID',
    );
    expect(await member(auth.userid)).toEqual({ state: 'active', real_name: '老相识' });
  });

  it('may be answered by a person with an account under another name; the invited member with its roles becomes theirs', async () => {
    const link = await invite({ email: 'second-address@huozi.example' }, '另一个邮箱');
    const { auth } = await server.newTenant('already');
    const data = (await server.call('upm.public.join', { link }, auth)).data.signIn!;
    expect(data).toMatchObject({
      tenant: tenant.id,
      userid: auth.userid,
      user: { realName: '另一个邮箱' },
      roleList: [{ roleCode: 'tenant_user' }],
    });
    expect((await server.call('upm.public.join', { link }, authOf(data))).error.reason).toBe(
      'INVITE_INVALID',
    );
  });

  it('to a person with an account works for no other account', async () => {
    const { auth: known } = await server.newTenant('owner-of-place');
    await holds(server, known.userid, { email: 'place@huozi.example' });
    const link = await invite({ email: 'place@huozi.example' });
    const { auth: other } = await server.newTenant('other-person');
    expect((await server.call('upm.public.join', { link }, other)).error.reason).toBe(
      'INVITE_INVALID',
    );
  });

  it('by text message is answered with a code, in the company that is chosen and in no other', async () => {
    const mobile = '13600000005';
    const { auth: pushy, tenant: other } = await server.newTenant('pushy');
    await invite({ mobile });
    await server.call(
      'upm.userOrg.inviteUserByPhone',
      { people: [{ realName: '你好', mobile }] },
      pushy,
    );
    const ticket = await provenBy(server, { mobile }, 'activate');
    const { data: invitations } = await server.call('upm.public.listInvitations', { ticket });
    expect(invitations).toMatchObject([
      { company: 'pushy 公司', inviter: 'pushy' },
      { company: 'host 公司', inviter: 'host', realName: '受邀人' },
    ]);
    const answer = (more: object) =>
      server.call('upm.public.userActiveBySms', {
        ticket,
        invitation: invitations[1]!.id,
        ...more,
      });
    expect((await answer({})).error.reason).toBe('PASSWORD_WEAK');
    expect((await answer({ invitation: 'of-nobody', password: PASSWORD })).error.reason).toBe(
      'INVITE_INVALID',
    );
    const { data } = await answer({ password: PASSWORD, realName: '短信来客' });
    expect(data).toMatchObject({ tenant: tenant.id, user: { realName: '短信来客' } });
    const places = await server.db.withOwner((tx) =>
      tx.query('select tenant_id, state from upm.member where user_id = $1', [data.userid]),
    );
    expect(places).toEqual([{ tenant_id: tenant.id, state: 'active' }]);
    await server.db.withOwner((tx) => tx.run('delete from upm.code'));
    const again = await provenBy(server, { mobile }, 'activate');
    const { data: left } = await server.call('upm.public.listInvitations', { ticket: again });
    expect(left.map(({ company }) => company)).toEqual(['pushy 公司']);
    const second = await server.call('upm.public.userActiveBySms', {
      ticket: again,
      invitation: left[0]!.id,
    });
    expect(second.data).toMatchObject({ tenant: other.id, userid: data.userid });
  });

  it('is not listed without a proof of the number', async () => {
    expect(
      (await server.call('upm.public.listInvitations', { ticket: 'made-up' })).error.reason,
    ).toBe('LINK_INVALID');
    const ticket = await provenBy(server, { mobile: '13600000011' }, 'register');
    expect((await server.call('upm.public.listInvitations', { ticket })).error.reason).toBe(
      'LINK_INVALID',
    );
  });

  it('does not show the company whether a number is registered: the invited member always gets a random id', async () => {
    const { auth } = await server.newTenant('registered-long-ago');
    await holds(server, auth.userid, { mobile: '13600000021' });
    const people = ['13600000021', '13600000022'].map((mobile) => ({ realName: '某人', mobile }));
    const {
      data: { userIds },
    } = await server.call('upm.userOrg.inviteUserByPhone', { people }, host);
    for (const id of userIds) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-/);
    expect(userIds).not.toContain(auth.userid);
    const { data: seen } = await server.call('upm.region.getInactivatedUser', {}, host);
    expect(JSON.stringify(seen)).not.toContain(auth.userid);
    const { data: again } = await server.call('upm.userOrg.inviteUserByPhone', { people }, host);
    expect(again.userIds).toEqual(userIds);
  });

  it('keeps its departments, groups and duties for who turns out to be known', async () => {
    const { auth } = await server.newTenant('known-chief');
    await holds(server, auth.userid, { mobile: '13600000031' });
    const {
      data: {
        userIds: [place = ''],
      },
    } = await server.call(
      'upm.userOrg.inviteUserByPhone',
      { people: [{ realName: '主管', mobile: '13600000031' }] },
      host,
    );
    await server.db.withOwner(async (tx) => {
      await tx.run(`insert into upm.dept (tenant_id, id, title) values ($1, 'd-known', '一部')`, [
        tenant.id,
      ]);
      await tx.run(
        `insert into upm.dept_owner (tenant_id, dept_id, user_id) values ($1, 'd-known', $2)`,
        [tenant.id, place],
      );
      await tx.run(
        `insert into upm.work_group (tenant_id, id, name, owner_id, created_by)
          values ($1, 'g-known', '一组', $2, $2)`,
        [tenant.id, place],
      );
    }, tenant.id);
    const ticket = await provenBy(server, { mobile: '13600000031' }, 'activate');
    const {
      data: [invitation],
    } = await server.call('upm.public.listInvitations', { ticket });
    expect(
      (await server.call('upm.public.userActiveBySms', { ticket, invitation: invitation!.id })).data
        .userid,
    ).toBe(auth.userid);
    const duties = await inside((tx) =>
      tx.query(`
      select (select user_id from upm.dept_owner
        where dept_id = 'd-known') as chief, (select owner_id from upm.work_group
        where id = 'g-known') as owner`),
    );
    expect(duties).toEqual([{ chief: auth.userid, owner: auth.userid }]);
    expect(await member(place)).toMatchObject({ state: 'left' });
  });

  it('sent again opens by the new link only, and only for who may send it', async () => {
    const old = await invite({ email: 'resent@huozi.example' });
    const [row] = await inside((tx) =>
      tx.query<{ user_id: string }>(
        'select user_id from upm.invitation where tenant_id = $1 and email = $2',
        [tenant.id, 'resent@huozi.example'],
      ),
    );
    const stranger = await server.signIn('admin');
    expect(
      (await server.call('upm.tenant.activeAgain', { id: row!.user_id }, stranger)).error.reason,
    ).toBe('INVITATION_UNKNOWN');
    expect(
      (
        await server.call(
          'upm.tenant.activeAgain',
          { id: row!.user_id },
          await server.signIn('user'),
        )
      ).error.reason,
    ).toBe('FORBIDDEN');
    expect((await server.call('upm.tenant.activeAgain', { id: row!.user_id }, host)).code).toBe(
      200,
    );
    expect((await valid(old)).state).toBe('replaced');
    expect((await active(secretIn(await lastSent(server, 'resent@huozi.example')))).code).toBe(200);
  });

  it('shows the company nothing of the person but what it wrote itself, until they came', async () => {
    const { auth } = await server.newTenant('private-one');
    await holds(server, auth.userid, { email: 'private@huozi.example', mobile: '13600000006' });
    const link = await invite({ email: 'private@huozi.example' });
    const seen = () =>
      inside((tx) =>
        tx.query(
          `select account, mobile, email, has_pwd from upm.member_person
            where email = 'private@huozi.example'`,
        ),
      );
    expect(await seen()).toEqual([
      { account: '', mobile: null, email: 'private@huozi.example', has_pwd: false },
    ]);
    await server.call('upm.public.userActive', { link });
    expect(await seen()).toEqual([
      {
        account: 'private-one',
        mobile: '13600000006',
        email: 'private@huozi.example',
        has_pwd: true,
      },
    ]);
  });

  it('never makes an unproven number a way in: who registers with it is themselves, and the place still waits', async () => {
    const link = await invite({ mobile: '13600000007' }, '误写的号码');
    const ticket = await provenBy(server, { mobile: '13600000007' }, 'register');
    const { data } = await server.call('upm.public.register', {
      company: '自己的公司',
      realName: '本人',
      ticket,
      password: PASSWORD,
    });
    expect(data.signIn).toMatchObject({ org: { name: '自己的公司' } });
    expect(await valid(link)).toMatchObject({ state: 'valid', known: true });
    expect(await member(data.signIn!.userid)).toBeUndefined();
    await server.call('upm.public.userActive', { link });
    expect(await member(data.signIn!.userid)).toMatchObject({
      state: 'active',
      real_name: '误写的号码',
    });
  });
});
