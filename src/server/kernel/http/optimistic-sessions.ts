import type { IncomingHttpHeaders } from 'node:http';
import type { FindSession, Session, SessionState, SessionStatement } from '../context.ts';
import type { PiggybackQuery } from '../tenant.ts';
import { headersMatch, requireAlive, requireSession, tokenHashOf } from './session.ts';

/** Sessions one process remembers; the one remembered first goes first. */
const MAX_CACHED_SESSIONS = 10_000;

/** Verifies in front of a read whether a session is still valid. */
class PiggybackSessionCheck implements PiggybackQuery {
  readonly name: string;
  readonly text: string;
  readonly values: readonly Buffer[];
  /** The first answer; of reads that ran side by side, the worst. */
  state: SessionState | undefined;
  readonly #read: SessionStatement['read'];

  constructor({ name, text, read }: SessionStatement, tokenHash: Buffer) {
    this.name = name;
    this.text = text;
    this.values = [tokenHash];
    this.#read = read;
  }

  get pending(): boolean {
    return this.state === undefined;
  }

  onResult(found: string | null): void {
    const state = this.#read(found, this.values[0]!);
    if (this.state === undefined || state.state !== 'alive') this.state = state;
  }
}

/**
 * The session a request claims: verified (`piggyback` undefined), or cached and still to be
 * confirmed.
 */
export interface SessionClaim {
  readonly session: Session;
  readonly piggyback: PiggybackSessionCheck | undefined;
}

const sameItems = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((name) => b.includes(name));
const sameRights = (a: Session, b: Session): boolean =>
  a.tenant.no === b.tenant.no &&
  a.tenant.id === b.tenant.id &&
  a.tenant.region === b.tenant.region &&
  a.userId === b.userId &&
  a.viewedBy?.userId === b.viewedBy?.userId &&
  a.rightsVersion === b.rightsVersion &&
  sameItems(a.roles, b.roles) &&
  sameItems(a.functions, b.functions);

/**
 * Sessions for calls that only read. A known token is admitted from memory, and the database
 * confirms its session in the same message that carries the call's first read: one round trip
 * instead of two. No answer is sent before the confirmation was checked; a session that ended
 * meanwhile is refused, and one whose rights changed reads again with its current rights.
 */
export class OptimisticSessions {
  readonly #find: FindSession;
  readonly #statement: SessionStatement | undefined;
  readonly #cache = new Map<string, Session>();

  constructor(find: FindSession, statement: SessionStatement | undefined) {
    this.#find = find;
    this.#statement = statement;
  }

  async enter(headers: IncomingHttpHeaders): Promise<SessionClaim> {
    const tokenHash = tokenHashOf(headers);
    const session = this.#cache.get(tokenHash.toString('base64'));
    if (this.#statement && session && headersMatch(headers, session))
      return { session, piggyback: new PiggybackSessionCheck(this.#statement, tokenHash) };
    return {
      session: this.#store(await requireSession(headers, this.#find)),
      piggyback: undefined,
    };
  }

  /**
   * Runs a call that only reads, and answers once its session is confirmed; `check` refuses rights
   * that do not suffice.
   */
  async run<T>(
    { session, piggyback }: SessionClaim,
    check: (session: Session) => void,
    work: (entered: SessionClaim) => Promise<T>,
  ): Promise<T> {
    if (!piggyback) return work({ session, piggyback });
    const outcome = await work({ session, piggyback }).then(
      (value) => () => value,
      (error: unknown) => () => {
        throw error;
      },
    );
    const now = await this.#confirm(piggyback);
    if (sameRights(now, session)) return outcome();
    check(now);
    return work({ session: now, piggyback: undefined });
  }

  /**
   * What the piggyback query found, or what the database answers now: when nothing was read, or
   * when the token is no longer the session's own (a renewed one's former token still works).
   */
  async #confirm(piggyback: PiggybackSessionCheck): Promise<Session> {
    const tokenHash = piggyback.values[0]!;
    const seen = piggyback.state;
    const state = seen?.state === 'alive' ? seen : await this.#find(tokenHash);
    if (state.state !== 'alive') this.#cache.delete(tokenHash.toString('base64'));
    return this.#store(requireAlive(state));
  }

  #store(session: Session): Session {
    this.#cache.set(session.tokenHash.toString('base64'), session);
    const [oldest] = this.#cache.keys();
    if (this.#cache.size > MAX_CACHED_SESSIONS && oldest !== undefined) this.#cache.delete(oldest);
    return session;
  }
}
