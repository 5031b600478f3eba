import { AppError, hashToken, netOf, type Database } from '../../kernel/index.ts';

export interface Throttle {
  times: number;
  minutes: number;
}

/**
 * What an address may do within a time; enough for an office behind one address, too little for a
 * machine.
 */
export const THROTTLES = {
  register: { times: 20, minutes: 24 * 60 },
  names: { times: 120, minutes: 60 },
  invite: { times: 300, minutes: 60 },
  captcha: { times: 200, minutes: 15 },
  /**
   * Counted by the one-time secret, not by address: it must not allow asking without end which
   * account names are taken.
   */
  account: { times: 20, minutes: 24 * 60 },
  /** Account names a company, and one person in it, found taken: what is made counts back. */
  takenByCompany: { times: 60, minutes: 24 * 60 },
  /** Passwords reset for one member. */
  helped: { times: 10, minutes: 24 * 60 },
  takenByPerson: { times: 20, minutes: 24 * 60 },
} as const satisfies Record<string, Throttle>;

/** The longest of the times above. */
const RETENTION = `interval '1 day'`;

const COUNT_SQL = `
  insert into upm.throttle as t (key, times) values ($1, 1)
  on conflict (key) do update set times = case when t.since < now() - make_interval(mins => $3)
    then 1 else t.times + 1 end,
    since = case when t.since < now() - make_interval(mins => $3) then now() else t.since end
  where t.since < now() - make_interval(mins => $3) or t.times < $2 returning key`;

/**
 * Counts one more of this by this address, before it is done; throws TOO_FREQUENT beyond what is
 * allowed. Survives a restart.
 */
export async function throttle(
  db: Database,
  what: keyof typeof THROTTLES,
  ip: string,
): Promise<void> {
  const { times, minutes } = THROTTLES[what];
  const taken = await db.asAnonymous(COUNT_SQL, [`${what}:${netOf(ip)}`, times, minutes]);
  if (taken.length === 0) throw new AppError('TOO_FREQUENT');
}

/** Takes back a count when the answer revealed nothing. */
export async function unthrottle(
  db: Database,
  what: keyof typeof THROTTLES,
  ip: string,
): Promise<void> {
  await db.withAnonymousTx((tx) =>
    tx.run('update upm.throttle set times = times - 1 where key = $1 and times > 0', [
      `${what}:${netOf(ip)}`,
    ]),
  );
}

/** The same for the holder of a one-time secret, from any address. */
export const throttleSecret = (db: Database, what: 'account', secret: string): Promise<void> =>
  throttle(db, what, hashToken(secret).toString('base64url'));

/** Deletes old counts. Run periodically by the server. */
export async function purgeExpiredThrottles(db: Database): Promise<number> {
  return db.withAnonymousTx((tx) =>
    tx.run(`delete from upm.throttle where since < now() - ${RETENTION}`),
  );
}
