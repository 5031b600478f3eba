import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { AppError, COSTLY_AT_ONCE } from '../../kernel/index.ts';

/** argon2id, 19 MiB, 2 passes: the OWASP recommendation, about 30 ms of one core. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const RULE = /^(?=.*[A-Za-z])(?=.*\d).{8,64}$/su;

/** Refuses a password that is too short, too long, or without letter or digit. */
export function requireStrong(password: string): void {
  if (!RULE.test(password)) throw new AppError('PASSWORD_WEAK');
}

let running = 0;
let begun = 0;
const waiting: (() => void)[] = [];

/** How busy hashing is: `begun` since the start, `waiting` for a thread. */
export const hashingLoad = (): { begun: number; running: number; waiting: number } => ({ begun, running, waiting: waiting.length });

/**
 * So much hashing at once, the rest one after the other. Anonymous callers stand in the line before it comes to this (calls
 * marked `line` in the contract), so only few wait here.
 */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= COSTLY_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  begun += 1;
  try {
    return await work();
  } finally {
    // The thread passes to the next who waits; it is freed only when nobody does.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, COST));
}

let dummy: Promise<string> | undefined;

/** Makes the dummy ahead, so that the first unknown account takes no longer than the next. */
export function warmUp(): void {
  dummy ??= hashPassword(randomBytes(16).toString('hex'));
}

/**
 * Whether the password fits. Without a hash (no such account) a dummy is checked, so that the answer takes as long and
 * nobody learns which accounts exist.
 */
export async function passwordFits(stored: string | null | undefined, password: string): Promise<boolean> {
  warmUp();
  const against = stored ?? (await dummy)!;
  const fits = await inTurn(() => verify(against, password));
  return fits && typeof stored === 'string';
}
