import {
  callOf,
  type CallId,
  type CaptchaAnswer,
  type DataOf,
  type InputOf,
} from '../../src/contract/index.ts';
import { solveCaptcha } from '../../src/server/kernel/captcha.testing.ts';
import { expect, PASSWORD, type Person } from './fixtures.ts';

/**
 * The demo's administrator (or another account with the same password) at another computer, who
 * asks the server without a browser.
 */
export async function callAsAdministrator(person: Person, account = 'admin') {
  const { origin } = new URL(person.page.url());
  const post = async <I extends CallId>(
    id: I,
    data: InputOf<I>,
    headers: Record<string, string> = {},
  ): Promise<DataOf<I>> => {
    const call = callOf(id);
    const answer = await person.page.request.fetch(origin + call.path, {
      method: call.method,
      headers,
      ...(call.method === 'POST' && { data }),
    });
    const body = (await answer.json()) as { code: number; data: DataOf<I>; msg: string };
    expect(body.code, `${id}: ${body.msg}`).toBe(200);
    return body.data;
  };
  const { token, userid, tenant, regionId } = await post('upm.anno.signIn', {
    account,
    password: PASSWORD,
  });
  return <I extends CallId>(id: I, data: InputOf<I>): Promise<DataOf<I>> =>
    post(id, data, { token, userid, tenant, regionId });
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
  await ask('upm.userOrg.createUser', { realName, account, password: PASSWORD });
  return account;
}

/** An answered captcha, for what asks for one when it is asked for often from one address. */
export const solvedCaptcha = async (ask: AuthorizedCall): Promise<CaptchaAnswer> =>
  solveCaptcha(await ask('upm.anno.captcha', {}));
