import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../../kernel/index.ts';

/** argon2id, 19 MiB, 2 passes: the OWASP recommendation, about 30 ms of one core. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** Hashing is the costliest thing an anonymous caller can ask for: so many at once, the others in line. */
const AT_ONCE = 2;
/** A line longer than this, in time, is answered later than a screen waits (30 s): whoever comes then is told to come again. */
const MAX_WAIT_MS = 20_000;
/** And longer than this, in people, is not of people. */
const MAX_WAITING = 5_000;
/** What one hash takes, in ms: a guess, then what the last ones took. */
let usual = 50;
const LEARNT = 0.1;

const RULE = /^(?=.*[A-Za-z])(?=.*\d).{8,64}$/su;

/** Refuses a password that is too short, too long, or without letter or digit. */
export function requireStrong(password: string): void {
  if (!RULE.test(password)) throw new AppError('PASSWORD_WEAK');
}

let running = 0;
let begun = 0;
const waiting: (() => void)[] = [];

/** How busy hashing is: `begun` since the start, `waiting` for a place in the line. */
export const hashingLoad = (): { begun: number; running: number; waiting: number } => ({ begun, running, waiting: waiting.length });

async function queued<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= MAX_WAITING || (waiting.length * usual) / AT_ONCE > MAX_WAIT_MS) throw new AppError('TOO_FREQUENT');
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running += 1;
  }
  begun += 1;
  const since = performance.now();
  try {
    return await work();
  } finally {
    usual += LEARNT * (performance.now() - since - usual);
    // The place passes to the next in line; it is freed only when nobody waits.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

export function hashPassword(password: string): Promise<string> {
  return queued(() => hash(password, COST));
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
  const fits = await queued(() => verify(against, password));
  return fits && typeof stored === 'string';
}
