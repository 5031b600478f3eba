import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import {
  AppError,
  COSTLY_AT_ONCE,
  ConcurrencyLimiter,
  type HasServerState,
} from '../../kernel/index.ts';
import { HashCost, RECOMMENDED } from './hash-cost.ts';

const RULE = /^(?=.*[A-Za-z])(?=.*\d).{8,64}$/su;

/** Refuses a password that is too short, too long, or without letter or digit. */
export function requireStrong(password: string): void {
  if (!RULE.test(password)) throw new AppError('PASSWORD_WEAK');
}

/**
 * Limits a server's hashing at once. Anonymous callers pass the admission queue first (calls marked
 * `line` in the contract), so only few wait here.
 */
class Hashing extends ConcurrencyLimiter {
  constructor() {
    super(COSTLY_AT_ONCE);
  }
}

/** How busy hashing is: `begun` since the start, `waiting` for a thread. */
export function hashingLoad({ state }: HasServerState): {
  begun: number;
  running: number;
  waiting: number;
} {
  const { started, running, queued } = state.of(Hashing);
  return { begun: started, running, waiting: queued };
}

export function hashPassword({ state }: HasServerState, password: string): Promise<string> {
  const { cost } = state.of(HashCost);
  return state.of(Hashing).run(() => hash(password, cost));
}

/** The hash of a password no one knows. It never changes, so one serves the whole process. */
let dummy: Promise<string> | undefined;

/** Makes the dummy ahead, so that the first unknown account takes no longer than the next. */
export function prepareDummyHash(): Promise<string> {
  dummy ??= hash(randomBytes(16).toString('hex'), RECOMMENDED);
  return dummy;
}

/**
 * Whether the password fits. Without a hash (no such account) a dummy is checked, so that the
 * answer takes as long and does not reveal which accounts exist.
 */
export async function verifyPassword(
  { state }: HasServerState,
  stored: string | null | undefined,
  password: string,
): Promise<boolean> {
  const against = stored ?? (await prepareDummyHash());
  const fits = await state.of(Hashing).run(() => verify(against, password));
  return fits && typeof stored === 'string';
}
