import { AppError, type Database } from '../../kernel/index.ts';

/** Wrong tries of one account from one address before it has to wait. */
export const MAX_FAILURES = 5;
/** So many of them without a question being asked; for the rest one has to be answered. */
export const UNASKED_FAILURES = 3;
/** Of one account from anywhere, and of one address for any account: against guessing that spreads out. */
const MAX_OF_ACCOUNT = 50;
const MAX_OF_ADDRESS = 300;
export const LOCK_MINUTES = 15;
const LOCK = `interval '${LOCK_MINUTES} minutes'`;

interface Keys { pair: string; account: string; address: string }

function keysOf(account: string, ip: string): Keys {
  const name = account.trim().toLowerCase();
  return { pair: `pair:${name}|${ip}`, account: `account:${name}`, address: `address:${ip}` };
}

/** Counts a try unless its key is locked; a locked key answers no row. A quiet quarter of an hour starts the count anew. */
const count = (limit: string) => `
  on conflict (key) do update
  set failures = case when a.last_at < now() - ${LOCK} then 1 else a.failures + 1 end, last_at = now()
  where a.last_at < now() - ${LOCK} or a.failures < ${limit} returning key`;
const TAKE = `
  with pair as (insert into upm.sign_in_attempt as a (key, failures) values ($1, 1) ${count('$4::int')}),
  wide as (
    insert into upm.sign_in_attempt as a (key, failures)
    select key, 1 from (values ($2), ($3)) as wide (key) where exists (select from pair)
    ${count(`case when a.key like 'account:%' then ${MAX_OF_ACCOUNT} else ${MAX_OF_ADDRESS} end`)})
  select (select count(*) from pair) + (select count(*) from wide) as taken`;

/**
 * Counts a sign-in try before the password is looked at, so that guesses made at the same moment count too. Throws
 * SIGN_IN_LOCKED while the account (from this address), the account, or the address has failed too often; CAPTCHA_REQUIRED
 * where the account (from this address) has failed `most` times, but not yet too often.
 */
export async function takeAttempt(db: Database, account: string, ip: string, most = MAX_FAILURES): Promise<void> {
  const { pair, account: ofAccount, address } = keysOf(account, ip);
  const [row] = await db.withGate((tx) => tx.query<{ taken: number }>(TAKE, [pair, ofAccount, address, most]));
  if (row?.taken === 3) return;
  const [lock] = await db.atGate<{ minutes: number; asked: boolean }>(
    `select ceil(extract(epoch from max(last_at) + ${LOCK} - now()) / 60)::int as minutes, bool_or(key = $2 and failures between $3 and ${MAX_FAILURES - 1}) as asked
     from upm.sign_in_attempt where key = any($1)`, [[pair, ofAccount, address], pair, most]);
  // Nothing of the account's or the address's was counted: they were not even asked.
  if (lock?.asked && row?.taken === 0) throw new AppError('CAPTCHA_REQUIRED');
  throw new AppError('SIGN_IN_LOCKED', { minutes: Math.max(1, lock?.minutes ?? LOCK_MINUTES) });
}

/** The password was right: the tries of this account from this address are forgotten, and this one does not count. */
export async function forgiveAttempts(db: Database, account: string, ip: string): Promise<void> {
  const { pair, account: ofAccount, address } = keysOf(account, ip);
  await db.withGate(async (tx) => {
    await tx.run('delete from upm.sign_in_attempt where key = $1', [pair]);
    await tx.run('update upm.sign_in_attempt set failures = failures - 1 where key = any($1) and failures > 0', [[ofAccount, address]]);
  });
}

/** Forgets tries whose time is over. Run now and then by the server. */
export async function forgetAttempts(db: Database): Promise<number> {
  return db.withGate((tx) => tx.run(`delete from upm.sign_in_attempt where last_at < now() - ${LOCK}`));
}
