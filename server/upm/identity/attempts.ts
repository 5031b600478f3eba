import { AppError, type Database } from '../../kernel/index.ts';
import { netOf } from './net.ts';

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

/** What a person confirms while signed in is counted apart: no name typed at the door stands for it. */
function keysOf({ account, ip, self = false }: Attempt): Keys {
  const [name, net, kind] = [account.trim().toLowerCase(), netOf(ip), self ? 'self-' : ''];
  return { pair: `${kind}pair:${name}|${net}`, account: `${kind}account:${name}`, address: `address:${net}` };
}

const QUIET = `a.last_at < now() - ${LOCK}`;
/** A quiet quarter of an hour starts the count anew. */
const ONE_MORE = `failures = case when ${QUIET} then 1 else a.failures + 1 end, last_at = now()`;
/**
 * Counts a try of the pair, unless it has failed as often as it may, or the account or the address has from anywhere: then no
 * row is answered. Those two are counted when a try has failed: a company that signs in at nine from one address is no attack.
 */
const TAKE = `
  with wide as (
    select from upm.sign_in_attempt a where key in ($2, $3) and not ${QUIET} and failures >= case when key = $2 then ${MAX_OF_ACCOUNT} else ${MAX_OF_ADDRESS} end)
  insert into upm.sign_in_attempt as a (key, failures) select $1, 1 where not exists (select from wide)
  on conflict (key) do update set ${ONE_MORE} where ${QUIET} or a.failures < $4 returning key`;
const FAIL = `
  insert into upm.sign_in_attempt as a (key, failures) select key, 1 from (values ($1), ($2)) as wide (key) order by key
  on conflict (key) do update set ${ONE_MORE}`;
const WHY = `
  select ceil(extract(epoch from max(last_at) + ${LOCK} - now()) / 60)::int as minutes,
    bool_or(failures >= case key when $1 then ${MAX_FAILURES} when $2 then ${MAX_OF_ACCOUNT} else ${MAX_OF_ADDRESS} end) as locked
  from upm.sign_in_attempt a where key in ($1, $2, $3) and not ${QUIET}`;

/** A try to be made: `most` wrong ones are let pass, for want of an answered question fewer than lock. `self`: `account` is the id of who is signed in and confirms. */
export interface Attempt { readonly account: string; readonly ip: string; readonly most?: number; readonly self?: boolean }

/**
 * Looks whether a password fits, within what may be tried. The try is counted before the password is looked at, so that guesses
 * made at the same moment count too; a right one forgets the wrong ones. Throws SIGN_IN_LOCKED while the account (from this
 * address), the account, or the address has failed too often; CAPTCHA_REQUIRED where the account (from this address) has
 * failed `most` times, but not yet too often.
 */
export async function attempt(db: Database, given: Attempt, fits: () => Promise<boolean>): Promise<boolean> {
  const { pair, account: ofAccount, address } = keysOf(given);
  const { most = MAX_FAILURES } = given;
  const taken = await db.atGate(TAKE, [pair, ofAccount, address, most]);
  if (taken.length === 0) throw await whyNot(db, [pair, ofAccount, address]);
  const right = await fits().catch(async (error: unknown) => {
    // Nobody looked at the password: a failure of ours is no wrong try.
    await db.atGate('update upm.sign_in_attempt set failures = failures - 1 where key = $1 and failures > 0', [pair]);
    throw error;
  });
  if (right) await db.atGate('delete from upm.sign_in_attempt where key = $1', [pair]);
  else await db.withGate((tx) => tx.run(FAIL, [ofAccount, address]));
  return right;
}

async function whyNot(db: Database, keys: readonly string[]): Promise<AppError> {
  const [lock] = await db.atGate<{ minutes: number | null; locked: boolean | null }>(WHY, keys);
  return lock?.locked === false ? new AppError('CAPTCHA_REQUIRED') : new AppError('SIGN_IN_LOCKED', { minutes: Math.max(1, lock?.minutes ?? LOCK_MINUTES) });
}

/** Forgets tries whose time is over. Run now and then by the server. */
export async function forgetAttempts(db: Database): Promise<number> {
  return db.withGate((tx) => tx.run(`delete from upm.sign_in_attempt where last_at < now() - ${LOCK}`));
}
