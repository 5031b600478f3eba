import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CaptchaAnswer } from '../../../contract/index.ts';
import { testServer, type Auth, type TestServer } from '../../testing.ts';
import {
  captchaAnswer,
  holds,
  lastSent,
  logins,
  passMinutes,
  secretIn,
} from './sign-in.testing.ts';

const CODE_TRIES = 5;
const CODES_OF_ADDRESS = 300;
const CODES_OF_TARGET = { hour: 5, day: 10 };
const CODES_WITHOUT_CAPTCHA = 5;

let server: TestServer;
let auth: Auth;
const [MOBILE, EMAIL] = ['13800000001', 'owner@huozi.example'];
const NEW = 'Fresh@2027';

beforeAll(async () => {
  server = await testServer();
  ({ auth } = await server.newTenant('owner'));
  await holds(server, auth.userid, { mobile: MOBILE, email: EMAIL });
});
afterAll(() => server?.close());
beforeEach(async () => {
  await server.db.withOwner((tx) => tx.run('delete from upm.code'));
});

const askSms = (
  mobile: string,
  purpose: 'signIn' | 'reset' | 'register' = 'signIn',
  captcha?: CaptchaAnswer,
) => server.call('upm.public.sendSMS', { mobile, purpose, ...(captcha && { captcha }) });
const signInBy = (account: string, code: string) =>
  server.call('upm.anno.signIn', { account, code });
const codeFor = async (mobile: string, purpose: 'signIn' | 'reset' | 'register' = 'signIn') => {
  await askSms(mobile, purpose);
  return (await lastSent(server, mobile))!;
};
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('a code', () => {
  it('signs in the holder of the mobile number, or of the e-mail address', async () => {
    expect((await signInBy(MOBILE, await codeFor(MOBILE))).data.userid).toBe(auth.userid);
    await server.call('upm.public.emailCode', { email: 'Owner@Huozi.Example', purpose: 'signIn' });
    expect(
      (await signInBy('OWNER@huozi.example', (await lastSent(server, EMAIL))!)).data.userid,
    ).toBe(auth.userid);
    expect((await logins(server, auth.userid)).slice(-2).map(({ kind, ok }) => [kind, ok])).toEqual(
      [
        ['sms', true],
        ['email', true],
      ],
    );
  });

  it('is let in once, of two who type it at the same moment too', async () => {
    const code = await codeFor(MOBILE);
    const answers = await Promise.all(Array.from({ length: 6 }, () => signInBy(MOBILE, code)));
    expect(answers.filter(({ code: status }) => status === 200)).toHaveLength(1);
    expect(
      new Set(answers.flatMap(({ error }) => (error && 'reason' in error ? [error.reason] : []))),
    ).toEqual(new Set(['CODE_WRONG']));
  });

  it('bears five tries, however they come', async () => {
    const code = await codeFor(MOBILE);
    await Promise.all(Array.from({ length: CODE_TRIES }, () => signInBy(MOBILE, wrong(code))));
    expect((await signInBy(MOBILE, code)).error.reason).toBe('CODE_WRONG');
  });

  it('is over after five minutes, and when a newer one was sent', async () => {
    const old = await codeFor(MOBILE);
    await passMinutes(server, 6);
    expect((await signInBy(MOBILE, old)).error.reason).toBe('CODE_WRONG');
    const first = await codeFor(MOBILE);
    await passMinutes(server, 2);
    const second = await codeFor(MOBILE);
    if (first !== second) expect((await signInBy(MOBILE, first)).error.reason).toBe('CODE_WRONG');
    expect((await signInBy(MOBILE, second)).code).toBe(200);
  });

  it('sent for one thing is not good for another, nor for another number', async () => {
    const code = await codeFor(MOBILE, 'reset');
    expect((await signInBy(MOBILE, code)).error.reason).toBe('CODE_WRONG');
    expect(
      (await server.call('upm.public.smsCode', { mobile: '13800000002', purpose: 'reset', code }))
        .error.reason,
    ).toBe('CODE_WRONG');
  });

  it('is stored neither in plain text nor so that it could be guessed from its hash', async () => {
    const code = await codeFor(MOBILE);
    const [row] = await server.db.asAnonymous<{ text: string; hash: string }>(
      `select c::text as text, encode(code_hash, 'hex') as hash, encode(sha256('${code}'),
        'hex') as plain from upm.code c`,
    );
    expect(row!.text).not.toContain(code);
    expect(row).toMatchObject({
      hash: expect.not.stringMatching(String((row as unknown as { plain: string }).plain)),
    });
  });
});

describe('sending codes', () => {
  it('has a minute between two to one number, reported in seconds, for a known number as for an unknown one', async () => {
    for (const mobile of [MOBILE, '13900000009']) {
      expect((await askSms(mobile)).data).toEqual({ wait: 60, minutes: 5 });
      const { status, error } = await askSms(mobile);
      expect([status, error.reason]).toEqual([429, 'CODE_TOO_SOON']);
      expect(Number(error.params?.['seconds'])).toBeGreaterThan(50);
    }
  });

  it('has a limit per number, hour and day, stored in the database', async () => {
    const another = async () => {
      await passMinutes(server, 2);
      await server.db.withOwner((tx) => tx.run(`update upm.code set ip = 'elsewhere'`));
      return askSms(MOBILE);
    };
    for (let i = 0; i < CODES_OF_TARGET.hour; i += 1) expect((await another()).code).toBe(200);
    expect((await another()).error.reason).toBe('CODE_TOO_MANY');
    await passMinutes(server, 60);
    for (let i = CODES_OF_TARGET.hour; i < CODES_OF_TARGET.day; i += 1)
      expect((await another()).code).toBe(200);
    await passMinutes(server, 60);
    expect((await another()).error.reason).toBe('CODE_TOO_MANY');
  });

  it('lets a whole office behind one address have codes, with a question from the sixth on; asking at one moment passes it by nowhere', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => askSms(`1370000${String(1_000 + i)}`)),
    );
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(CODES_WITHOUT_CAPTCHA);
    expect(answers.find(({ code }) => code !== 200)?.error.reason).toBe('CAPTCHA_REQUIRED');
    for (let i = 0; i < 25; i += 1)
      expect(
        (await askSms(`1360000${String(1_000 + i)}`, 'signIn', await captchaAnswer(server))).code,
      ).toBe(200);
  });

  /** As if the address had asked for so many already. */
  const asked = (times: number) =>
    server.db.withOwner((tx) =>
      tx.run(
        `insert into upm.code (id, purpose, target, code_hash, ip, expires_at)
          select 'n' || n, 'signIn', 'n' || n, '', '127.0.0.1', now()
          from generate_series(1, $1::int) n`,
        [times],
      ),
    );

  it('asks for harder answers the more an address has sent, and stops where no office gets', async () => {
    const easy = await captchaAnswer(server);
    await asked(CODES_OF_ADDRESS - 1);
    expect((await server.call('upm.anno.captcha', {})).data.level).toBe(4);
    expect((await askSms('13600009998', 'signIn', easy)).error.reason).toBe('CAPTCHA_REQUIRED');
    const hard = await captchaAnswer(server);
    expect((await askSms('13600009998', 'signIn', hard)).code).toBe(200);
    expect((await askSms('13600009999', 'signIn', await captchaAnswer(server))).error.reason).toBe(
      'CODE_TOO_MANY',
    );
  });

  it('to a new number of who is signed in counts by the person, not by the address', async () => {
    await asked(CODES_OF_ADDRESS);
    const bind = (mobile: string) => server.call('upm.public.sendUpdatePhoneSMS', { mobile }, auth);
    for (let i = 0; i < 20; i += 1)
      expect((await bind(`1350000${String(1_000 + i)}`)).code).toBe(200);
    expect((await bind('13500009999')).error.reason).toBe('CODE_TOO_MANY');
  });

  it('sends nothing to an unknown number, nor to an invalid one', async () => {
    await askSms('13911112222');
    expect(await lastSent(server, '13911112222')).toBeUndefined();
    for (const mobile of ['12345', '1380000000x', '+1 202 555 0100'])
      expect((await askSms(mobile)).error).toMatchObject({
        errors: [{ path: '/mobile', reason: 'VALUE_FORMAT' }],
      });
  });
});

describe('a forgotten password', () => {
  const reset = (ticket: string, password = NEW) =>
    server.call('upm.public.registerUpdatePwd', { ticket, password });

  it('is reset with a code, which ends every session and every other code and link of the person', async () => {
    const old = (await server.call('upm.anno.signIn', { account: 'owner', password: 'Huozi@2026' }))
      .data;
    await server.call('upm.public.forgetPwd', { email: EMAIL });
    const link = secretIn(await lastSent(server, EMAIL));
    const code = await codeFor(MOBILE, 'reset');
    const { data } = await server.call('upm.public.smsCode', {
      mobile: MOBILE,
      purpose: 'reset',
      code,
    });
    await passMinutes(server, 2);
    const signInCode = await codeFor(MOBILE);
    expect((await reset(data.ticket)).code).toBe(200);
    for (const token of [old.token, auth.token])
      expect(
        (await server.call('upm.region.profileSummary', {}, { ...auth, token })).error.reason,
      ).toBe('TOKEN_INVALID');
    expect((await reset(data.ticket)).error.reason).toBe('LINK_INVALID');
    expect((await reset(link)).error.reason).toBe('LINK_INVALID');
    expect((await signInBy(MOBILE, signInCode)).error.reason).toBe('CODE_WRONG');
    expect((await server.call('upm.anno.signIn', { account: 'owner', password: NEW })).code).toBe(
      200,
    );
  });

  it('is reset with a link in a mail, once; a weak one does not consume the link', async () => {
    await server.call('upm.public.forgetPwd', { email: EMAIL });
    const link = await lastSent(server, EMAIL);
    expect(link).toMatch(/^http:\/\/huozi\.test\/passport\.html#\/password\?ticket=[\w-]{43}$/);
    const ticket = secretIn(link);
    expect((await reset(ticket, 'short')).error.reason).toBe('PASSWORD_WEAK');
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, i) => reset(ticket, `Other@202${i}`)),
    );
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 400, 400, 400]);
  });

  it('unlocks a person who locked themselves out', async () => {
    for (let i = 0; i < 3; i += 1)
      await server.call('upm.anno.signIn', { account: 'owner', password: 'wrong' });
    expect(
      (await server.call('upm.anno.signIn', { account: 'owner', password: 'wrong' })).error.reason,
    ).toBe('CAPTCHA_REQUIRED');
    await server.call('upm.public.forgetPwd', { email: EMAIL });
    await reset(secretIn(await lastSent(server, EMAIL)));
    expect((await server.call('upm.anno.signIn', { account: 'owner', password: NEW })).code).toBe(
      200,
    );
  });

  it('leads to the configured address, for any host the request names', async () => {
    for (const headers of [
      { host: 'evil.example' },
      { origin: 'https://evil.example' },
      { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' },
      { referer: 'https://evil.example/' },
    ]) {
      await server.db.withOwner((tx) => tx.run('delete from upm.code'));
      await server.inject({
        method: 'POST',
        url: '/upm/public/forgetPwd',
        payload: { email: EMAIL },
        headers,
      });
      expect(await lastSent(server, EMAIL)).toMatch(/^http:\/\/huozi\.test\//);
    }
  });
});
