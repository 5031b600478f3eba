import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testServer, type TestServer } from '../../testing.ts';
import { FAILURES_WITHOUT_CAPTCHA } from './attempts.ts';
import { captchaAnswer, holds, lastSent, lastText, provenBy, secretIn } from './sign-in.testing.ts';
import { THROTTLES } from './throttle.ts';

const PASSWORD = 'Huozi@2026';
const MOBILE = '13700000001';
const EMAIL = 'victim@huozi.example';
let server: TestServer;
let victim: string;
let link: string;

beforeAll(async () => {
  server = await testServer();
  const { auth } = await server.newTenant('victim');
  victim = auth.userid;
  await holds(server, victim, { mobile: MOBILE, email: EMAIL });
  link = secretIn(
    (await server.call('upm.region.inviteLinkControl', { status: 1 }, auth)).data.inviteLink,
  );
});
afterAll(() => server?.close());
beforeEach(async () => {
  await server.db.withOwner((tx) =>
    tx.run('delete from upm.code; delete from upm.sign_in_attempt; delete from upm.throttle'),
  );
});

const signIn = (account: string, password = PASSWORD) =>
  server.call('upm.anno.signIn', { account, password });
const reasonOf = async (
  answer: Promise<{ code: number; error: { reason?: string } | null }>,
): Promise<string> => {
  const { code, error } = await answer;
  return code === 200 ? 'in' : String(error?.reason);
};

describe('another way to write a name', () => {
  it.each([
    'VICTIM',
    ' Victim ',
    'ｖｉｃｔｉｍ',
    EMAIL.toUpperCase(),
    ' 137 0000 0001',
    '+86 137-0000-0001',
    '１３７０００００００１',
  ])('%s is the same person', async (name) => {
    expect(await reasonOf(signIn(name))).toBe('in');
  });
  it('is no further try at the same password', async () => {
    for (const name of ['victim', 'VICTIM', 'ｖictim'])
      expect(await reasonOf(signIn(name, 'Wrong@2026'))).toBe('SIGN_IN_FAILED');
    expect(FAILURES_WITHOUT_CAPTCHA).toBe(3);
    for (const name of ['Victim', 'victim '])
      expect(await reasonOf(signIn(name))).toBe('CAPTCHA_REQUIRED');
    for (const name of [MOBILE, '+8613700000001', '137-0000-0001'])
      expect(await reasonOf(signIn(name, 'Wrong@2026'))).toBe('SIGN_IN_FAILED');
    expect(await reasonOf(signIn('137 0000 0001'))).toBe('CAPTCHA_REQUIRED');
  });
  it.each([
    'v\u0130ctim',
    'vict\u0131m',
    '\u0432ictim',
    'victim\u200b',
    'victim%',
    'vic_im',
    "victim' or '1'='1",
  ])('%j is a different name', async (name) => {
    expect(await reasonOf(signIn(name))).toBe('SIGN_IN_FAILED');
  });
  it.each(['victim\u0000', '\ud800', '\u0000'])('%j breaks nothing', async (name) => {
    expect((await signIn(name)).status).toBe(400);
  });
});

it('failed sign-ins by others do not keep a person from confirming their password', async () => {
  const auth = await server.signIn('victim');
  for (const name of [victim, `confirm:${victim}`])
    for (let n = 0; n < 6; n += 1) await signIn(name, 'Wrong@2026');
  expect((await server.call('upm.sysUser.checkPassword', { password: PASSWORD }, auth)).code).toBe(
    200,
  );
});

describe('a secret that is good once', () => {
  it('lets in one of many who type a code at the same moment', async () => {
    await server.call('upm.public.sendSMS', { mobile: MOBILE, purpose: 'signIn' });
    const code = (await lastSent(server, MOBILE))!;
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        reasonOf(server.call('upm.anno.signIn', { account: MOBILE, code })),
      ),
    );
    expect(answers.toSorted()).toEqual([...Array<string>(5).fill('CODE_WRONG'), 'in']);
  });
  it('sets one of two passwords that are chosen at the same moment', async () => {
    const ticket = await provenBy(server, { email: EMAIL }, 'reset');
    const answers = await Promise.all(
      ['Huozi@2027', 'Huozi@2028'].map((password) =>
        reasonOf(server.call('upm.public.registerUpdatePwd', { ticket, password })),
      ),
    );
    expect(answers.toSorted()).toEqual(['LINK_INVALID', 'in']);
    await server.db.withOwner((tx) =>
      tx.run(
        `update upm.app_user set password_hash = (select password_hash from upm.app_user
          where account = 'admin') where id = $1`,
        [victim],
      ),
    );
  });
  it('lets one of two be asked for by the same answer to a question', async () => {
    for (let n = 0; n < FAILURES_WITHOUT_CAPTCHA; n += 1) await signIn('victim', 'Wrong@2026');
    const captcha = await captchaAnswer(server);
    const answers = await Promise.all(
      [1, 2].map(() =>
        reasonOf(
          server.call('upm.anno.signIn', { account: 'victim', password: PASSWORD, captcha }),
        ),
      ),
    );
    expect(answers.toSorted()).toEqual(['CAPTCHA_WRONG', 'in']);
  });
  it('founds one company, even if its token is used several times at once', async () => {
    const ticket = await provenBy(server, { email: 'founder@huozi.example' }, 'register');
    const found = () =>
      reasonOf(
        server.call('upm.public.register', {
          company: '同名公司',
          realName: '某人',
          ticket,
          password: PASSWORD,
        }),
      );
    expect((await Promise.all([found(), found(), found()])).toSorted()).toEqual([
      'LINK_INVALID',
      'LINK_INVALID',
      'in',
    ]);
    const companies = await server.db.asAnonymous(`select from upm.tenant where name = '同名公司'`);
    expect(companies).toHaveLength(1);
  });
});

it('one verified contact does not allow asking without end which account names are taken', async () => {
  const ticket = await provenBy(server, { mobile: '13711111111' }, 'join');
  const ask = () =>
    reasonOf(
      server.call('upm.public.linkRegisterUser', {
        link,
        ticket,
        realName: '某人',
        account: 'victim',
        password: PASSWORD,
      }),
    );
  for (let n = 0; n < THROTTLES.account.times; n += 1) expect(await ask()).toBe('VALUE_TAKEN');
  expect(await ask()).toBe('TOO_FREQUENT');
  expect(
    await reasonOf(
      server.call('upm.public.linkRegisterUser', {
        link,
        ticket,
        realName: '某人',
        password: PASSWORD,
      }),
    ),
  ).toBe('in');
});

it('a link in a mail leads to the configured address, for any requested host', async () => {
  await server.inject({
    method: 'POST',
    url: '/upm/public/forgetPwd',
    payload: { email: EMAIL },
    headers: {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example',
      origin: 'https://evil.example',
      referer: 'https://evil.example/',
    },
  });
  const mail = await lastText(server, EMAIL);
  expect(mail).toContain('http://huozi.test/passport.html#/password?ticket=');
  expect(mail).not.toContain('evil');
});

it('a body too large to be filled in by hand is refused before it is read', async () => {
  const much = await server.inject({
    method: 'POST',
    url: '/upm/anno/signIn',
    payload: { account: 'victim', password: PASSWORD, more: 'x'.repeat(1_100_000) },
  });
  expect([much.statusCode, much.json<{ data: { reason: string } }>().data.reason]).toEqual([
    413,
    'TOO_LARGE',
  ]);
  const nested = await server.inject({
    method: 'POST',
    url: '/upm/anno/signIn',
    payload: '['.repeat(8_000) + ']'.repeat(8_000),
    headers: { 'content-type': 'application/json' },
  });
  expect(nested.statusCode).toBe(400);
});
