import type { Database } from '../../kernel/index.ts';
import { rightsSql } from '../../upm/index.ts';
import type { EventStream } from './stream.ts';

/** Notes that come in quick succession are one piece of news; so often at most, in milliseconds. */
const GATHER_MS = 300;
const PAUSE_MS = 3_000;
/** People whose numbers are read in one statement. */
const BATCH = 1_000;
/**
 * All of a company ask again after such news. They do so spread over a time that grows with their
 * number: milliseconds for each, and together.
 */
const SPREAD_EACH_MS = 5;
const SPREAD_MOST_MS = 30_000;

/** A stream, as far as it is notified that its person's rights to records have changed. */
export interface Listening {
  readonly stream: EventStream;
  readonly tenant: { readonly id: string };
  readonly userId: string;
  /** The number of changes it was sent last (upm.rights). */
  sentRights?: number;
}
interface Note {
  readonly t: string;
  /** Of these people only; without it, of the company. */
  readonly u?: readonly string[];
}

const VERSIONS = `select ${rightsSql('a.tenant', 'a.person')}::float8 as rights
  from unnest($1::text[], $2::text[]) with ordinality as a(tenant, person, place) order by place`;

/** Tells open streams, once for many changes, that what their people may do with records has changed. */
export class AccessNews {
  readonly #db: Database;
  readonly #onError: (error: unknown) => void;
  readonly #streams: () => readonly Listening[];
  #notes: Note[] = [];
  #missed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #last = -PAUSE_MS;

  constructor(
    db: Database,
    streams: () => readonly Listening[],
    onError: (error: unknown) => void,
  ) {
    this.#db = db;
    this.#streams = streams;
    this.#onError = onError;
  }

  /** A note of the database; null when some may have been missed. */
  hear(note: string | null): void {
    if (note === null) this.#missed = true;
    else this.#notes.push(JSON.parse(note) as Note);
    const wait = Math.max(GATHER_MS, this.#last + PAUSE_MS - performance.now());
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#last = performance.now();
      this.tell(this.#concerned()).catch(this.#onError);
    }, wait).unref();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #concerned(): readonly Listening[] {
    const [notes, missed] = [this.#notes, this.#missed];
    this.#notes = [];
    this.#missed = false;
    const all = this.#streams();
    if (missed) return all;
    const companies = new Set(notes.flatMap(({ t, u }) => (u ? [] : [t])));
    const people = new Set(notes.flatMap(({ t, u = [] }) => u.map((id) => `${t} ${id}`)));
    return all.filter(
      ({ tenant, userId }) => companies.has(tenant.id) || people.has(`${tenant.id} ${userId}`),
    );
  }

  /** Sends the streams the number of changes, where it is another one than they were sent. */
  async tell(streams: readonly Listening[]): Promise<void> {
    const within = Math.min(streams.length * SPREAD_EACH_MS, SPREAD_MOST_MS);
    for (let from = 0; from < streams.length; from += BATCH) {
      const some = streams.slice(from, from + BATCH);
      const rows = await this.#db.asAnonymous<{ rights: number }>(
        VERSIONS,
        [some.map(({ tenant }) => tenant.id), some.map(({ userId }) => userId)],
        { name: 'msg-rights' },
      );
      some.forEach((listening, i) => {
        const { rights } = rows[i]!;
        if (listening.sentRights === rights) return;
        listening.sentRights = rights;
        listening.stream.send('access', { rights, within });
      });
    }
  }
}
