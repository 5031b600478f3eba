import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { holds, secretIn } from '../identity/door.testing.ts';
import { hashPassword } from '../index.ts';
import { testServer, type Auth, type TestServer } from '../../testing.ts';

/** What somebody who looks after members could do to people beyond the company. */
let server: TestServer;
let admin: Auth;
beforeAll(async () => {
  server = await testServer();
  admin = await server.signIn('admin');
});
afterAll(() => server?.close());

const ask = (email: string, as = admin) => server.call('upm.userOrg.inviteuser', { people: [{ realName: '受邀人', email }] }, as);
const invited = async (email: string) => (await server.call('upm.userOrg.orgUserPageList', { search: email }, admin)).data.records[0]!;

describe('invitations', () => {
  it('reach one address a few times a day, whoever sends them and however they are sent', async () => {
    const email = 'asked-often@huozi.example';
    expect((await ask(email)).code).toBe(200);
    const { id } = await invited(email);
    for (const again of [1, 2]) expect((await server.call('upm.userOrg.inviteAgain', { userIds: [id] }, admin)).data.count, `${again}`).toBe(1);
    const { auth: other } = await server.newTenant('asks-as-well');
    expect((await ask(email.toUpperCase(), other)).code).toBe(200);
    await server.call('upm.userOrg.removeByUserId', { userId: id }, admin);
    expect((await ask(email)).code).toBe(200);
    expect((await ask(email)).error.reason).toBe('INVITED_OFTEN');
    const refused = [await ask(email, other), await server.call('upm.tenant.activeAgain', { id }, admin), await server.call('upm.userOrg.inviteAgain', { userIds: [id] }, admin)];
    expect(refused.map(({ code, msg }) => [code, msg])).toEqual(refused.map(() => [429, `${email} 今天已多次收到邀请，请明天再试`]));
    expect((await ask('asked-once@huozi.example', other)).code).toBe(200);
  });

  it('are counted anew the next day', async () => {
    const email = 'asked-yesterday@huozi.example';
    for (let i = 0; i < 5; i++) expect((await ask(email)).code).toBe(200);
    expect((await ask(email)).code).toBe(429);
    await server.db.withGate((tx) => tx.run(`update upm.throttle set since = now() - interval '25 hours' where key = $1`, [`asked:${email}`]));
    expect((await ask(email)).code).toBe(200);
  });

  it('of one company have a limit a day', async () => {
    const { auth } = await server.newTenant('asks-everybody');
    expect((await ask('first-of-many@huozi.example', auth)).code).toBe(200);
    await server.db.withGate((tx) => tx.run('update upm.throttle set times = 20000 where key = $1', [`asking:${auth.tenant}`]));
    expect((await ask('one-too-many@huozi.example', auth)).error.reason).toBe('INVITING_OFTEN');
  });
});

describe('an account made by a company, whose first password somebody there knows', () => {
  it('stays within that company until its person has chosen another password', async () => {
    const [account, first, own] = ['handed.account', 'Huozi@2026', 'Eigen#2027'];
    expect((await server.call('upm.userOrg.createUser', { realName: '新人', account, password: first }, admin)).code).toBe(200);
    const { auth: host } = await server.newTenant('second-home');
    const link = secretIn((await server.call('upm.region.inviteLinkControl', { status: 1 }, host)).data.inviteLink);
    const enter = async (password: string): Promise<Auth> => {
      const { data } = await server.call('upm.anno.signIn', { account, password });
      return { token: data.token, userid: data.userid, tenant: data.tenant, regionid: data.regionId };
    };
    const person = await enter(first);
    for (const id of ['upm.region.join', 'upm.public.join'] as const) expect((await server.call(id, { link }, person)).error.reason).toBe('PASSWORD_GIVEN');
    expect((await server.call('upm.sysUser.updatePassword', { oldPassword: first, password: own }, person)).code).toBe(200);
    expect((await server.call('upm.region.join', { link }, await enter(own))).data.tenant).toBe(host.tenant);
  });

  it('cannot be made anybody’s who has one: neither their password nor their contacts are a company’s to write', async () => {
    const { auth } = await server.newTenant('shared.person');
    const before = await server.db.withGate((tx) => tx.query('select account, mobile, email, password_hash from upm.app_user where id = $1', [auth.userid]));
    expect((await server.call('upm.userOrg.createUser', { realName: '冒名', account: 'Shared.Person', password: 'Huozi@2026' }, admin)).error.errors?.[0]?.reason).toBe('VALUE_TAKEN');
    const wishes = { password: await hashPassword('Huozi@2026'), mobile: '13700000009', email: 'taken@evil.example', account: 'mine' };
    for (const [key, value] of Object.entries(wishes)) expect((await server.call('upm.userOrg.updateUser', { userId: auth.userid, version: 1, [key]: value } as never, admin)).error.reason).toBe('UNKNOWN_FIELD');
    expect(await server.db.withGate((tx) => tx.query('select account, mobile, email, password_hash from upm.app_user where id = $1', [auth.userid]))).toEqual(before);
  });
});

it('who has left a company is no longer shown to it as they are now', async () => {
  const [account, password] = ['leaver.account', 'Huozi@2026'];
  const { id } = (await server.call('upm.userOrg.createUser', { realName: '离开的人', account, password }, admin)).data;
  await holds(server, id, { mobile: '13700000021', email: 'leaver@huozi.example' });
  const seen = async () => (await server.call('upm.userOrg.detailUserInfo', { userId: id }, admin)).data;
  expect(await seen()).toMatchObject({ account, mobile: '13700000021', email: 'leaver@huozi.example' });
  await server.call('upm.userOrg.removeByUserId', { userId: id }, admin);
  await holds(server, id, { mobile: '13700000022', email: 'elsewhere@huozi.example' });
  expect(await seen()).toMatchObject({ realName: '离开的人', state: 'left', account: '', mobile: '', email: '' });
  for (const search of ['13700000022', 'elsewhere', account]) expect((await server.call('upm.userOrg.orgUserPageList', { search, state: 'left' }, admin)).data.total, search).toBe(0);
});
