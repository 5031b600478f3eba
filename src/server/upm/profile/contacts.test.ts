import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '../index.ts';
import { testServer, type Auth, type TestServer } from '../../testing.ts';
import { authOf, holds, lastSent, provenBy, secretIn } from '../identity/sign-in.testing.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server?.close());

const me = async (as: Auth) => (await server.call('upm.sysUser.current', {}, as)).data;
/** Verifies a number and returns the token for it. */
async function prove(mobile: string, as: Auth): Promise<string> {
  expect((await server.call('upm.public.sendUpdatePhoneSMS', { mobile }, as)).code).toBe(200);
  return (
    await server.call(
      'upm.public.verifyUpdatePhoneSMS',
      { mobile, code: (await lastSent(server, mobile))! },
      as,
    )
  ).data.ticket;
}
const take = (ticket: string, as: Auth, password = DEMO_PASSWORD) =>
  server.call('upm.person.updateMobile', { ticket, password }, as);
const stranger = async (account: string): Promise<Auth> => (await server.newTenant(account)).auth;
const withoutPassword = (as: Auth) =>
  server.db.withAnonymousTx((tx) =>
    tx.run('update upm.app_user set password_hash = null where id = $1', [as.userid]),
  );

describe('my mobile number', () => {
  it('is mine once its code and my password were right; a wrong password spends nothing', async () => {
    const auth = await stranger('mobile-one');
    const ticket = await prove('13800000011', auth);
    expect((await take(ticket, auth, 'wrong')).error.reason).toBe('PASSWORD_WRONG');
    expect((await take(ticket, auth)).code).toBe(200);
    expect((await me(auth)).mobile).toBe('13800000011');
    expect((await take(ticket, auth)).error.reason).toBe('LINK_INVALID');
    expect(
      (await server.call('upm.anno.signIn', { account: '13800000011', password: DEMO_PASSWORD }))
        .data.userid,
    ).toBe(auth.userid);
  });

  it('of another account stays theirs, which only the verified holder learns; their token works for no other account', async () => {
    const [owner, other] = [await stranger('mobile-two'), await stranger('mobile-three')];
    await take(await prove('13800000012', owner), owner);
    await server.db.withAnonymousTx((tx) =>
      tx.run(
        `update upm.code set created_at = created_at - interval '2 minutes'
          where target = '13800000012'`,
      ),
    );
    const ticket = await prove('13800000012', other);
    expect((await take(ticket, owner)).error.reason).toBe('LINK_INVALID');
    expect((await take(ticket, other)).error.reason).toBe('REGISTERED_ALREADY');
    expect((await me(owner)).mobile).toBe('13800000012');
  });
});

describe('my e-mail address', () => {
  it('is the new one when the link that went there was opened', async () => {
    const auth = await stranger('mail-one');
    expect(
      (
        await server.call(
          'upm.person.updateEmail',
          { email: ' New@Huozi.Example ', password: 'wrong' },
          auth,
        )
      ).error.reason,
    ).toBe('PASSWORD_WRONG');
    expect(
      (
        await server.call(
          'upm.person.updateEmail',
          { email: ' New@Huozi.Example ', password: DEMO_PASSWORD },
          auth,
        )
      ).code,
    ).toBe(200);
    expect((await me(auth)).email).toBe('');
    expect(
      (
        await server.call('upm.public.updateEmailActive', {
          ticket: secretIn(await lastSent(server, 'new@huozi.example')),
        })
      ).code,
    ).toBe(200);
    expect((await me(auth)).email).toBe('new@huozi.example');
    expect(
      (
        await server.call(
          'upm.person.updateEmail',
          { email: 'new@huozi.example', password: DEMO_PASSWORD },
          auth,
        )
      ).error.reason,
    ).toBe('CONTACT_SAME');
  });

  it('behind my number is shown to me alone, half hidden', async () => {
    const auth = await stranger('mail-two');
    await server.db.withAnonymousTx((tx) =>
      tx.run(
        `update upm.app_user set mobile = '13800000013', email = 'hidden@huozi.example'
          where id = $1`,
        [auth.userid],
      ),
    );
    const ask = async (mobile: string, as: Auth) =>
      (await server.call('upm.sysUser.checkEmailByMobile', { mobile }, as)).data.email;
    expect(await ask('138 0000 0013', auth)).toBe('hi***@huozi.example');
    expect(await ask('13800000013', await stranger('mail-three'))).toBe('');
    expect(await ask('13800000099', auth)).toBe('');
    const check = (mobile: string, password: string) =>
      server.call('upm.sysUser.checkPhonePwd', { mobile, password }, auth);
    expect((await check('13800000013', DEMO_PASSWORD)).code).toBe(200);
    const wrong = [await check('13800000014', DEMO_PASSWORD), await check('13800000013', 'wrong')];
    expect(wrong[0]).toEqual(wrong[1]);
    await withoutPassword(auth);
    expect((await check('13800000013', DEMO_PASSWORD)).error.reason).toBe('PASSWORD_NONE');
  });
});

describe('ways of coming in', () => {
  it('can be given up, but never the last one', async () => {
    const auth = await stranger('ways');
    await server.db.withAnonymousTx((tx) =>
      tx.run(
        `update upm.app_user set mobile = '13800000015', email = 'ways@huozi.example' where id = $1`,
        [auth.userid],
      ),
    );
    const unbind = (kind: 'mobile' | 'email') =>
      server.call('upm.person.unbind', { kind, password: DEMO_PASSWORD }, auth);
    expect((await unbind('mobile')).code).toBe(200);
    expect((await me(auth)).mobile).toBe('');
    await withoutPassword(auth);
    expect((await unbind('email')).error.reason).toBe('LAST_WAY_IN');
    expect((await me(auth)).email).toBe('ways@huozi.example');
  });

  it('an account name I never chose is none: the number I registered with stays, and who helps me is shown how I sign in', async () => {
    const { data } = await server.call('upm.public.register', {
      company: '无名织造',
      code: 'wuming',
      realName: '沈无名',
      ticket: await provenBy(server, { mobile: '13800000021' }, 'register'),
      password: DEMO_PASSWORD,
    });
    const auth = authOf(data.signIn!);
    const unbind = (kind: 'mobile' | 'email') =>
      server.call('upm.person.unbind', { kind, password: DEMO_PASSWORD }, auth);
    const listed = async () =>
      (await server.call('upm.userOrg.orgUserPageList', {}, auth)).data.records[0]!.account;
    expect((await unbind('mobile')).error.reason).toBe('LAST_WAY_IN');
    expect(await listed()).toBe('13800000021');
    await holds(server, auth.userid, { email: 'nameless@huozi.example' });
    expect((await unbind('email')).error.reason).toBe('LAST_WAY_IN');
    await holds(server, auth.userid, {});
    expect(await listed()).toMatch(/^u[0-9a-f]{18}$/);
  });

  it('a password is set with a code to my own number, once; all other devices are out', async () => {
    const auth = await stranger('first-password');
    await server.db.withAnonymousTx((tx) =>
      tx.run(`update upm.app_user set mobile = '13800000016' where id = $1`, [auth.userid]),
    );
    await withoutPassword(auth);
    expect(
      (
        await server.call(
          'upm.sysUser.updatePassword',
          { oldPassword: 'x', password: 'Fresh@2026' },
          auth,
        )
      ).error.reason,
    ).toBe('PASSWORD_NONE');
    expect((await server.call('upm.person.sendCode', { to: 'email' }, auth)).code).toBe(400);
    expect((await server.call('upm.person.sendCode', { to: 'mobile' }, auth)).code).toBe(200);
    const code = (await lastSent(server, '13800000016'))!;
    expect(
      (await server.call('upm.person.smsSetPwd', { code, password: 'weak' }, auth)).error.reason,
    ).toBe('PASSWORD_WEAK');
    expect(
      (await server.call('upm.person.smsSetPwd', { code, password: 'Fresh@2026' }, auth)).code,
    ).toBe(200);
    expect(
      (await server.call('upm.person.smsSetPwd', { code, password: 'Other@2026' }, auth)).error
        .reason,
    ).toBe('CODE_WRONG');
    expect(
      (await server.call('upm.anno.signIn', { account: 'first-password', password: 'Fresh@2026' }))
        .data.userid,
    ).toBe(auth.userid);
  });
});
