import { AppError } from './errors.ts';

/**
 * Costly work, so much of it at once and the rest in the order it came: what takes a core or much
 * memory must leave both to others. Beyond `mostWaiting` nobody is taken on: TOO_FREQUENT.
 */
export class Turns {
  /** Pieces begun since the start. */
  begun = 0;
  running = 0;
  readonly #atOnce: number;
  readonly #mostWaiting: number;
  readonly #waiting: (() => void)[] = [];

  constructor(atOnce: number, mostWaiting = Infinity) {
    this.#atOnce = atOnce;
    this.#mostWaiting = mostWaiting;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running < this.#atOnce) this.running += 1;
    else if (this.#waiting.length >= this.#mostWaiting) throw new AppError('TOO_FREQUENT');
    else
      await new Promise<void>((go) => {
        this.#waiting.push(go);
      });
    this.begun += 1;
    try {
      return await work();
    } finally {
      // The turn passes to the next who waits; it is freed only when nobody does, so that no
      // newcomer slips in between.
      const next = this.#waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }
}
