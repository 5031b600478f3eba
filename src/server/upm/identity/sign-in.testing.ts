import {
  callOf,
  type CallId,
  type CaptchaAnswer,
  type DataOf,
  type Envelope,
  type ErrorData,
  type InputOf,
} from '../../../contract/index.ts';
import { solveCaptcha } from '../../kernel/captcha.testing.ts';
import type { Auth, TestServer } from '../../testing.ts';

/** Asks for a challenge at sign-in and solves it. */
export async function captchaAnswer(server: TestServer): Promise<CaptchaAnswer> {
  return solveCaptcha((await server.call('upm.anno.captcha', {})).data);
}

const SENT = `
  select text from (
    select id, coalesce(payload->>'code', payload->'params'->>'code', payload->'params'->>'link',
      payload->>'text') as text, coalesce(payload->>'to', payload->>'mobile') as target
      from kernel.outbox where topic in ('mail', 'sms')
    union all select outbox_id, body, to_address from msg.mail
    union all select outbox_id, content, mobile from msg.sms_log) sent
  where target = $1 order by id desc limit 1`;

/**
 * The text that was sent to an address or number last, delivered already or not; undefined when
 * nothing was.
 */
export async function lastText(server: TestServer, to: string): Promise<string | undefined> {
  return (await server.db.asAnonymous<{ text: string }>(SENT, [to]))[0]?.text;
}

/** The code or the link in it. */
export async function lastSent(server: TestServer, to: string): Promise<string | undefined> {
  return /https?:\/\/\S+|\b\d{6}\b/.exec((await lastText(server, to)) ?? '')?.[0];
}

/** The secret in a link's address, under any parameter name. */
export const secretIn = (link: string | undefined): string =>
  [...new URLSearchParams((link ?? '').split('?')[1]).values()][0] ?? '';

export interface LoginRow {
  kind: string;
  ok: boolean;
  reason: string;
  tenant_id: string | null;
}
/** A person's lines of the login log, the oldest first. */
export const logins = (server: TestServer, userId: string): Promise<LoginRow[]> =>
  server.db.asAnonymous<LoginRow>(
    'select kind, ok, reason, tenant_id from log.login where user_id = $1 order by id',
    [userId],
  );

/** Gives a person a mobile number and an e-mail address, as if they had proven them. */
export async function holds(
  server: TestServer,
  userId: string,
  { mobile = null, email = null }: { mobile?: string | null; email?: string | null },
): Promise<void> {
  await server.db.withOwner((tx) =>
    tx.run('update upm.app_user set mobile = $2, email = $3 where id = $1', [
      userId,
      mobile,
      email,
    ]),
  );
}

/** Lets time pass for codes that were sent. */
export async function passMinutes(server: TestServer, minutes: number): Promise<void> {
  await server.db.withOwner((tx) =>
    tx.run(
      `update upm.code
        set created_at = created_at - make_interval(mins => $1),
        expires_at = expires_at - make_interval(mins => $1)`,
      [minutes],
    ),
  );
}

/** Verifies a contact with the code that was sent to it; returns the token. */
export async function provenBy(
  server: TestServer,
  to: { mobile: string } | { email: string },
  purpose: 'register' | 'reset' | 'join' | 'activate',
): Promise<string> {
  if ('mobile' in to) {
    await server.call('upm.public.sendSMS', { ...to, purpose });
    return (
      await server.call('upm.public.smsCode', {
        ...to,
        purpose,
        code: (await lastSent(server, to.mobile))!,
      })
    ).data.ticket;
  }
  await server.call('upm.public.emailCode', { ...to, purpose });
  return (
    await server.call('upm.public.checkByMail', {
      ...to,
      purpose,
      code: (await lastSent(server, to.email))!,
    })
  ).data.ticket;
}

export const authOf = ({
  token,
  userid,
  tenant,
  regionId,
}: {
  token: string;
  userid: string;
  tenant: string;
  regionId: string;
}): Auth => ({ token, userid, tenant, regionid: regionId });

/** The cookies an answer sets, as a browser sends them back. */
export const cookiesOf = ({ headers }: { headers: Record<string, unknown> }): string =>
  [headers['set-cookie'] ?? []]
    .flat()
    .map((cookie) => String(cookie).split(';')[0])
    .join('; ');

/**
 * Makes a POST call with a JSON body from the browser that has these cookies; `as` is who is signed
 * in.
 */
export async function callFrom<I extends CallId>(
  server: TestServer,
  cookie: string,
  id: I,
  input: InputOf<I>,
  as?: Auth,
): Promise<{ code: number; data: DataOf<I>; error: ErrorData; cookie: string }> {
  const response = await server.inject({
    method: 'POST',
    url: callOf(id).path,
    payload: input as object,
    headers: { ...as, cookie },
  });
  const { code, data } = response.json<Envelope>();
  return { code, data: data as DataOf<I>, error: data as ErrorData, cookie: cookiesOf(response) };
}
