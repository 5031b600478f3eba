import { ERRORS, errorText, type ErrorReason } from '../../contract/index.ts';
import type { Database } from '../kernel/index.ts';
import { deviceOf } from './device.ts';

/**
 * A line of a person's own sign-ins: when, how, from where, and the sentence of what went wrong (''
 * when nothing did).
 */
export interface OwnSignIn {
  id: string;
  kind: string;
  outcome: 'ok' | 'failed';
  reason: string;
  device: string;
  ip: string;
  at: string;
}
interface Row {
  id: number;
  kind: string;
  ok: boolean;
  reason: string;
  ip: string;
  user_agent: string;
  at: Date;
  total: number;
}

/** Lines counted at most: pages behind this are not used. */
const COUNTED = 1_000;

/** The words in a sentence for what was not stored with its reason. */
const GENERAL: Readonly<Record<string, string>> = { minutes: '几', company: '这家企业' };
const UNKNOWN = '…';

/**
 * The catalogue's sentence for a stored reason; sentences with placeholders are worded in general.
 */
export function sentenceOf(reason: string): string {
  if (!Object.hasOwn(ERRORS, reason)) return reason;
  const known = reason as ErrorReason;
  const holes = [...ERRORS[known].msg.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  return errorText(
    known,
    Object.fromEntries(holes.map((name) => [name, GENERAL[name] ?? UNKNOWN])),
  );
}

/** A person's own sign-ins in all their companies, the newest first. */
export async function signInsOf(
  db: Database,
  userId: string,
  { current, size }: { current: number; size: number },
): Promise<{ records: OwnSignIn[]; total: number }> {
  const rows = await db.asAnonymous<Row>(
    `
    with own as (select id, kind, ok, reason, ip, user_agent, at from log.login where user_id = $1
      order by at desc, id desc limit ${COUNTED})
    select *, (select count(*) from own) as total from own order by at desc, id desc limit $2
      offset $3`,
    [userId, size, (current - 1) * size],
  );
  const records = rows.map(({ id, kind, ok, reason, ip, user_agent, at }) => ({
    id: String(id),
    kind,
    outcome: ok ? ('ok' as const) : ('failed' as const),
    reason: ok ? '' : sentenceOf(reason),
    device: deviceOf(user_agent),
    ip,
    at: at.toISOString(),
  }));
  return { records, total: rows[0]?.total ?? 0 };
}
