import { randomBytes } from 'node:crypto';
import { readQueueToken, writeQueueToken } from './token.ts';

/**
 * Who would be let in within so long waits on the open connection; a screen gives up after 30 s.
 */
const MAX_HELD_MS = 5_000;
/**
 * Callers that would wait longer are deferred: they get a token and come back after half of the
 * remaining wait, within these bounds in seconds.
 */
const MIN_RETRY_S = 1;
const MAX_RETRY_S = 15;
/**
 * How late a deferred caller may come back before those behind are admitted first; in milliseconds.
 */
const RETRY_GRACE_MS = 5_000;
/**
 * How long a token still restores its position after its due time: browsers wake a background
 * window once a minute.
 */
const TOKEN_GRACE_MS = 75_000;
/** And so much earlier it is no haste: clocks and timers are not that exact. */
const EARLY_TOLERANCE_MS = 500;
/**
 * Beyond this number deferred entries are not tracked one by one; the caller still gets a token.
 */
const MAX_COUNTED = 20_000;
/** What one takes, in ms: a guess, then what the last ones took. */
const FIRST_GUESS_MS = 60;
const SMOOTHING = 0.1;
const ID_BYTES = 9;

/** A queue entry: held on a connection (`start` admits it), or deferred until about `due`. */
interface QueueEntry {
  readonly since: number;
  readonly id: string;
  due: number;
  start?: (() => void) | undefined;
}

/** The caller has to retry: after how many seconds, with which token, and how many are ahead. */
export class RetryLaterError extends Error {
  override readonly name = 'RetryLaterError';
  constructor(
    readonly ahead: number,
    readonly seconds: number,
    readonly token: string,
  ) {
    super('come again');
  }
}

export interface AdmissionQueueOptions {
  /** How many are inside at once. */
  readonly atOnce: number;
  /** Key the tokens are signed with: the same in every process. */
  readonly key: Buffer;
  readonly now?: () => number;
}

/**
 * Registers a callback for a caller that leaves before its turn; returns the function that
 * unregisters it.
 */
export type OnAbort = (leave: () => void) => () => void;

/**
 * The queue in front of costly work that is open to anyone. First come, first served, across
 * retries: a caller that cannot be admitted soon gets a signed token with its arrival time, and
 * with that token it is placed before all later arrivals, in every process. Deferred callers count
 * like those held here, so newcomers cannot take their places. Only counts live in this process; a
 * process that has restarted or has never seen a token places its holder by what the token says.
 */
export class AdmissionQueue {
  readonly #atOnce: number;
  readonly #key: Buffer;
  readonly #now: () => number;
  /** All entries in order of arrival. */
  #entries: QueueEntry[] = [];
  readonly #deferred = new Map<string, QueueEntry>();
  /** Tokens already admitted or waiting here, until they would expire: each is valid once. */
  readonly #usedTokens = new Map<string, number>();
  #running = 0;
  #averageMs = FIRST_GUESS_MS;
  #lastArrival = 0;
  #lastPurge = 0;

  constructor({ atOnce, key, now = Date.now }: AdmissionQueueOptions) {
    this.#atOnce = atOnce;
    this.#key = key;
    this.#now = now;
  }

  /** Current load: running, held on a connection, deferred. */
  load(): { inside: number; here: number; away: number } {
    return {
      inside: this.#running,
      here: this.#entries.length - this.#deferred.size,
      away: this.#deferred.size,
    };
  }

  /**
   * Does the work when it is this one's turn. Throws RetryLaterError, before anything is done, when that
   * is too far off.
   */
  async run<T>(
    token: unknown,
    work: () => Promise<T>,
    onAbort: OnAbort = () => () => undefined,
  ): Promise<T> {
    await this.#admit(this.#enqueue(token), onAbort);
    const since = this.#now();
    try {
      return await work();
    } finally {
      this.#averageMs += SMOOTHING * (Math.max(0, this.#now() - since) - this.#averageMs);
      this.#running -= 1;
      this.#startNext();
    }
  }

  /** Whether a caller retries at the time it was given; such a retry does not count as flooding. */
  isDue(token: unknown): boolean {
    const known = typeof token === 'string' ? readQueueToken(this.#key, token) : undefined;
    const entry = known && this.#deferred.get(known.id);
    return entry !== undefined && this.#now() >= entry.due - EARLY_TOLERANCE_MS;
  }

  /**
   * The caller's entry: the one its token restores, else a new one at the end. It is in the queue
   * from here on.
   */
  #enqueue(token: unknown): QueueEntry {
    const now = this.#now();
    this.#purgeExpired(now);
    const known = readQueueToken(this.#key, token);
    const isKnown = known !== undefined && known.until > now && !this.#usedTokens.has(known.id);
    const entry: QueueEntry = (isKnown && this.#deferred.get(known.id)) || {
      since: isKnown ? known.since : this.#arrivalTime(now),
      id: isKnown ? known.id : randomBytes(ID_BYTES).toString('base64url'),
      due: now,
    };
    if (!this.#deferred.delete(entry.id)) this.#entries.splice(this.#rankOf(entry), 0, entry);
    return entry;
  }

  /** No two come at the same moment. */
  #arrivalTime(now: number): number {
    this.#lastArrival = Math.round(Math.max(now * 1_000, this.#lastArrival * 1_000 + 1)) / 1_000;
    return this.#lastArrival;
  }

  /** Resolves inside. */
  async #admit(entry: QueueEntry, onAbort: OnAbort): Promise<void> {
    const ahead = this.#rankOf(entry);
    const wait = (ahead * this.#averageMs) / this.#atOnce;
    const isFree = this.#running < this.#atOnce && this.load().here <= 1;
    if (!isFree && wait > MAX_HELD_MS) throw this.#defer(entry, ahead, wait);
    this.#usedTokens.set(entry.id, this.#now() + TOKEN_GRACE_MS + MAX_RETRY_S * 1_000);
    await new Promise<void>((resolve, reject) => {
      const stop = onAbort(() => {
        this.#remove(entry);
        reject(new RetryLaterError(ahead, MIN_RETRY_S, ''));
      });
      entry.start = () => {
        stop();
        resolve();
      };
      this.#startNext();
    });
  }

  #defer(entry: QueueEntry, ahead: number, wait: number): RetryLaterError {
    const now = this.#now();
    const seconds = Math.min(MAX_RETRY_S, Math.max(MIN_RETRY_S, Math.ceil(wait / 2_000)));
    entry.due = now + seconds * 1_000;
    if (this.#deferred.size < MAX_COUNTED) this.#deferred.set(entry.id, entry);
    else this.#remove(entry);
    return new RetryLaterError(
      ahead,
      seconds,
      writeQueueToken(this.#key, {
        since: entry.since,
        id: entry.id,
        until: Math.round(entry.due + TOKEN_GRACE_MS),
      }),
    );
  }

  /** Starts the earliest entry that is held here. */
  #startNext(): void {
    while (this.#running < this.#atOnce) {
      const at = this.#entries.findIndex(({ start }) => start !== undefined);
      if (at < 0) return;
      const [entry] = this.#entries.splice(at, 1);
      this.#running += 1;
      entry!.start!();
    }
  }

  /** How many entries are ahead; binary search, as the queue may be long. */
  #rankOf({ since, id }: QueueEntry): number {
    let [from, to] = [0, this.#entries.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      const other = this.#entries[middle]!;
      if (other.since < since || (other.since === since && other.id < id)) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  #remove(entry: QueueEntry): void {
    const at = this.#entries.indexOf(entry);
    if (at >= 0) this.#entries.splice(at, 1);
    this.#deferred.delete(entry.id);
  }

  /** Drops deferred entries that did not come back; checked once a second at most. */
  #purgeExpired(now: number): void {
    if (now - this.#lastPurge < MIN_RETRY_S * 1_000) return;
    this.#lastPurge = now;
    const isGone = (entry: QueueEntry): boolean =>
      entry.start === undefined && entry.due + RETRY_GRACE_MS < now && this.#deferred.has(entry.id);
    this.#entries = this.#entries.filter((entry) => {
      if (!isGone(entry)) return true;
      this.#deferred.delete(entry.id);
      return false;
    });
    for (const [id, until] of this.#usedTokens) if (until < now) this.#usedTokens.delete(id);
  }
}
