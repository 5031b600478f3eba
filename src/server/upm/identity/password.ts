import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { AppError, COSTLY_AT_ONCE, ConcurrencyLimiter } from '../../kernel/index.ts';

/** argon2id, 19 MiB, 2 passes: the OWASP recommendation, about 30 ms of one core. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const RULE = /^(?=.*[A-Za-z])(?=.*\d).{8,64}$/su;

/** Refuses a password that is too short, too long, or without letter or digit. */
export function requireStrong(password: string): void {
  if (!RULE.test(password)) throw new AppError('PASSWORD_WEAK');
}

/**
 * Limits hashing at once. Anonymous callers pass the admission queue first (calls marked `line` in
 * the contract), so only few wait here.
 */
const limiter = new ConcurrencyLimiter(COSTLY_AT_ONCE);

/** How busy hashing is: `begun` since the start, `waiting` for a thread. */
export const hashingLoad = (): { begun: number; running: number; waiting: number } => ({
  begun: limiter.started,
  running: limiter.running,
  waiting: limiter.queued,
});

export function hashPassword(password: string): Promise<string> {
  return limiter.run(() => hash(password, COST));
}

let dummy: Promise<string> | undefined;

/** Makes the dummy ahead, so that the first unknown account takes no longer than the next. */
export function prepareDummyHash(): void {
  dummy ??= hashPassword(randomBytes(16).toString('hex'));
}

/**
 * Whether the password fits. Without a hash (no such account) a dummy is checked, so that the
 * answer takes as long and does not reveal which accounts exist.
 */
export async function verifyPassword(
  stored: string | null | undefined,
  password: string,
): Promise<boolean> {
  prepareDummyHash();
  const against = stored ?? (await dummy)!;
  const fits = await limiter.run(() => verify(against, password));
  return fits && typeof stored === 'string';
}
