import { AppError } from './errors.ts';

/**
 * Limits how much costly work runs at once; the rest waits in order of arrival: what takes a core
 * or much memory must leave both to other work. Beyond `mostWaiting` it is refused: TOO_FREQUENT.
 */
export class ConcurrencyLimiter {
  /** Pieces begun since the start. */
  started = 0;
  running = 0;
  readonly #limit: number;
  readonly #maxQueued: number;
  readonly #queue: (() => void)[] = [];

  constructor(atOnce: number, mostWaiting = Infinity) {
    this.#limit = atOnce;
    this.#maxQueued = mostWaiting;
  }

  get queued(): number {
    return this.#queue.length;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running < this.#limit) this.running += 1;
    else if (this.#queue.length >= this.#maxQueued) throw new AppError('TOO_FREQUENT');
    else
      await new Promise<void>((go) => {
        this.#queue.push(go);
      });
    this.started += 1;
    try {
      return await work();
    } finally {
      // The slot passes to the next in the queue; it is freed only when the queue is empty, so that
      // no newcomer slips in between.
      const next = this.#queue.shift();
      if (next) next();
      else this.running -= 1;
    }
  }
}
