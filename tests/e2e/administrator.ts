import {
  callOf,
  type CallId,
  type CaptchaAnswer,
  type DataOf,
  type InputOf,
} from '../../src/contract/index.ts';
import { solveCaptcha } from '../../src/server/kernel/captcha.testing.ts';
import { expect, PASSWORD, type Person } from './fixtures.ts';

/** What a company gives a new account; its person changes it at once. */
const FIRST = 'First@2026';

/**
 * The demo's administrator (or another account with the same password) at another computer, who
 * asks the server without a browser.
 */
export async function callAsAdministrator(person: Person, account = 'admin') {
  const { origin } = new URL(person.page.url());
  const send = async <I extends CallId>(
    id: I,
    data: InputOf<I>,
    headers: Record<string, string> = {},
  ) => {
    const call = callOf(id);
    const answer = await person.page.request.fetch(origin + call.path, {
      method: call.method,
      headers,
      ...(call.method === 'POST' && {
        data: call.bodyKind === 'list' ? Object.values(data as object)[0] : data,
      }),
    });
    return (await answer.json()) as { code: number; data: unknown; msg: string };
  };
  const post = async <I extends CallId>(
    id: I,
    data: InputOf<I>,
    headers: Record<string, string> = {},
  ): Promise<DataOf<I>> => {
    const body = await send(id, data, headers);
    expect(body.code, `${id}: ${body.msg}`).toBe(200);
    return body.data as DataOf<I>;
  };
  const { token, userid, tenant, regionId } = await post('upm.anno.signIn', {
    account,
    password: PASSWORD,
  });
  const headers = { token, userid, tenant, regionId };
  return Object.assign(
    <I extends CallId>(id: I, data: InputOf<I>): Promise<DataOf<I>> => post(id, data, headers),
    {
      userId: userid,
      /** What a refusal brings with it (`current`). */
      refused: async <T>(id: CallId, data: InputOf<CallId>): Promise<T> =>
        ((await send(id, data, headers)).data as { current: T }).current,
    },
  );
}
export type AuthorizedCall = Awaited<ReturnType<typeof callAsAdministrator>>;

/** The code or the link in the newest mail to an address. */
export async function textInNewestMail(
  ask: AuthorizedCall,
  to: string,
  what: RegExp,
): Promise<string> {
  let found: string | undefined;
  await expect
    .poll(async () => {
      const {
        records: [mail],
      } = await ask('msg.mail.page', { query: to, size: 1 });
      const text = mail ? (await ask('msg.mail.detail', { id: mail.id })).text : '';
      found = what.exec(text)?.[0];
      return found ?? text;
    })
    .toMatch(what);
  return found!;
}

/**
 * A new member of the demo company, used by no other story; returns the account, which has the
 * password of the demo.
 */
export async function createMember(ask: AuthorizedCall, realName: string): Promise<string> {
  const account = `m.${Date.now().toString(36)}.${Math.floor(Math.random() * 1_000_000).toString(36)}`;
  await createAccount(ask, realName, account);
  return account;
}

/** An account made by the company, whose person has chosen the password of the demo. */
export async function createAccount(
  ask: AuthorizedCall,
  realName: string,
  account: string,
): Promise<string> {
  const { id } = await ask('upm.userOrg.createUser', { realName, account, password: FIRST });
  const { ticket } = await ask.refused<{ ticket: string }>('upm.anno.signIn', {
    account,
    password: FIRST,
  });
  await ask('upm.public.registerUpdatePwd', { ticket, password: PASSWORD });
  return id;
}

/** An answered captcha, for what asks for one when it is asked for often from one address. */
export const solvedCaptcha = async (ask: AuthorizedCall): Promise<CaptchaAnswer> =>
  solveCaptcha(await ask('upm.anno.captcha', {}));

/** The founder of a company created a moment ago: their account, and how to make calls as them. */
export async function founder(
  person: Person,
  ask: AuthorizedCall,
  company: string,
): Promise<{ ask: AuthorizedCall; account: string }> {
  const account = `f.${Date.now().toString(36)}.${Math.floor(Math.random() * 1_000_000).toString(36)}`;
  const email = `${account}@example.com`;
  await ask('upm.public.emailCode', {
    email,
    purpose: 'register',
    captcha: await solvedCaptcha(ask),
  });
  const { ticket } = await ask('upm.public.checkByMail', {
    email,
    purpose: 'register',
    code: await textInNewestMail(ask, email, /\d{6}/),
  });
  await ask('upm.public.register', {
    company,
    realName: '顾新野',
    account,
    ticket,
    password: PASSWORD,
  });
  return { ask: await callAsAdministrator(person, account), account };
}
