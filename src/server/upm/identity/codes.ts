import { randomBytes, randomInt } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import type { CaptchaAnswer } from '../../../contract/index.ts';
import { AppError, netOf, postMessage, type Database, type Tx } from '../../kernel/index.ts';
import { levelOfAnswer } from './captcha.ts';
import { CODES_OF_ADDRESS, levelAfterCodes, NO_CAPTCHA } from './code-pressure.ts';
import type { Contact } from './invitations.ts';

/** Digits of a code, how long it is good, and how often it may be typed in. */
const DIGITS = 6;
export const CODE_MINUTES = 5;
const CODE_TRIES = 5;
/** Seconds between two codes to the same number or address. */
export const CODE_WAIT = 60;
/** Codes to the same number or address, and an hour by the same signed-in person. */
const CODES_OF_TARGET = { hour: 5, day: 10 } as const;
const CODES_OF_PERSON = 20;
const BIND = 'bind:';

/**
 * What a code is for. `bind:<user>`: a signed-in person verifies a new number or address; the code
 * is valid for that person only.
 */
export type CodePurpose = 'signIn' | 'register' | 'reset' | 'join' | 'activate' | `bind:${string}`;
export interface CodeRequest {
  purpose: CodePurpose;
  to: Contact;
  ip: string;
  captcha?: CaptchaAnswer | null | undefined;
}
export interface CodeSentAnswer {
  wait: number;
  minutes: number;
}

export const targetOf = (to: Contact): string => Object.values(to)[0] as string;

/**
 * Sends a code to a mobile number or e-mail address. Whether it belongs to an account changes
 * neither the answer nor the work done; a code that could not be used is recorded and not sent.
 * Throws CODE_TOO_SOON, CODE_TOO_MANY, CAPTCHA_REQUIRED.
 */
export async function sendCode(
  db: Database,
  { purpose, to, ip, captcha }: CodeRequest,
): Promise<CodeSentAnswer> {
  const level = await levelOfAnswer(db, captcha);
  const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
  await db.withAnonymousTx(async (tx) => {
    const asker = purpose.startsWith(BIND) ? { person: purpose.slice(BIND.length) } : { ip, level };
    await checkCodeLimits(tx, { purpose, target: targetOf(to), asker, code });
    await deliver(tx, await isExpected(tx, purpose, targetOf(to)), to, purpose, code);
  });
  return { wait: CODE_WAIT, minutes: CODE_MINUTES };
}

/**
 * Who has something sent: an address, with the level of the captcha it answered, or a signed-in
 * person, who needs none and is counted by themselves.
 */
export type CodeAsker =
  | { readonly ip: string; readonly level: number }
  | { readonly person: string };
interface SendingRights {
  purpose: string;
  target: string;
  asker: CodeAsker;
  code: string;
}
interface Sent {
  last: number | null;
  hour: number;
  day: number;
  asked: number;
}

/** Of a day's rows: those to this target, and those the asker asked for within the hour. */
const COUNT = `
  select extract(epoch from now() - max(created_at) filter (where target = $1))::int as last,
    count(*) filter (where target = $1 and created_at > now() - interval '1 hour')::int as hour,
    count(*) filter (where target = $1)::int as day,
    count(*) filter (where ip = $2 and created_at > now() - interval '1 hour')::int as asked
  from upm.code where (target = $1 and created_at > now() - interval '1 day')
    or (ip = $2 and created_at > now() - interval '1 hour')`;

/** Records a code within the limits; simultaneous requests are serialized. */
async function checkCodeLimits(
  tx: Tx,
  { purpose, target, asker, code }: SendingRights,
): Promise<void> {
  const source = 'ip' in asker ? netOf(asker.ip) : `person:${asker.person}`;
  for (const key of [`code-ip:${source}`, `code-to:${target}`])
    await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [key]);
  const [sent] = await tx.query<Sent>(COUNT, [target, source]);
  const { last, hour, day, asked } = sent!;
  if (last !== null && last < CODE_WAIT)
    throw new AppError('CODE_TOO_SOON', { seconds: CODE_WAIT - last });
  const most = 'ip' in asker ? CODES_OF_ADDRESS : CODES_OF_PERSON;
  if (hour >= CODES_OF_TARGET.hour || day >= CODES_OF_TARGET.day || asked >= most)
    throw new AppError('CODE_TOO_MANY');
  if ('ip' in asker && !isHardEnough(asker.level, levelAfterCodes(asked)))
    throw new AppError('CAPTCHA_REQUIRED');
  const id = uuid();
  await tx.run(
    `insert into upm.code (id, purpose, target, code_hash, ip, expires_at)
      values ($1, $2, $3, sha256(convert_to($1 || ':' || $4, 'UTF8')), $5,
      now() + make_interval(mins => $6))`,
    [id, purpose, target, code, source, CODE_MINUTES],
  );
}

/** Others behind the address may have taken it a step further since the captcha was asked for. */
const isHardEnough = (level: number, needed: number): boolean =>
  needed === NO_CAPTCHA || level >= Math.max(0, needed - 1);

/** Counts a link that is sent by mail among the codes, so that the same limits hold for it. */
export const checkLinkLimits = (tx: Tx, target: string, asker: CodeAsker): Promise<void> =>
  checkCodeLimits(tx, {
    purpose: 'link',
    target,
    asker,
    code: randomBytes(DIGITS).toString('hex'),
  });

/**
 * Whether a code to this target could be used: signing in or resetting a password needs an account,
 * activating needs an invitation.
 */
async function isExpected(tx: Tx, purpose: CodePurpose, target: string): Promise<boolean> {
  const [row] = await tx.query<{ person: boolean; invited: boolean }>(
    `
    select exists (select from upm.app_user where (mobile = $1 or lower(email) = $1)
      and state = 'active') as person,
      exists (select from upm.invitation where mobile = $1 or email = $1) as invited`,
    [target],
  );
  if (purpose === 'signIn' || purpose === 'reset') return row!.person;
  return purpose === 'activate' ? row!.invited : true;
}

const SMS: Readonly<Record<string, string>> = {
  signIn: 'login',
  register: 'register',
  reset: 'reset',
  join: 'register',
  activate: 'register',
};
const DEEDS: Readonly<Record<string, string>> = {
  signIn: '登录',
  register: '注册企业',
  reset: '重设密码',
  join: '加入企业',
  activate: '激活账号',
};

/** The same statement either way: an unexpected code is not written. */
async function deliver(
  tx: Tx,
  expected: boolean,
  to: Contact,
  purpose: CodePurpose,
  code: string,
): Promise<void> {
  const deed = DEEDS[purpose] ?? '验证联系方式';
  const mail = 'email' in to && {
    to: to.email,
    subject: `${deed}验证码`,
    text: `你正在${deed}，验证码是 {code}，${CODE_MINUTES} 分钟内有效。\n\n请不要告诉任何人。如果不是你本人操作，请忽略这封邮件。`,
    code,
  };
  if (mail) await postWhen(tx, expected, 'mail', mail);
  else
    await postWhen(tx, expected, 'sms', {
      mobile: targetOf(to),
      template: SMS[purpose] ?? 'bind',
      params: { code },
    });
}

/**
 * Posts, or does work of the same cost without effect: the response time must not reveal whether an
 * account exists.
 */
export async function postWhen<T extends 'mail' | 'sms'>(
  tx: Tx,
  really: boolean,
  topic: T,
  payload: Parameters<typeof postMessage<T>>[3],
): Promise<void> {
  if (really) await postMessage(tx, null, topic, payload);
  else
    await tx.run(
      'insert into kernel.outbox (tenant_id, topic, payload) select $1, $2, $3 where false',
      [null, topic, JSON.stringify(payload)],
    );
}

/**
 * Counts a try of the newest code and uses it up when it is right: of two who type it at once, one
 * is let in.
 */
const CONSUME_SQL = `
  with newest as (select id from upm.code where target = $1 and purpose = $2
    order by created_at desc, id desc limit 1 for update)
  update upm.code c set tries = tries + 1, used_at = case
    when code_hash = sha256(convert_to(c.id || ':' || $3, 'UTF8')) then now() end
  from newest where c.id = newest.id and c.used_at is null and c.expires_at > now()
    and c.tries < ${CODE_TRIES}
  returning c.used_at is not null as fits`;

/**
 * Whether the code is right, newest, in time and not used; it is used up by that. Wrong tries count
 * even when what follows fails.
 */
export async function consumeCode(
  db: Database,
  purpose: CodePurpose,
  target: string,
  code: string,
): Promise<boolean> {
  const [row] = await db.asAnonymous<{ fits: boolean }>(CONSUME_SQL, [
    target,
    purpose,
    code.trim(),
  ]);
  return row?.fits === true;
}

/** Invalidates codes sent to these targets; the rows stay, as limits are counted by them. */
export async function revokeCodes(tx: Tx, targets: readonly string[]): Promise<void> {
  await tx.run('update upm.code set used_at = now() where target = any($1) and used_at is null', [
    targets,
  ]);
}

/** Deletes codes that no limit counts any more. Run periodically by the server. */
export async function purgeExpiredCodes(db: Database): Promise<number> {
  return db.withAnonymousTx((tx) =>
    tx.run(`delete from upm.code where created_at < now() - interval '1 day'`),
  );
}
