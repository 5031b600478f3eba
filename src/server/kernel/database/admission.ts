import {
  ADMISSION_WAIT_MS,
  COMPANY_WAITING,
  PERSON_AT_ONCE,
  PERSON_WAITING,
  sharesOf,
  type Shares,
} from '../budgets.ts';
import { AppError } from '../errors.ts';

/**
 * The request for a connection: `object` names the business object whose table the work reads or
 * writes.
 */
export interface AdmissionRequest {
  readonly company: string;
  readonly person?: string | undefined;
  readonly object?: string | undefined;
}

interface Waiter {
  readonly who: AdmissionRequest;
  readonly start: () => void;
}

/** Counts by key; a key at zero is removed. */
class Tally {
  readonly #counts = new Map<string, number>();

  of(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  add(key: string, by: 1 | -1): void {
    const count = this.of(key) + by;
    if (count > 0) this.#counts.set(key, count);
    else this.#counts.delete(key);
  }
}

const personOf = ({ company, person }: AdmissionRequest): string | undefined =>
  person === undefined ? undefined : `${company} ${person}`;
const objectOf = ({ company, object }: AdmissionRequest): string | undefined =>
  object === undefined ? undefined : `${company} ${object}`;

/**
 * Decides who gets one of the connections for people's requests. No single party may take them all:
 * a company leaves a part free for the others, one object leaves a part to the rest of its company,
 * one person runs a few statements at a time. Waiting companies are served in turn, first come
 * first served within a company.
 */
export class Admission {
  readonly #shares: Shares;
  readonly #waitMs: number;
  #held = 0;
  readonly #companies = new Tally();
  readonly #people = new Tally();
  readonly #objects = new Tally();
  readonly #waitingPeople = new Tally();
  /** Waiting requests by company; the company served last is moved to the end. */
  readonly #queues = new Map<string, Waiter[]>();

  constructor(size: number, waitMs = ADMISSION_WAIT_MS) {
    this.#shares = sharesOf(size);
    this.#waitMs = waitMs;
  }

  /** Connections in use, and requests that wait for one. */
  load(): { held: number; waiting: number } {
    return {
      held: this.#held,
      waiting: [...this.#queues.values()].reduce((sum, queue) => sum + queue.length, 0),
    };
  }

  /**
   * Runs `work` when its turn comes. Throws TOO_FREQUENT when too much of the same person or
   * company waits already, and UNAVAILABLE when the turn does not come in time.
   */
  async run<T>(who: AdmissionRequest, work: () => Promise<T>): Promise<T> {
    if (this.#fits(who) && !this.#queues.has(who.company)) this.#take(who);
    else await this.#wait(who);
    try {
      return await work();
    } finally {
      this.#count(who, -1);
      this.#serve();
    }
  }

  #fits(who: AdmissionRequest): boolean {
    const { size, company, spare, object } = this.#shares;
    if (this.#held >= size) return false;
    if (this.#companies.of(who.company) >= company && size - this.#held <= spare) return false;
    const [personKey, objectKey] = [personOf(who), objectOf(who)];
    if (personKey !== undefined && this.#people.of(personKey) >= PERSON_AT_ONCE) return false;
    return objectKey === undefined || this.#objects.of(objectKey) < object;
  }

  #take(who: AdmissionRequest): void {
    this.#count(who, 1);
  }

  #count(who: AdmissionRequest, by: 1 | -1): void {
    const [personKey, objectKey] = [personOf(who), objectOf(who)];
    this.#held += by;
    this.#companies.add(who.company, by);
    if (personKey !== undefined) this.#people.add(personKey, by);
    if (objectKey !== undefined) this.#objects.add(objectKey, by);
  }

  async #wait(who: AdmissionRequest): Promise<void> {
    const queue = this.#queues.get(who.company) ?? [];
    const personKey = personOf(who);
    if (queue.length >= COMPANY_WAITING) throw new AppError('TOO_FREQUENT');
    if (personKey !== undefined && this.#waitingPeople.of(personKey) >= PERSON_WAITING)
      throw new AppError('TOO_FREQUENT');
    this.#queues.set(who.company, queue);
    if (personKey !== undefined) this.#waitingPeople.add(personKey, 1);
    try {
      await this.#turnOf(who, queue);
    } finally {
      if (personKey !== undefined) this.#waitingPeople.add(personKey, -1);
    }
  }

  #turnOf(who: AdmissionRequest, queue: Waiter[]): Promise<void> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        this.#leave(waiter, queue);
        reject(new AppError('UNAVAILABLE'));
      }, this.#waitMs);
      const waiter: Waiter = {
        who,
        start: () => {
          clearTimeout(late);
          resolve();
        },
      };
      queue.push(waiter);
      // Others of the company may wait for their person or object while this one fits.
      this.#serve();
    });
  }

  #leave(waiter: Waiter, queue: Waiter[]): void {
    queue.splice(queue.indexOf(waiter), 1);
    if (queue.length === 0) this.#queues.delete(waiter.who.company);
  }

  /** Starts every waiter that can be started: one of each company in turn. */
  #serve(): void {
    for (let next = this.#next(); next; next = this.#next()) {
      this.#take(next.who);
      next.start();
    }
  }

  #next(): Waiter | undefined {
    if (this.#held >= this.#shares.size) return undefined;
    for (const [company, queue] of this.#queues) {
      const waiter = queue.find(({ who }) => this.#fits(who));
      if (!waiter) continue;
      this.#leave(waiter, queue);
      if (queue.length > 0) {
        this.#queues.delete(company);
        this.#queues.set(company, queue);
      }
      return waiter;
    }
    return undefined;
  }
}
