import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../../kernel/index.ts';

/** argon2id, 19 MiB, 2 passes: the OWASP recommendation, about 30 ms of one core. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** Hashing is the costliest thing an anonymous caller can ask for: so many at once, so many waiting, the rest later. */
const AT_ONCE = 2;
const MAX_WAITING = 200;

const RULE = /^(?=.*[A-Za-z])(?=.*\d).{8,64}$/su;

/** Refuses a password that is too short, too long, or without letter or digit. */
export function requireStrong(password: string): void {
  if (!RULE.test(password)) throw new AppError('PASSWORD_WEAK');
}

let running = 0;
let begun = 0;
const waiting: (() => void)[] = [];

/** How busy hashing is: `begun` since the start, `waiting` for a place. */
export const hashingLoad = (): { begun: number; running: number; waiting: number } => ({ begun, running, waiting: waiting.length });

async function queued<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= MAX_WAITING) throw new AppError('TOO_FREQUENT');
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running += 1;
  }
  begun += 1;
  try {
    return await work();
  } finally {
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
