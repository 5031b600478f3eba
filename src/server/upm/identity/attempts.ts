import { AppError, MAX_CAPTCHA_LEVEL, netOf, type Database } from '../../kernel/index.ts';

/** Wrong tries of one account from one address, or from one known device, before it has to wait. */
export const MAX_FAILURES = 5;
/** So many of them without a captcha; for the rest one has to be answered. */
export const FAILURES_WITHOUT_CAPTCHA = 3;
/**
 * Wrong tries of one account from anywhere before it has to wait. Known devices of its person do
 * not wait.
 */
const MAX_OF_ACCOUNT = 50;
const LOCK_MINUTES = 15;
const LOCK = `interval '${LOCK_MINUTES} minutes'`;

/**
 * Failures from which a captcha is needed, and a harder one: level 0, 1, 2 ... An address never
 * locks, as a whole company may be behind it: guessing gets slower, a right password is accepted.
 * Unknown names count like any other: otherwise the next answer would reveal which accounts exist.
 */
const STEPS = {
  account: [10, 20, 30, 40],
  address: [60, 300, 1_000, 3_000],
} as const;
/** No captcha is needed. */
const NONE = -1;

interface Keys {
  pair: string;
  account: string;
  address: string;
}

/**
 * `most` wrong tries of the pair are let pass. `level`: of the captcha that was answered, NONE
 * without one. `device`: names a device this person has signed in on. `self`: `account` is the id
 * of who is signed in and confirms.
 */
export interface Attempt {
  readonly account: string;
  readonly ip: string;
  readonly most?: number;
  readonly level?: number;
  readonly device?: string | undefined;
  readonly self?: boolean;
}

/**
 * Confirmations while signed in are counted separately: a name typed at sign-in cannot lock them.
 */
function keysOf({ account, ip, device, self = false }: Attempt): Keys {
  const name = account.trim().toLowerCase();
  const net = netOf(ip);
  const kind = self ? 'self-' : '';
  return {
    pair: `${kind}pair:${name}|${device ?? net}`,
    account: `${kind}account:${name}`,
    address: `address:${net}`,
  };
}

const QUIET_SQL = `a.last_at < now() - ${LOCK}`;
/** A quiet quarter of an hour starts the count again. */
const INCREMENT_SQL = `failures = case when ${QUIET_SQL} then 1 else a.failures + 1 end, last_at = now()`;

const stepSql = (of: keyof typeof STEPS): string => {
  const steps = STEPS[of].map((least, level) => `when ${of} >= ${least} then ${level}`);
  return `case ${steps.toReversed().join(' ')} else ${NONE} end`;
};
/** Failures under the keys $2 (account) and $3 (address), and the captcha they ask for. */
const PRESSURE_SQL = `
  counted as (
    select coalesce(max(failures) filter (where key = $2), 0) as account,
      coalesce(max(failures) filter (where key = $3), 0) as address
    from upm.sign_in_attempt a where key in ($2, $3) and not ${QUIET_SQL}),
  pressure as (
    select account >= ${MAX_OF_ACCOUNT} as locked,
      least(${MAX_CAPTCHA_LEVEL}, greatest(${stepSql('account')}, ${stepSql('address')})) as level
    from counted)`;
/**
 * Counts a try of the pair unless it may not be made; then no row is answered. $4: tries let pass;
 * $5: the pressure does not count; $6: the captcha's level.
 */
const COUNT_ATTEMPT_SQL = `
  with ${PRESSURE_SQL}
  insert into upm.sign_in_attempt as a (key, failures) select $1, 1 from pressure where $5
    or (not locked and level <= $6)
  on conflict (key) do update set ${INCREMENT_SQL} where ${QUIET_SQL} or a.failures < $4 returning key`;
/**
 * Account and address are counted when a try has failed: a company that signs in at nine from one
 * address is no attack.
 */
const COUNT_FAILURE_SQL = `
  insert into upm.sign_in_attempt as a (key, failures) select key, 1
    from (values ($1), ($2)) as wide (key) order by key
  on conflict (key) do update set ${INCREMENT_SQL}`;
const REFUSAL_SQL = `
  with ${PRESSURE_SQL}, pair as (select failures from upm.sign_in_attempt a where key = $1
    and not ${QUIET_SQL})
  select coalesce(pair.failures >= ${MAX_FAILURES}, false) or (locked and not $4) as locked,
    (select ceil(extract(epoch from max(last_at) + ${LOCK} - now()) / 60)::int
      from upm.sign_in_attempt a where key in ($1, $2) and not ${QUIET_SQL}) as minutes
  from pressure left join pair on true`;

/**
 * Checks a password within the allowed attempts. The attempt is counted before the password is
 * checked, so that simultaneous guesses count too; a right one clears the wrong ones. Throws
 * SIGN_IN_LOCKED while the account failed too often, from this address or from anywhere;
 * CAPTCHA_REQUIRED where a captcha, or a harder one, has to be answered first.
 */
export async function guardedAttempt(
  db: Database,
  given: Attempt,
  fits: () => Promise<boolean>,
): Promise<boolean> {
  const keys = keysOf(given);
  const { most = MAX_FAILURES, level = NONE, device, self = false } = given;
  const trusted = self || device !== undefined;
  const wide = [keys.account, keys.address];
  const taken = await db.asAnonymous(COUNT_ATTEMPT_SQL, [keys.pair, ...wide, most, trusted, level]);
  if (taken.length === 0) throw await refusalOf(db, [keys.pair, ...wide, trusted]);
  const right = await fitsOrUncounted(db, keys.pair, fits);
  if (right) await db.asAnonymous('delete from upm.sign_in_attempt where key = $1', [keys.pair]);
  else if (!trusted) await db.withAnonymousTx((tx) => tx.run(COUNT_FAILURE_SQL, wide));
  return right;
}

/** Where the password was not checked, the attempt is not counted: a failure of ours is none. */
async function fitsOrUncounted(
  db: Database,
  pair: string,
  fits: () => Promise<boolean>,
): Promise<boolean> {
  try {
    return await fits();
  } catch (error) {
    await db.asAnonymous(
      'update upm.sign_in_attempt set failures = failures - 1 where key = $1 and failures > 0',
      [pair],
    );
    throw error;
  }
}

async function refusalOf(db: Database, values: readonly unknown[]): Promise<AppError> {
  const [why] = await db.asAnonymous<{ minutes: number | null; locked: boolean }>(
    REFUSAL_SQL,
    values,
  );
  if (why?.locked === false) return new AppError('CAPTCHA_REQUIRED');
  return new AppError('SIGN_IN_LOCKED', { minutes: Math.max(1, why?.minutes ?? LOCK_MINUTES) });
}

/**
 * How hard a captcha has to be for a try of this account from this address to be let pass; 0 when
 * any will do.
 */
export async function neededCaptchaLevel(
  db: Database,
  of: Pick<Attempt, 'account' | 'ip'>,
): Promise<number> {
  const { pair, account, address } = keysOf(of);
  const [row] = await db.asAnonymous<{ level: number }>(
    `with ${PRESSURE_SQL} select level from pressure where $1::text is not null`,
    [pair, account, address],
  );
  return Math.max(0, row?.level ?? 0);
}

/** Deletes tries whose time is over. Run now and then by the server. */
export async function purgeExpiredAttempts(db: Database): Promise<number> {
  return db.withAnonymousTx((tx) =>
    tx.run(`delete from upm.sign_in_attempt where last_at < now() - ${LOCK}`),
  );
}
