import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CaptchaAnswer } from '../../../contract/index.ts';
import { solveCaptcha, wrongly } from '../../kernel/captcha.testing.ts';
import { testServer, type Auth, type TestServer } from '../../testing.ts';
import { MAX_FAILURES, FAILURES_WITHOUT_CAPTCHA } from './attempts.ts';
import { captchaAnswer, logins } from './sign-in.testing.ts';
import { hashPassword } from './password.ts';
import { setPassword } from './accounts.ts';

const LOCK_MINUTES = 15;

let server: TestServer;
const PASSWORD = 'Huozi@2026';

beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server?.close());

const answered = () => captchaAnswer(server);
const signIn = async (account: string, password: string, asked = false) =>
  server.call('upm.anno.signIn', {
    account,
    password,
    ...(asked && { captcha: await answered() }),
  });

describe('wrong passwords', () => {
  it('bring a question after three, a lock after five, also against the right one; time heals both', async () => {
    const { auth } = await server.newTenant('locked-one');
    for (let i = 0; i < FAILURES_WITHOUT_CAPTCHA; i += 1)
      expect((await signIn('locked-one', 'wrong')).error.reason).toBe('SIGN_IN_FAILED');
    for (const password of ['wrong', PASSWORD])
      expect((await signIn('locked-one', password)).error.reason).toBe('CAPTCHA_REQUIRED');
    for (let i = FAILURES_WITHOUT_CAPTCHA; i < MAX_FAILURES; i += 1)
      expect((await signIn('locked-one', 'wrong', true)).error.reason).toBe('SIGN_IN_FAILED');
    expect(await signIn('locked-one', PASSWORD, true)).toMatchObject({
      code: 400,
      error: { reason: 'SIGN_IN_LOCKED', params: { minutes: LOCK_MINUTES } },
    });
    expect((await server.call('upm.region.profileSummary', {}, auth)).code).toBe(200);
    await server.db.withOwner((tx) =>
      tx.run(`update upm.sign_in_attempt set last_at = now() - interval '16 minutes'`),
    );
    expect((await signIn('locked-one', PASSWORD)).code).toBe(200);
  });

  it('of one moment all count', async () => {
    await server.newTenant('stormed');
    const answers = await Promise.all(Array.from({ length: 20 }, () => signIn('stormed', 'wrong')));
    const reasons = answers.map(({ error }) => error.reason).sort();
    expect(reasons).toEqual([
      ...Array.from({ length: 20 - FAILURES_WITHOUT_CAPTCHA }, () => 'CAPTCHA_REQUIRED'),
      ...Array.from({ length: FAILURES_WITHOUT_CAPTCHA }, () => 'SIGN_IN_FAILED'),
    ]);
  });

  it('are cleared by the right one, with the captcha answered', async () => {
    await server.newTenant('absent-minded');
    for (let i = 0; i < FAILURES_WITHOUT_CAPTCHA; i += 1) await signIn('absent-minded', 'wrong');
    expect((await signIn('absent-minded', PASSWORD, true)).code).toBe(200);
    expect((await signIn('absent-minded', 'wrong')).error.reason).toBe('SIGN_IN_FAILED');
  });

  it('count regardless of what else the caller sends, and an unknown account counts as a known one does', async () => {
    const reasonsOf = async (account: string) => {
      const reasons: string[] = [];
      for (let i = 0; i <= FAILURES_WITHOUT_CAPTCHA; i += 1)
        reasons.push(
          (
            await server.inject({
              method: 'POST',
              url: `/upm/anno/signIn?timestamp=${i}`,
              payload: { account, password: 'wrong' },
              headers: { 'x-forwarded-for': `10.0.0.${i}`, forwarded: `for=10.0.1.${i}` },
            })
          ).json<{ data: { reason: string } }>().data.reason,
        );
      return reasons;
    };
    await server.newTenant('limited');
    expect(await reasonsOf('limited')).toEqual(await reasonsOf('nobody-at-all'));
    expect((await reasonsOf('limited')).at(-1)).toBe('CAPTCHA_REQUIRED');
  });
});

describe('guessing that spreads out', () => {
  const failures = (key: string, count: number) =>
    server.db.withOwner((tx) =>
      tx.run(
        `insert into upm.sign_in_attempt (key, failures) values ($1, $2) on conflict (key) do update
          set failures = $2, last_at = now()`,
        [key, count],
      ),
    );
  const counted = async (key: string) =>
    (
      await server.db.asAnonymous<{ failures: number }>(
        'select failures from upm.sign_in_attempt where key = $1',
        [key],
      )
    )[0]?.failures;
  it('over addresses needs harder and harder captchas, then locks the account; only wrong ones count', async () => {
    await server.newTenant('wide');
    await failures('account:wide', 49);
    expect((await signIn('wide', PASSWORD, true)).error.reason).toBe('CAPTCHA_REQUIRED');
    const hard = async () => {
      const { data } = await server.call('upm.anno.captcha', { account: 'wide' });
      expect(data.level).toBe(3);
      return solveCaptcha(data);
    };
    const tries = async (password: string) =>
      server.call('upm.anno.signIn', { account: 'wide', password, captcha: await hard() });
    expect((await tries(PASSWORD)).code).toBe(200);
    expect(await counted('account:wide')).toBe(49);
    expect((await tries('wrong')).error.reason).toBe('SIGN_IN_FAILED');
    expect((await tries(PASSWORD)).error.reason).toBe('SIGN_IN_LOCKED');
  });

  it('behind one address never lock the others there: a captcha, and a right password gets in', async () => {
    await server.newTenant('bystander');
    await failures('address:127.0.0.1', 3_000);
    expect((await signIn('bystander', PASSWORD)).error.reason).toBe('CAPTCHA_REQUIRED');
    expect((await signIn('bystander', PASSWORD, true)).error.reason).toBe('CAPTCHA_REQUIRED');
    const { data: challenge } = await server.call('upm.anno.captcha', { account: 'bystander' });
    expect(challenge.level).toBe(3);
    const captcha = await solveCaptcha(challenge);
    expect(
      (await server.call('upm.anno.signIn', { account: 'bystander', password: PASSWORD, captcha }))
        .code,
    ).toBe(200);
    await server.db.withOwner((tx) => tx.run('delete from upm.sign_in_attempt'));
  });
});

describe('a captcha', () => {
  const isRight = async (captcha: CaptchaAnswer) =>
    (await server.call('upm.anno.captchaCheck', captcha)).data.right;
  it('is good for one try, right or wrong', async () => {
    const captcha = await answered();
    expect(await isRight(captcha)).toBe(true);
    const reasonOf = async () =>
      (await server.call('upm.anno.signIn', { account: 'nobody', password: 'wrong', captcha }))
        .error.reason;
    expect([await reasonOf(), await reasonOf()]).toEqual(['SIGN_IN_FAILED', 'CAPTCHA_WRONG']);
    const another = await answered();
    expect([await isRight(wrongly(another)), await isRight(another)]).toEqual([false, false]);
  });

  it("cannot be answered without the work: a made-up key, another challenge's, an easier one of one's own", async () => {
    const [one, other] = [await answered(), await answered()];
    expect(await isRight({ ...one, derivedKey: 'ab'.repeat(32) })).toBe(false);
    expect(await isRight({ ...other, derivedKey: one.derivedKey, counter: one.counter })).toBe(
      false,
    );
    expect(
      (await server.call('upm.anno.captchaCheck', { ...one, derivedKey: 'no hex' })).code,
    ).toBe(400);
  });

  it('answered for a form does not count for signing in', async () => {
    const captcha = await answered();
    await server.db.withOwner((tx) =>
      tx.run(`update kernel.captcha set place = 'form:x' where id = $1`, [captcha.id]),
    );
    expect(await isRight(captcha)).toBe(false);
  });

  it('expires after ten minutes', async () => {
    const captcha = await answered();
    await server.db.withOwner((tx) =>
      tx.run(`update kernel.captcha set created_at = now() - interval '11 minutes' where id = $1`, [
        captcha.id,
      ]),
    );
    expect(await isRight(captcha)).toBe(false);
  });

  it('gets harder for an address that asks for many, and for an account that many try', async () => {
    const ask = async (account?: string) =>
      (await server.call('upm.anno.captcha', account === undefined ? {} : { account })).data.level;
    await server.db.withOwner((tx) => tx.run('delete from kernel.captcha'));
    expect(await ask()).toBe(0);
    await server.db.withOwner((tx) =>
      tx.run(`
      insert into kernel.captcha (id, place, challenge, secret, level, source)
      select 'many-' || n, 'door', '{}', '', 0, '127.0.0.1' from generate_series(1, 40) n`),
    );
    expect(await ask()).toBe(2);
    await server.db.withOwner((tx) => tx.run('delete from kernel.captcha'));
    await server.db.withOwner((tx) =>
      tx.run(`insert into upm.sign_in_attempt (key, failures) values ('account:hunted', 40)`),
    );
    expect([await ask('hunted'), await ask('somebody-else')]).toEqual([3, 0]);
  });
});

describe('the company a person enters', () => {
  it('is the one they were in last, while they belong to it, else the oldest', async () => {
    const { auth, tenant } = await server.newTenant('wanderer');
    const { tenant: second } = await server.newTenant('second-home');
    await server.db.withOwner(
      (tx) =>
        tx.run(`insert into upm.member (tenant_id, user_id, real_name) values ($1, $2, '过客')`, [
          second.id,
          auth.userid,
        ]),
      second.id,
    );
    const entered = async () => (await signIn('wanderer', PASSWORD)).data.tenant;
    const comesBackTo = async (company: string) =>
      (
        await server.call('upm.anno.signIn', {
          account: 'wanderer',
          password: PASSWORD,
          tenant: company,
        })
      ).data.tenant;
    expect(await entered()).toBe(tenant.id);
    await server.db.withOwner((tx) =>
      tx.run('update upm.app_user set last_tenant_id = $1 where id = $2', [second.id, auth.userid]),
    );
    expect(await entered()).toBe(second.id);
    expect(await comesBackTo(tenant.id)).toBe(tenant.id);
    const { tenant: foreign } = await server.newTenant('not-a-home');
    expect(await comesBackTo(foreign.id)).toBe(tenant.id);
    await server.db.withOwner((tx) =>
      tx.run('update upm.app_user set last_tenant_id = $1 where id = $2', [second.id, auth.userid]),
    );
    await server.db.withOwner(
      (tx) =>
        tx.run(`update upm.member set state = 'off' where user_id = $1 and tenant_id = $2`, [
          auth.userid,
          second.id,
        ]),
      second.id,
    );
    expect(await entered()).toBe(tenant.id);
  });

  it('is missing for a person without a company, who learns it once the password is right, and only then', async () => {
    const { auth, tenant } = await server.newTenant('homeless');
    await server.db.withOwner(
      (tx) => tx.run(`update upm.member set state = 'left' where user_id = $1`, [auth.userid]),
      tenant.id,
    );
    expect((await signIn('homeless', 'wrong')).error.reason).toBe('SIGN_IN_FAILED');
    expect(await signIn('homeless', PASSWORD)).toMatchObject({
      error: { reason: 'COMPANY_MISSING' },
      msg: '用户无公司，请联系管理员！',
    });
  });

  it('has switched them off: they learn it once the password is right, and the company sees the attempt', async () => {
    const { auth, tenant } = await server.newTenant('stopped');
    await server.db.withOwner(
      (tx) => tx.run(`update upm.member set state = 'off' where user_id = $1`, [auth.userid]),
      tenant.id,
    );
    expect((await signIn('stopped', 'wrong')).error.reason).toBe('SIGN_IN_FAILED');
    expect(await signIn('stopped', PASSWORD)).toMatchObject({
      error: { reason: 'ACCOUNT_STOPPED' },
      msg: '账号已被企业停用，请联系管理员',
    });
    const lines = (await logins(server, auth.userid)).filter(({ ok }) => !ok);
    expect(lines.map(({ reason, tenant_id }) => [reason, tenant_id])).toEqual([
      ['SIGN_IN_FAILED', tenant.id],
      ['ACCOUNT_STOPPED', tenant.id],
    ]);
  });
});

it('writes down who came in, who did not and why, and who left', async () => {
  const { auth } = await server.newTenant('logged');
  await signIn('logged', 'wrong');
  await signIn('no-such-account', 'wrong');
  await server.call('upm.tenant.logout', {}, auth);
  const lines = await logins(server, auth.userid);
  expect(lines.map(({ kind, ok, reason }) => [kind, ok, reason])).toEqual([
    ['password', true, ''],
    ['password', false, 'SIGN_IN_FAILED'],
    ['logout', true, ''],
  ]);
  expect(lines.every(({ tenant_id }) => tenant_id === auth.tenant)).toBe(true);
});

it('gives a new token every time, even if the browser sent one', async () => {
  const { auth } = await server.newTenant('fixed');
  const response = await server.inject({
    method: 'POST',
    url: '/upm/anno/signIn',
    payload: { account: 'fixed', password: PASSWORD },
    headers: { ...auth, cookie: `token=${auth.token}` },
  });
  const { data } = response.json<{ data: { token: string } }>();
  expect(data.token).toMatch(/^[\w-]{43}$/);
  expect(data.token).not.toBe(auth.token);
});

describe('a device the person has signed in on', () => {
  const account = 'at-home';
  const enter = async (password: string, cookie = '') => {
    const response = await server.inject({
      method: 'POST',
      url: '/upm/anno/signIn',
      payload: { account, password },
      headers: { cookie },
    });
    const cookies = [response.headers['set-cookie'] ?? []]
      .flat()
      .map((line) => line.split(';')[0])
      .join('; ');
    const { code, data } = response.json<{ code: number; data: { reason?: string } | null }>();
    return {
      reason: code === 200 ? 'in' : data?.reason,
      cookies,
      header: String(response.headers['set-cookie']),
    };
  };
  const attacked = () =>
    server.db.withOwner((tx) =>
      tx.run(`
    insert into upm.sign_in_attempt (key, failures)
      values ('account:at-home', 50), ('pair:at-home|127.0.0.1', 5), ('address:127.0.0.1', 3000)
    on conflict (key) do update set failures = excluded.failures, last_at = now()`),
    );

  it('stays open to them while strangers lock the account; on another device they wait', async () => {
    await server.newTenant(account);
    const { cookies, header } = await enter(PASSWORD);
    expect(header).toMatch(/HttpOnly.*SameSite=Strict/);
    await attacked();
    expect((await enter(PASSWORD)).reason).toBe('SIGN_IN_LOCKED');
    const forged = cookies.replace(/=./, (begin) => (begin === '=_' ? '=-' : '=_'));
    expect((await enter(PASSWORD, forged)).reason).toBe('SIGN_IN_LOCKED');
    expect((await enter(PASSWORD, cookies)).reason).toBe('in');
  });

  it('allows neither unlimited guesses nor guesses at other accounts', async () => {
    await server.db.withOwner((tx) => tx.run('delete from upm.sign_in_attempt'));
    const { cookies } = await enter(PASSWORD);
    await server.newTenant('neighbour');
    await attacked();
    for (let i = 0; i < FAILURES_WITHOUT_CAPTCHA; i += 1)
      expect((await enter('wrong', cookies)).reason).toBe('SIGN_IN_FAILED');
    expect((await enter(PASSWORD, cookies)).reason).toBe('CAPTCHA_REQUIRED');
    const other = await server.inject({
      method: 'POST',
      url: '/upm/anno/signIn',
      payload: { account: 'neighbour', password: PASSWORD },
      headers: { cookie: cookies },
    });
    expect(other.json<{ data: { reason: string } }>().data.reason).toBe('CAPTCHA_REQUIRED');
  });

  it('is dropped when the password is reset', async () => {
    await server.db.withOwner((tx) => tx.run('delete from upm.sign_in_attempt'));
    const { cookies } = await enter(PASSWORD);
    const [person] = await server.db.asAnonymous<{ id: string }>(
      'select id from upm.app_user where account = $1',
      [account],
    );
    await server.db.withAnonymousTx(async (tx) =>
      setPassword(tx, person!.id, await hashPassword(server.db, PASSWORD)),
    );
    await attacked();
    expect((await enter(PASSWORD, cookies)).reason).toBe('SIGN_IN_LOCKED');
    await server.db.withOwner((tx) => tx.run('delete from upm.sign_in_attempt'));
  });
});

describe('the address a try is counted for', () => {
  const from = (app: TestServer, forwarded: string) =>
    app
      .inject({
        method: 'POST',
        url: '/upm/anno/signIn',
        payload: { account: 'spread', password: 'wrong' },
        headers: { 'x-forwarded-for': forwarded },
      })
      .then((response) => response.json<{ data: { reason: string } }>().data.reason);
  it('is taken from our own proxy, never from what precedes it', async () => {
    const behind = await testServer({ trustedProxies: ['loopback'] });
    try {
      for (let i = 0; i < FAILURES_WITHOUT_CAPTCHA; i += 1)
        expect(await from(behind, `10.9.9.${i}, 203.0.113.7`)).toBe('SIGN_IN_FAILED');
      expect(await from(behind, '10.9.9.9, 203.0.113.7')).toBe('CAPTCHA_REQUIRED');
      expect(await from(behind, '203.0.113.7, 203.0.113.8')).toBe('SIGN_IN_FAILED');
    } finally {
      await behind.close();
    }
  });
});

describe('how long a session lasts', () => {
  const set = async (key: string, value: number, as: Auth, version = 0) =>
    expect((await server.call('system.param.submit', { key, value, version }, as)).code).toBe(200);
  const signedIn = async (account: string, remember: boolean): Promise<Auth> => {
    const { data } = await server.call('upm.anno.signIn', {
      account,
      password: PASSWORD,
      remember,
    });
    return { token: data.token, userid: data.userid, tenant: data.tenant, regionid: data.regionId };
  };
  const hoursLeft = async (tenantId: string) =>
    (
      await server.db.withOwner((tx) =>
        tx.query<{ hours: number }>(
          `select round(extract(epoch from expires_at - now()) / 3600)::int as hours
            from upm.session where tenant_id = $1 order by created_at desc limit 1`,
          [tenantId],
        ),
      )
    )[0]!.hours;
  const later = (tenantId: string, minutes: number) =>
    server.db.withOwner((tx) =>
      tx.run(
        `update upm.session set last_seen_at = now() - make_interval(mins => $2)
          where tenant_id = $1`,
        [tenantId, minutes],
      ),
    );
  const reason = async (as: Auth) =>
    (await server.call('upm.region.profileSummary', {}, as)).error?.reason ?? 'ok';

  it('unused is what the company says, from the next sign-in on', async () => {
    const { auth, tenant } = await server.newTenant('strict');
    await set('session.idleHours', 1, auth);
    const strict = await signedIn('strict', false);
    await later(tenant.id, 61);
    expect([await reason(strict), await reason(auth)]).toEqual(['TOKEN_EXPIRED', 'ok']);
    await set('session.idleHours', 72, auth, 1);
    const easy = await signedIn('strict', false);
    expect(await hoursLeft(tenant.id)).toBe(72);
    await later(tenant.id, 71 * 60);
    expect(await reason(easy)).toBe('ok');
  });
  it('of a remembered person is set by the company, nights and weekends included; 0 turns remembering off', async () => {
    const { auth, tenant } = await server.newTenant('remembering');
    await set('session.rememberDays', 3, auth);
    const remembered = await signedIn('remembering', true);
    expect(await hoursLeft(tenant.id)).toBe(72);
    await later(tenant.id, 60 * 60);
    expect(await reason(remembered)).toBe('ok');
    const again = await server.db
      .withOwner((tx) =>
        tx.run(`delete from upm.session where tenant_id = $1 and user_id = $2`, [
          tenant.id,
          remembered.userid,
        ]),
      )
      .then(() => signedIn('remembering', false));
    await set('session.rememberDays', 0, again, 1);
    const ordinary = await signedIn('remembering', true);
    await later(tenant.id, 13 * 60);
    expect(await reason(ordinary)).toBe('TOKEN_EXPIRED');
  });
});
