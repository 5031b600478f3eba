import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { holds, secretIn } from '../identity/sign-in.testing.ts';
import { THROTTLES } from '../identity/throttle.ts';
import { DEMO_PASSWORD, hashPassword } from '../index.ts';
import { OWN_PASSWORD, testServer, type Auth, type TestServer } from '../../testing.ts';

const MOST_FROM_NEW = 50;

/** What a user with the right to manage members could do to people beyond the company. */
let server: TestServer;
let admin: Auth;
beforeAll(async () => {
  server = await testServer();
  admin = await server.signIn('admin');
});
afterAll(() => server?.close());

const ask = (email: string, as = admin) =>
  server.call('upm.userOrg.inviteuser', { people: [{ realName: '受邀人', email }] }, as);
const invited = async (email: string) =>
  (await server.call('upm.userOrg.orgUserPageList', { search: email }, admin)).data.records[0]!;

describe('invitations', () => {
  it('reach one address a few times a day, from all senders and by all ways of sending', async () => {
    const email = 'asked-often@huozi.example';
    expect((await ask(email)).code).toBe(200);
    const { id } = await invited(email);
    for (const time of [1, 2])
      expect(
        (await server.call('upm.userOrg.inviteAgain', { userIds: [id] }, admin)).data.count,
        `${time}`,
      ).toBe(1);
    const { auth: other } = await server.newTenant('asks-as-well');
    expect((await ask(email.toUpperCase(), other)).code).toBe(200);
    await server.call('upm.userOrg.removeByUserId', { userId: id }, admin);
    expect((await ask(email)).code).toBe(200);
    expect((await ask(email)).error.reason).toBe('INVITED_OFTEN');
    const { id: again } = await invited(email);
    const refused = [
      await ask(email, other),
      await server.call('upm.tenant.activeAgain', { id: again }, admin),
      await server.call('upm.userOrg.inviteAgain', { userIds: [again] }, admin),
    ];
    expect(refused.map(({ code, msg }) => [code, msg])).toEqual(
      refused.map(() => [429, `${email} 今天已多次收到邀请，请明天再试`]),
    );
    expect((await ask('asked-once@huozi.example', other)).code).toBe(200);
  });

  it('are counted from zero the next day', async () => {
    const email = 'asked-yesterday@huozi.example';
    for (let i = 0; i < 5; i++) expect((await ask(email)).code).toBe(200);
    expect((await ask(email)).code).toBe(429);
    await server.db.withAnonymousTx((tx) =>
      tx.run(`update upm.throttle set since = now() - interval '25 hours' where key = $1`, [
        `asked:${email}`,
      ]),
    );
    expect((await ask(email)).code).toBe(200);
  });

  it('of one company have a limit a day', async () => {
    const { auth } = await server.newTenant('asks-everybody');
    expect((await ask('first-of-many@huozi.example', auth)).code).toBe(200);
    const sent = (times: number) =>
      server.db.withAnonymousTx((tx) =>
        tx.run('update upm.throttle set times = $2 where key = $1', [
          `asking:${auth.tenant}`,
          times,
        ]),
      );
    const grown = (days: number, members: number, verified = false) =>
      server.db.withOwner(async (tx) => {
        await tx.run(
          `update upm.tenant set created_at = now() - make_interval(days => $2), verified_at = case
            when $3 then now() end where id = $1`,
          [auth.tenant, days, verified],
        );
        await tx.run(
          `insert into upm.app_user (id, account) select 'grown' || n, 'grown' || n
            from generate_series(2, $1::int) n on conflict do nothing`,
          [members],
        );
        await tx.run(
          `insert into upm.member (tenant_id, user_id, real_name) select $1, 'grown' || n, '人'
            from generate_series(2, $2::int) n on conflict do nothing`,
          [auth.tenant, members],
        );
      }, auth.tenant);
    const next = async () => (await ask(`next-${Math.random()}@huozi.example`, auth)).error?.params;
    await sent(MOST_FROM_NEW);
    expect(await next()).toEqual({ max: 50 });
    await grown(365, 1);
    expect(await next()).toEqual({ max: 50 });
    await grown(7, 5);
    expect(await next()).toBeUndefined();
    await sent(1_000);
    expect(await next()).toEqual({ max: 1_000 });
    await grown(30, 20);
    expect(await next()).toBeUndefined();
    await grown(0, 1, true);
    expect(await next()).toBeUndefined();
    await sent(20_000);
    expect(await next()).toEqual({ max: 20_000 });
  });

  it('carry nothing of their sender but plain names: no link, no bracket, a subject of ours', async () => {
    const { auth } = await server.newTenant('phisher');
    const rename = (realName: string) => server.call('upm.sysUser.update', { realName }, auth);
    for (const name of [
      '【平安银行】您的账户异常',
      '请点 http://evil.example/x',
      'evil.example 客服',
      'www.evil',
      '张\u202e三',
      '张\n三',
      '<b>张三</b>',
    ]) {
      expect((await rename(name)).error.reason, name).toBe('NAME_MISLEADING');
    }
    for (const name of ['J. Smith', '阿布都·热合曼', '张三（销售）', 'O’Neil'])
      expect((await rename(name)).code, name).toBe(200);
    // Stored before names were checked.
    await server.db.withOwner(
      (tx) =>
        tx.run(
          `update upm.member set real_name = '【平安银行】http://evil.example/x' where user_id = $1`,
          [auth.userid],
        ),
      auth.tenant,
    );
    expect((await ask('victim@huozi.example', auth)).code).toBe(200);
    const [mail] = await server.db.asAnonymous<{
      payload: { subject: string; text: string };
    }>(`select payload from kernel.outbox where payload->>'to' = 'victim@huozi.example'
      union all select jsonb_build_object('subject', subject, 'text', body) from msg.mail
        where to_address = 'victim@huozi.example'`);
    expect(mail!.payload.subject).toBe('你收到一份加入企业的邀请');
    expect(mail!.payload.text).toContain(
      '“平安银行 http：／／evil．example／x”邀请你加入企业“phisher 公司”',
    );
    expect((await rename('【平安银行】http://evil.example/x')).code).toBe(200);
  });
});

it('which account names are taken anywhere is not to be asked without end; making accounts goes on', async () => {
  const { auth } = await server.newTenant('name-hunter');
  const create = async (account: string) => {
    const { code, error } = await server.call(
      'upm.userOrg.createUser',
      { realName: '某人', account, password: 'Huozi@2026' },
      auth,
    );
    return code === 200 ? 'made' : (error.errors?.[0]?.reason ?? error.reason);
  };
  for (let n = 0; n < 3; n += 1) expect(await create(`made-${n}`)).toBe('made');
  for (let n = 0; n < THROTTLES.takenByPerson.times; n += 1)
    expect(await create('admin')).toBe('VALUE_TAKEN');
  expect(await create('admin')).toBe('TOO_FREQUENT');
}, 60_000);

describe('an account made by a company, whose first password a user there knows', () => {
  it('stays within that company until its person has chosen another password', async () => {
    const [account, own] = ['handed.account', 'Eigen#2027'];
    const { id } = (
      await server.call(
        'upm.userOrg.createUser',
        { realName: '新人', account, password: DEMO_PASSWORD },
        admin,
      )
    ).data;
    const person = await server.signIn(account);
    // As it is with a session that was opened without the password.
    await server.db.withOwner((tx) =>
      tx.run('update upm.app_user set password_of = $2 where id = $1', [id, admin.tenant]),
    );
    const { auth: host } = await server.newTenant('second-home');
    const link = secretIn(
      (await server.call('upm.region.inviteLinkControl', { status: 1, approval: false }, host)).data
        .inviteLink,
    );
    const enter = async (password: string): Promise<Auth> => {
      const { data } = await server.call('upm.anno.signIn', { account, password });
      return {
        token: data.token,
        userid: data.userid,
        tenant: data.tenant,
        regionid: data.regionId,
      };
    };
    for (const id of ['upm.region.join', 'upm.public.join'] as const)
      expect((await server.call(id, { link }, person)).error.reason).toBe('PASSWORD_GIVEN');
    expect(
      (
        await server.call(
          'upm.sysUser.updatePassword',
          { oldPassword: OWN_PASSWORD, password: own },
          person,
        )
      ).code,
    ).toBe(200);
    expect(
      (await server.call('upm.region.join', { link }, await enter(own))).data.signIn?.tenant,
    ).toBe(host.tenant);
  });

  it('cannot be given to a person with an account: neither their password nor their contacts are a company’s to write', async () => {
    const { auth } = await server.newTenant('shared.person');
    const before = await server.db.withAnonymousTx((tx) =>
      tx.query('select account, mobile, email, password_hash from upm.app_user where id = $1', [
        auth.userid,
      ]),
    );
    expect(
      (
        await server.call(
          'upm.userOrg.createUser',
          { realName: '冒名', account: 'Shared.Person', password: 'Huozi@2026' },
          admin,
        )
      ).error.errors?.[0]?.reason,
    ).toBe('VALUE_TAKEN');
    const wishes = {
      password: await hashPassword(server.db, 'Huozi@2026'),
      mobile: '13700000009',
      email: 'taken@evil.example',
      account: 'mine',
    };
    for (const [key, value] of Object.entries(wishes))
      expect(
        (
          await server.call(
            'upm.userOrg.updateUser',
            { userId: auth.userid, version: 1, [key]: value } as never,
            admin,
          )
        ).error.reason,
      ).toBe('UNKNOWN_FIELD');
    expect(
      await server.db.withAnonymousTx((tx) =>
        tx.query('select account, mobile, email, password_hash from upm.app_user where id = $1', [
          auth.userid,
        ]),
      ),
    ).toEqual(before);
  });
});

it('who has left a company is no longer shown to it as they are now', async () => {
  const [account, password] = ['leaver.account', 'Huozi@2026'];
  const { id } = (
    await server.call('upm.userOrg.createUser', { realName: '离开的人', account, password }, admin)
  ).data;
  await holds(server, id, { mobile: '13700000021', email: 'leaver@huozi.example' });
  const seen = async () =>
    (await server.call('upm.userOrg.detailUserInfo', { userId: id }, admin)).data;
  expect(await seen()).toMatchObject({
    account,
    mobile: '13700000021',
    email: 'leaver@huozi.example',
  });
  await server.call('upm.userOrg.removeByUserId', { userId: id }, admin);
  await holds(server, id, { mobile: '13700000022', email: 'elsewhere@huozi.example' });
  expect(await seen()).toMatchObject({
    realName: '离开的人',
    state: 'left',
    // What they were called when they left, whatever they are called now.
    account,
    mobile: '',
    email: '',
  });
  for (const search of ['13700000022', 'elsewhere', account])
    expect(
      (await server.call('upm.userOrg.orgUserPageList', { search, state: 'left' }, admin)).data
        .total,
      search,
    ).toBe(0);
});
