import type { Share } from '../budgets.ts';
import { AppError } from '../errors.ts';

/** Whose it is: a person of a company, or an address. */
export interface Payer {
  readonly person: string;
  readonly company: string;
}
interface Waiting extends Payer {
  admit(): void;
}

/** How many of each name. */
class Counts {
  readonly #of = new Map<string, number>();

  of(name: string): number {
    return this.#of.get(name) ?? 0;
  }

  add(name: string, by: number): void {
    const now = this.of(name) + by;
    if (now > 0) this.#of.set(name, now);
    else this.#of.delete(name);
  }
}

/**
 * Limits concurrency: overall, per company, per person. The others wait in order of arrival, each
 * until there is room in all three; of one person only a few may wait (TOO_FREQUENT).
 */
export class FairSlots {
  readonly #share: Share;
  readonly #persons = new Counts();
  readonly #companies = new Counts();
  readonly #waitingOf = new Counts();
  #waiting: Waiting[] = [];
  /** How many are in. */
  inside = 0;

  constructor(share: Share) {
    this.#share = share;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /**
   * Resolves when it is one's turn, to what has to be called at the end, once. `whenGone` is given
   * what takes a waiting one out of the queue; the promise is then refused with BODY_BROKEN_OFF.
   */
  async enter(party: Payer, whenGone: (leave: () => void) => void): Promise<() => void> {
    if (!this.#hasRoom(party)) await this.#wait(party, whenGone);
    else this.#add(party, 1);
    let isIn = true;
    return () => {
      if (!isIn) return;
      isIn = false;
      this.#add(party, -1);
      this.#admit();
    };
  }

  #hasRoom({ person, company }: Payer): boolean {
    const share = this.#share;
    const isFull = this.inside >= share.overall || this.#companies.of(company) >= share.company;
    return !isFull && this.#persons.of(person) < share.person;
  }

  #add({ person, company }: Payer, by: 1 | -1): void {
    this.inside += by;
    this.#companies.add(company, by);
    this.#persons.add(person, by);
  }

  #wait(party: Payer, whenGone: (leave: () => void) => void): Promise<void> {
    if (this.#waitingOf.of(party.person) >= this.#share.waiting) throw new AppError('TOO_FREQUENT');
    this.#waitingOf.add(party.person, 1);
    return new Promise((resolve, reject) => {
      const one: Waiting = { ...party, admit: resolve };
      this.#waiting.push(one);
      whenGone(() => {
        if (this.#forget(one)) reject(new AppError('BODY_BROKEN_OFF'));
      });
    });
  }

  #forget(one: Waiting): boolean {
    const at = this.#waiting.indexOf(one);
    if (at < 0) return false;
    this.#waiting.splice(at, 1);
    this.#waitingOf.add(one.person, -1);
    return true;
  }

  #admit(): void {
    const next = this.#waiting.find((one) => this.#hasRoom(one));
    if (!next) return;
    this.#forget(next);
    this.#add(next, 1);
    next.admit();
    this.#admit();
  }
}
