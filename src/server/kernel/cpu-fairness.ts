import { PACE } from './budgets.ts';
import { AppError } from './errors.ts';

/** What one person's requests have cost lately. Times are milliseconds. */
interface CpuAccount {
  /**
   * When everything beyond the allowance is worked off; before that the person's next request
   * waits.
   */
  clearAt: number;
  /** Cost of the last seconds, and when it was last brought up to date. */
  spent: number;
  spentAt: number;
  /** What a request usually costs. */
  typical: number;
  waiting: number;
  last: Promise<void>;
}

const sleep = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
const yieldToOthers = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

/**
 * Slows down a person who takes more of the process than all others together: the next request
 * waits until the cost of the former ones has been paid off at a fixed share of a core. A person
 * working alone is never slowed down, nor is one within the allowance of a few busy seconds.
 */
export class CpuFairness {
  readonly #now: () => number;
  readonly #accounts = new Map<string, CpuAccount>();
  /** The two accounts that were charged last, the newest first. */
  #latest: readonly CpuAccount[] = [];
  #total = 0;
  #totalAt = 0;
  #sweptAt = 0;

  /** `now` returns milliseconds; a test brings its own. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /**
   * Waits for the person's turn and charges what is about to be done: `ms` milliseconds, or what a
   * request of theirs usually costs. Throws TOO_FREQUENT when too many of the same person wait
   * already.
   */
  async turn(who: string, ms?: number): Promise<void> {
    const account = this.#accountOf(who);
    if (account.waiting === 0 && this.#waitOf(account) === 0) {
      this.#add(account, ms ?? account.typical);
      return;
    }
    if (account.waiting >= PACE.waiting) throw new AppError('TOO_FREQUENT');
    account.waiting += 1;
    account.last = account.last.then(() => this.#worksOff(account, ms));
    try {
      await account.last;
    } finally {
      account.waiting -= 1;
    }
  }

  /** Notes what a request took (milliseconds) that has had its turn. */
  settle(who: string, ms: number): void {
    const account = this.#accountOf(who);
    this.#add(account, ms - account.typical);
    account.typical += (ms - account.typical) * PACE.learning;
  }

  /** Leaves the processor to others after so many milliseconds of the person's work. */
  async rest(who: string, ms: number): Promise<void> {
    const account = this.#accountOf(who);
    this.#add(account, ms);
    if (!this.#hasOthers(account)) await yieldToOthers();
    else await sleep(ms * (1 / PACE.share - 1));
  }

  async #worksOff(account: CpuAccount, ms: number | undefined): Promise<void> {
    for (let wait = this.#waitOf(account); wait > 0; wait = this.#waitOf(account))
      await sleep(wait);
    this.#add(account, ms ?? account.typical);
  }

  #waitOf(account: CpuAccount): number {
    const wait = account.clearAt - this.#now();
    if (wait <= 0) return 0;
    if (!this.#hasOthers(account)) return 0;
    return this.#spentBy(account) <= this.#othersSpent(account) ? 0 : Math.ceil(wait);
  }

  #add(account: CpuAccount, ms: number): void {
    const now = this.#now();
    const from = Math.max(account.clearAt, now - PACE.allowance / PACE.share);
    account.clearAt = Math.min(from + ms / PACE.share, now + PACE.longest);
    account.spent = this.#spentBy(account) + ms;
    account.spentAt = now;
    this.#total = this.#totalSpent() + ms;
    this.#totalAt = now;
    if (this.#latest[0] !== account) this.#latest = [account, ...this.#latest.slice(0, 1)];
  }

  #accountOf(who: string): CpuAccount {
    this.#sweep();
    const now = this.#now();
    const known = this.#accounts.get(who);
    if (known) return known;
    const made: CpuAccount = {
      clearAt: -Infinity,
      spent: 0,
      spentAt: now,
      typical: PACE.overhead,
      waiting: 0,
      last: Promise.resolve(),
    };
    this.#accounts.set(who, made);
    return made;
  }

  /** Drops accounts that have been idle for long. */
  #sweep(): void {
    const now = this.#now();
    if (now - this.#sweptAt < PACE.forget) return;
    this.#sweptAt = now;
    for (const [who, { spentAt, waiting }] of this.#accounts) {
      if (waiting === 0 && now - spentAt > PACE.forget) this.#accounts.delete(who);
    }
  }

  #decayed(spent: number, at: number): number {
    return spent * Math.exp((at - this.#now()) / PACE.window);
  }

  #spentBy({ spent, spentAt }: CpuAccount): number {
    return this.#decayed(spent, spentAt);
  }

  #totalSpent(): number {
    return this.#decayed(this.#total, this.#totalAt);
  }

  /** Whether anybody else has asked for something within `PACE.present`. */
  #hasOthers(account: CpuAccount): boolean {
    const other = this.#latest.find((latest) => latest !== account);
    return other !== undefined && this.#now() - other.spentAt < PACE.present;
  }

  #othersSpent(account: CpuAccount): number {
    return this.#totalSpent() - this.#spentBy(account);
  }
}
