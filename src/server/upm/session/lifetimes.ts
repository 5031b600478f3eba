import type { Tx } from '../../kernel/index.ts';
import { paramAsAnonymous } from '../../system/index.ts';

/**
 * An ordinary session ends after a day, used or not, unless its company lets it lie unused for
 * longer.
 */
const ORDINARY_HOURS = 24;

/** How long the former token of a session is known once the new one was used: SQL. */
export const FORMER_GRACE = `interval '1 minute'`;

/** Hours a session lasts, and may lie unused. */
export interface SessionLifetime {
  readonly whole: number;
  readonly idle: number;
}

/**
 * How long sessions of a company last, as it has set: an unused one ends (parameter
 * session.idleHours); a remembered one lasts for session.rememberDays, nights and weekends
 * included, and like any other where that is 0.
 */
export async function sessionLifetimes(
  tx: Tx,
  tenantId: string,
): Promise<{ ordinary: SessionLifetime; remembered: SessionLifetime }> {
  const [idle, days] = [
    await paramAsAnonymous(tx, tenantId, 'session.idleHours'),
    await paramAsAnonymous(tx, tenantId, 'session.rememberDays'),
  ];
  const ordinary = { whole: Math.max(ORDINARY_HOURS, idle), idle };
  return { ordinary, remembered: days === 0 ? ordinary : { whole: 24 * days, idle: 24 * days } };
}
