import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testServer, type Auth, type TestServer } from '../../testing.ts';
import {
  authOf,
  holds,
  lastSent,
  lastText,
  logins,
  provenBy,
  secretIn,
} from './sign-in.testing.ts';

let server: TestServer;
const PASSWORD = 'Fresh@2027';

beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server?.close());
beforeEach(async () => {
  await server.db.withOwner((tx) => tx.run('delete from upm.code'));
});

const who = (auth: Auth) => server.call('upm.region.profileSummary', {}, auth);

describe('registering a company with a code', () => {
  it('makes it at once and signs its administrator in', async () => {
    const ticket = await provenBy(server, { mobile: '13700000001' }, 'register');
    const { data } = await server.call('upm.public.register', {
      company: ' 临江织造 ',
      code: 'linjiang',
      realName: '沈临江',
      account: 'shen.linjiang',
      ticket,
      password: PASSWORD,
    });
    expect(data).toMatchObject({
      mailed: false,
      signIn: {
        isBuilder: 1,
        user: { realName: '沈临江', isSuper: 1, name: 'shen.linjiang' },
        org: { name: '临江织造' },
      },
    });
    const auth = authOf(data.signIn!);
    expect((await who(auth)).data.roleList).toEqual([
      { roleCode: 'tenant_admin', roleName: '管理员' },
    ]);
    expect((await server.call('upm.sysUser.listUserByDefault', {}, auth)).code).toBe(200);
    for (const account of ['13700000001', 'SHEN.linjiang'])
      expect(
        (await server.call('upm.anno.signIn', { account, password: PASSWORD })).data.tenant,
      ).toBe(auth.tenant);
    expect((await logins(server, auth.userid))[0]).toMatchObject({
      kind: 'register',
      ok: true,
      tenant_id: auth.tenant,
    });
  });

  it('consumes the token, but not when something else was wrong', async () => {
    const ticket = await provenBy(server, { email: 'two@huozi.example' }, 'register');
    const register = (more: object = {}) =>
      server.call('upm.public.register', {
        company: '两家',
        realName: '二人',
        ticket,
        password: PASSWORD,
        ...more,
      });
    expect((await register({ password: 'weak' })).error.reason).toBe('PASSWORD_WEAK');
    expect((await register({ code: 'X' })).error).toMatchObject({ errors: [{ path: '/code' }] });
    expect((await register({ account: '13800000000' })).error).toMatchObject({
      errors: [{ path: '/account' }],
    });
    expect((await register({ account: 'admin' })).error.reason).toBe('VALUE_TAKEN');
    expect((await register({ company: '   ' })).error).toMatchObject({
      errors: [{ path: '/company' }],
    });
    const answers = await Promise.all(Array.from({ length: 3 }, () => register()));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    expect((await register()).error.reason).toBe('LINK_INVALID');
  });

  it('shows only the holder of the number that it has an account', async () => {
    const { auth } = await server.newTenant('taken-number');
    await holds(server, auth.userid, { mobile: '13700000003' });
    const sent = await server.call('upm.public.sendSMS', {
      mobile: '13700000003',
      purpose: 'register',
    });
    expect(sent.data).toEqual({ wait: 60, minutes: 5 });
    const { data } = await server.call('upm.public.smsCode', {
      mobile: '13700000003',
      purpose: 'register',
      code: (await lastSent(server, '13700000003'))!,
    });
    expect(data.registered).toBe(true);
    expect(
      (
        await server.call('upm.public.register', {
          company: '重复',
          realName: '甲',
          ticket: data.ticket,
          password: PASSWORD,
        })
      ).error.reason,
    ).toBe('REGISTERED_ALREADY');
  });

  it('refuses a token that was issued for something else', async () => {
    const ticket = await provenBy(server, { mobile: '13700000004' }, 'join');
    expect(
      (
        await server.call('upm.public.register', {
          company: '错用',
          realName: '甲',
          ticket,
          password: PASSWORD,
        })
      ).error.reason,
    ).toBe('LINK_INVALID');
  });
});

describe('registering a company by mail', () => {
  const register = (email: string, code?: string) =>
    server.call('upm.public.register', {
      company: '云雾茶厂',
      realName: '叶问茶',
      email,
      ...(code && { code }),
    });
  const active = (link: string, password = PASSWORD) =>
    server.call('upm.public.active', { link, password });

  it('waits for the link, which asks for the password and brings the company to life once', async () => {
    expect((await register('tea@huozi.example', 'tea')).data).toEqual({
      mailed: true,
      signIn: null,
    });
    const link = await lastSent(server, 'tea@huozi.example');
    expect(link).toMatch(/^http:\/\/huozi\.test\/passport\.html#\/activate\?link=/);
    const secret = secretIn(link);
    expect((await active(secret, 'weak')).error.reason).toBe('PASSWORD_WEAK');
    const answers = await Promise.all([active(secret), active(secret)]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 400]);
    expect(answers.find(({ code }) => code === 200)!.data).toMatchObject({
      org: { name: '云雾茶厂' },
      user: { isSuper: 1 },
    });
  });

  it('sends the link again, and the one before opens no more', async () => {
    await register('again@huozi.example');
    const first = secretIn(await lastSent(server, 'again@huozi.example'));
    await server.db.withOwner((tx) => tx.run('delete from upm.code'));
    expect(
      (await server.call('upm.tenant.reSendTenantMail', { email: 'again@huozi.example' })).data
        .wait,
    ).toBe(60);
    const second = secretIn(await lastSent(server, 'again@huozi.example'));
    expect((await active(first)).error.reason).toBe('LINK_INVALID');
    expect((await active(second)).code).toBe(200);
  });

  it('reports an existing account by mail only; the answer is the same', async () => {
    const { auth } = await server.newTenant('has-mail');
    await holds(server, auth.userid, { email: 'has@huozi.example' });
    const [known, unknown] = [
      await register('has@huozi.example'),
      await register('new@huozi.example'),
    ];
    expect(known).toEqual(unknown);
    expect(await lastText(server, 'has@huozi.example')).toContain('你已有账号');
    expect(await lastText(server, 'has@huozi.example')).not.toContain('activate');
  });
});

it('a company may have any name but a short name of its own; the answers do not reveal which companies exist', async () => {
  await server.call('upm.public.register', {
    company: '重名',
    code: 'samename',
    realName: '甲',
    password: PASSWORD,
    ticket: await provenBy(server, { email: 'same1@huozi.example' }, 'register'),
  });
  const check = (input: { code?: string; name?: string }) =>
    server.call('upm.tenant.checkCodeAndName', input).then(({ data }) => data);
  expect(await check({ code: 'samename', name: '重名' })).toEqual({
    codeWhy: '企业代号“samename”已被使用',
    nameWhy: '',
  });
  expect((await check({ code: 'no' })).codeWhy).toMatch(/须为/);
  expect((await check({ name: ' ' })).nameWhy).toBe('请填写企业名称');
  const again = await server.call('upm.public.register', {
    company: '重名',
    code: 'samename',
    realName: '乙',
    password: PASSWORD,
    ticket: await provenBy(server, { email: 'same2@huozi.example' }, 'register'),
  });
  expect(again.error).toMatchObject({ errors: [{ path: '/code' }] });
});
