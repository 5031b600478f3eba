/**
 * Operations of one person a minute: above what a program that keeps departments in step sends, low
 * enough for the log.
 */
const MAX_A_MINUTE = 600;
/** Refused ones among them: people are refused now and then, a program that tries doors always. */
const MAX_REFUSED_A_MINUTE = 300;
const MINUTE_MS = 60_000;
/**
 * Each further pause of a user who keeps being refused is twice as long, up to this: a day of it is
 * some ten thousand lines.
 */
const MAX_WAIT_MINUTES = 64;
/** People counted at once, before expired counts are dropped. */
const MAX_COUNTED = 10_000;

/** `wait`: minutes the next pause lasts. */
interface Count {
  until: number;
  calls: number;
  refused: number;
  wait: number;
  isPaused: boolean;
}

/**
 * The decision on a call: `ask` goes on; `first` and `over` are refused, only `first` is logged.
 * `minutes` of the pause.
 */
export interface LogAdmission {
  readonly taken: 'ask' | 'first' | 'over';
  readonly minutes: number;
}

/**
 * Limits what one person may write into the log: beyond it they are refused for a while, and one
 * line records it.
 */
export class OperationLimits {
  readonly #counts = new Map<string, Count>();

  admit(who: string, now = Date.now()): LogAdmission {
    const count = this.#countOf(who, now);
    count.calls += 1;
    const tooManyRefused = count.refused >= MAX_REFUSED_A_MINUTE;
    if (!count.isPaused && count.calls <= MAX_A_MINUTE && !tooManyRefused)
      return { taken: 'ask', minutes: 0 };
    if (count.isPaused) return { taken: 'over', minutes: 0 };
    count.isPaused = true;
    const minutes = tooManyRefused ? count.wait : 1;
    count.until = now + minutes * MINUTE_MS;
    count.wait = Math.min(MAX_WAIT_MINUTES, minutes * 2);
    return { taken: 'first', minutes };
  }

  refused(who: string, now = Date.now()): void {
    this.#countOf(who, now).refused += 1;
  }

  #countOf(who: string, now: number): Count {
    const known = this.#counts.get(who);
    if (known && now < known.until) return known;
    if (this.#counts.size >= MAX_COUNTED) this.#forget(now);
    // A user who stayed within the limits starts with the shortest pause again.
    const count = {
      until: now + MINUTE_MS,
      calls: 0,
      refused: 0,
      wait: known?.isPaused ? known.wait : 1,
      isPaused: false,
    };
    this.#counts.set(who, count);
    return count;
  }

  #forget(now: number): void {
    for (const [who, { until }] of this.#counts) if (now >= until) this.#counts.delete(who);
  }
}
