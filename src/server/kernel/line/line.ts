import { randomBytes } from 'node:crypto';
import { readTicket, writeTicket } from './ticket.ts';

/**
 * Who would be let in within so long waits on the open connection; a screen gives up after 30 s.
 */
const HOLD_MS = 5_000;
/**
 * Who has to wait longer goes away with a ticket and comes back after half of what is left, within
 * these bounds in seconds.
 */
const SOONEST_S = 1;
const LATEST_S = 15;
/**
 * So much later than told somebody may come back before those behind are let go first; in
 * milliseconds.
 */
const LATE_MS = 5_000;
/**
 * So much later a ticket still gives its place back: a window in the background is woken once a
 * minute.
 */
const KEPT_MS = 75_000;
/** And so much earlier it is no haste: clocks and timers are not that exact. */
const EARLY_MS = 500;
/** More than these are not counted one by one; whoever comes then has a ticket nevertheless. */
const MAX_COUNTED = 20_000;
/** What one takes, in ms: a guess, then what the last ones took. */
const FIRST_GUESS_MS = 60;
const LEARNT = 0.1;
const ID_BYTES = 9;

/** One who waits: here, on a connection (`start` lets them in), or away until about `due`. */
interface Place {
  readonly since: number;
  readonly id: string;
  due: number;
  start?: (() => void) | undefined;
}

/** Told to come again: after how many seconds, with which ticket, and how many come first. */
export class ComeAgain extends Error {
  override readonly name = 'ComeAgain';
  constructor(
    readonly ahead: number,
    readonly seconds: number,
    readonly ticket: string,
  ) {
    super('come again');
  }
}

export interface LineOptions {
  /** How many are inside at once. */
  readonly atOnce: number;
  /** What tickets are signed with: the same in every process. */
  readonly key: Buffer;
  readonly now?: () => number;
}

/**
 * How somebody leaves before it is their turn: called with what is to be done then; answers how to
 * stop listening.
 */
export type Leaving = (leave: () => void) => () => void;

/**
 * The line before work that is costly and open to anyone. First come, first served, over visits:
 * whoever cannot be let in soon is sent away with a signed ticket that says when they came, and
 * coming back with it stands before all who came later, in every process. Those who are away count
 * as those who are here, so that nobody who comes now takes the place of one who waits. What is
 * kept here are counts; a process that starts anew, or has never seen a ticket, puts its bearer
 * where it says.
 */
export class WaitingLine {
  readonly #atOnce: number;
  readonly #key: Buffer;
  readonly #now: () => number;
  /** Everybody who waits, in the order they came. */
  #places: Place[] = [];
  readonly #away = new Map<string, Place>();
  /** Tickets that have been let in or wait here, until they would be over: each is good once. */
  readonly #spent = new Map<string, number>();
  #inside = 0;
  #usual = FIRST_GUESS_MS;
  #last = 0;
  #looked = 0;

  constructor({ atOnce, key, now = Date.now }: LineOptions) {
    this.#atOnce = atOnce;
    this.#key = key;
    this.#now = now;
  }

  /** How it stands: inside, waiting on a connection, sent away. */
  load(): { inside: number; here: number; away: number } {
    return {
      inside: this.#inside,
      here: this.#places.length - this.#away.size,
      away: this.#away.size,
    };
  }

  /**
   * Does the work when it is this one's turn. Throws ComeAgain, before anything is done, when that
   * is too far off.
   */
  async through<T>(
    ticket: unknown,
    work: () => Promise<T>,
    leaving: Leaving = () => () => undefined,
  ): Promise<T> {
    await this.#turn(this.#arrive(ticket), leaving);
    const since = this.#now();
    try {
      return await work();
    } finally {
      this.#usual += LEARNT * (Math.max(0, this.#now() - since) - this.#usual);
      this.#inside -= 1;
      this.#next();
    }
  }

  /** Whether somebody comes back as they were told: that is no knocking on the door. */
  isDue(ticket: unknown): boolean {
    const known = typeof ticket === 'string' ? readTicket(this.#key, ticket) : undefined;
    const place = known && this.#away.get(known.id);
    return place !== undefined && this.#now() >= place.due - EARLY_MS;
  }

  /**
   * The place of whoever comes: the one their ticket keeps, else the last. It stands in the line
   * from here on.
   */
  #arrive(ticket: unknown): Place {
    const now = this.#now();
    this.#forget(now);
    const known = readTicket(this.#key, ticket);
    const kept = known !== undefined && known.until > now && !this.#spent.has(known.id);
    const place: Place = (kept && this.#away.get(known.id)) || {
      since: kept ? known.since : this.#moment(now),
      id: kept ? known.id : randomBytes(ID_BYTES).toString('base64url'),
      due: now,
    };
    if (!this.#away.delete(place.id)) this.#places.splice(this.#rankOf(place), 0, place);
    return place;
  }

  /** No two come at the same moment. */
  #moment(now: number): number {
    this.#last = Math.round(Math.max(now * 1_000, this.#last * 1_000 + 1)) / 1_000;
    return this.#last;
  }

  /** Resolves inside. */
  async #turn(place: Place, leaving: Leaving): Promise<void> {
    const ahead = this.#rankOf(place);
    const wait = (ahead * this.#usual) / this.#atOnce;
    const nobodyHere = this.#inside < this.#atOnce && this.load().here <= 1;
    if (!nobodyHere && wait > HOLD_MS) throw this.#sendAway(place, ahead, wait);
    this.#spent.set(place.id, this.#now() + KEPT_MS + LATEST_S * 1_000);
    await new Promise<void>((resolve, reject) => {
      const stop = leaving(() => {
        this.#remove(place);
        reject(new ComeAgain(ahead, SOONEST_S, ''));
      });
      place.start = () => {
        stop();
        resolve();
      };
      this.#next();
    });
  }

  #sendAway(place: Place, ahead: number, wait: number): ComeAgain {
    const now = this.#now();
    const seconds = Math.min(LATEST_S, Math.max(SOONEST_S, Math.ceil(wait / 2_000)));
    place.due = now + seconds * 1_000;
    if (this.#away.size < MAX_COUNTED) this.#away.set(place.id, place);
    else this.#remove(place);
    return new ComeAgain(
      ahead,
      seconds,
      writeTicket(this.#key, {
        since: place.since,
        id: place.id,
        until: Math.round(place.due + KEPT_MS),
      }),
    );
  }

  /** Lets in who came first of those who are here. */
  #next(): void {
    while (this.#inside < this.#atOnce) {
      const at = this.#places.findIndex(({ start }) => start !== undefined);
      if (at < 0) return;
      const [place] = this.#places.splice(at, 1);
      this.#inside += 1;
      place!.start!();
    }
  }

  /** How many came before: found by halving, as the line may be long. */
  #rankOf({ since, id }: Place): number {
    let [from, to] = [0, this.#places.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      const other = this.#places[middle]!;
      if (other.since < since || (other.since === since && other.id < id)) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  #remove(place: Place): void {
    const at = this.#places.indexOf(place);
    if (at >= 0) this.#places.splice(at, 1);
    this.#away.delete(place.id);
  }

  /** Lets go of who did not come back; looked after once a second at most. */
  #forget(now: number): void {
    if (now - this.#looked < SOONEST_S * 1_000) return;
    this.#looked = now;
    const isGone = (place: Place): boolean =>
      place.start === undefined && place.due + LATE_MS < now && this.#away.has(place.id);
    this.#places = this.#places.filter((place) => {
      if (!isGone(place)) return true;
      this.#away.delete(place.id);
      return false;
    });
    for (const [id, until] of this.#spent) if (until < now) this.#spent.delete(id);
  }
}
