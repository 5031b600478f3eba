import {
  AppError,
  RawResponse,
  STREAMS,
  type Context,
  type Database,
  type TenantRef,
} from '../../kernel/index.ts';
import { ACCESS_CHANNEL, activeSessions, RIGHTS_CHANNEL } from '../../upm/index.ts';
import { INBOX_CHANNEL } from '../messages/deliver.ts';
import { AccessNews, type Listening } from './access-news.ts';
import { EventStream, STREAM_HEADERS } from './stream.ts';

/** Shorter than the minute after which most proxies take a silent answer for dead. */
const HEARTBEAT_MS = 25_000;
const SESSION_ENDED = 'huozi_session_ended';
/** Notified when what people have to do in approvals changed: {t: tenant, u: users}. */
export const FLOW_CHANNEL = 'huozi_flow';

interface OpenStream extends Listening {
  readonly tenant: TenantRef;
  readonly sessionId: string;
  readonly since: number;
  /** What was sent to it last. */
  lastSentId: string;
}
interface InboxState {
  unread: number;
  latest: number;
}

type StreamLimits = { readonly [Name in keyof typeof STREAMS]: number };

/** The oldest ends that still goes on; its tab then asks now and then instead. */
function closeOldest(streams: ReadonlySet<OpenStream>): void {
  for (const { stream } of streams) {
    if (stream.isOver) continue;
    stream.end();
    return;
  }
}

const keyOf = (tenantId: string, userId: string): string => `${tenantId} ${userId}`;
const idOf = ({ unread, latest }: InboxState): string => `${latest}.${unread}`;

/**
 * The open streams of this process: each gets the number of unread messages as soon as it changes
 * anywhere, and events when its person's functions, or rights to records, have changed.
 */
export class EventHub {
  readonly #db: Database;
  readonly #onError: (error: unknown) => void;
  readonly #people = new Map<string, Set<OpenStream>>();
  /** People whose state is being read: news meanwhile are read after it, once. */
  readonly #busy = new Map<string, { again: boolean }>();
  /** Open streams by company, and all together. */
  readonly #companies = new Map<string, number>();
  #open = 0;
  readonly #limits: StreamLimits;
  readonly #stops: (() => void)[] = [];
  readonly #access: AccessNews;
  #closed = false;

  constructor(db: Database, onError: (error: unknown) => void, limits: StreamLimits = STREAMS) {
    this.#db = db;
    this.#onError = onError;
    this.#limits = limits;
    this.#access = new AccessNews(db, () => this.#all(), onError);
  }

  start(): void {
    this.#stops.push(
      this.#db.listen(INBOX_CHANNEL, (note) => this.#heard(note)),
      this.#db.listen(RIGHTS_CHANNEL, (note) => this.#heardRights(note)),
      this.#db.listen(FLOW_CHANNEL, (note) => this.#heardFlow(note)),
      this.#db.listen(ACCESS_CHANNEL, (note) => this.#access.hear(note)),
      () => this.#access.stop(),
      this.#db.listen(SESSION_ENDED, (id) => {
        if (id !== null) this.#endWhere(({ sessionId }) => sessionId === id);
      }),
    );
    const beating = setInterval(() => {
      this.#beat().catch(this.#onError);
    }, HEARTBEAT_MS).unref();
    this.#stops.push(() => clearInterval(beating));
  }

  /** Ends every stream; later ones are refused and reconnect to the process that takes over. */
  stop(): void {
    this.#closed = true;
    for (const stop of this.#stops.splice(0)) stop();
    this.#endWhere(() => true);
  }

  /**
   * The stream of a request. What was sent before its connection broke (Last-Event-ID) is not sent
   * again.
   */
  async open({ tenant, userId, session, request }: Context): Promise<RawResponse> {
    const stream = new EventStream();
    const { 'last-event-id': lastId } = request.headers;
    const listening: OpenStream = {
      stream,
      tenant,
      userId,
      sessionId: session.id,
      since: performance.now(),
      lastSentId: typeof lastId === 'string' ? lastId : '',
    };
    const key = keyOf(tenant.id, userId);
    const same = this.#people.get(key) ?? new Set();
    this.#refuseHaste(same);
    this.#people.set(key, same.add(listening));
    this.#count(tenant.id, 1);
    stream.onClose(() => this.#left(key, listening));
    if (this.#closed) stream.end();
    this.#makeRoom(same, tenant.id);
    try {
      await Promise.all([
        this.#refresh(key),
        this.#tellRights([listening]),
        this.#access.tell([listening]),
      ]);
    } catch (error) {
      // Never sent, it would never close by itself, and would count for ever.
      stream.body.destroy();
      this.#left(key, listening);
      throw error;
    }
    return new RawResponse(stream.body, STREAM_HEADERS);
  }

  #left(key: string, listening: OpenStream): void {
    const same = this.#people.get(key);
    if (!same?.delete(listening)) return;
    this.#count(listening.tenant.id, -1);
    if (same.size === 0) this.#people.delete(key);
  }

  #count(tenantId: string, by: 1 | -1): void {
    this.#open += by;
    const left = (this.#companies.get(tenantId) ?? 0) + by;
    if (left > 0) this.#companies.set(tenantId, left);
    else this.#companies.delete(tenantId);
  }

  /** Refuses the stream of a person whose streams are all in use and were opened only now. */
  #refuseHaste(own: ReadonlySet<OpenStream>): void {
    const [oldest] = own;
    if (!oldest || own.size < this.#limits.person) return;
    if (performance.now() - oldest.since < this.#limits.settled) throw new AppError('TOO_FREQUENT');
  }

  /**
   * Ends one stream for the new one: the person's oldest; for a full company or server, one of the
   * person with the most.
   */
  #makeRoom(own: ReadonlySet<OpenStream>, tenantId: string): void {
    const isFull = this.#open > this.#limits.overall;
    const overCompany = (this.#companies.get(tenantId) ?? 0) > this.#limits.company;
    if (own.size > this.#limits.person) closeOldest(own);
    else if (overCompany) closeOldest(this.#mostOf(tenantId));
    else if (isFull) closeOldest(this.#mostOf(this.#largestCompany()));
  }

  #largestCompany(): string {
    return [...this.#companies].reduce((most, each) => (each[1] > most[1] ? each : most))[0];
  }

  /** The streams of the person of a company who has most of them. */
  #mostOf(tenantId: string): ReadonlySet<OpenStream> {
    const people = [...this.#people.values()].filter(([one]) => one?.tenant.id === tenantId);
    return people.reduce((most, each) => (each.size > most.size ? each : most));
  }

  #heard(note: string | null): void {
    if (note === null) {
      for (const key of this.#people.keys()) void this.#refresh(key);
      return;
    }
    const { t, u } = JSON.parse(note) as { t: string; u: string[] };
    for (const userId of u) void this.#refresh(keyOf(t, userId));
  }

  /** Streams of people whose rights changed; when a note may have been missed, all are checked. */
  #heardRights(note: string | null): void {
    if (note === null) {
      this.#tellRights(this.#all()).catch(this.#onError);
      return;
    }
    const { t, u } = JSON.parse(note) as { t: string; u: string[] };
    for (const userId of u)
      for (const { stream } of this.#people.get(keyOf(t, userId)) ?? []) stream.send('rights', {});
  }

  /** Streams of people whose approvals changed; all of them when a note may have been missed. */
  #heardFlow(note: string | null): void {
    if (note === null) {
      for (const { stream } of this.#all()) stream.send('flow', {});
      return;
    }
    const { t, u } = JSON.parse(note) as { t: string; u: string[] };
    for (const userId of u)
      for (const { stream } of this.#people.get(keyOf(t, userId)) ?? []) stream.send('flow', {});
  }

  /**
   * Reads a person's state, and again if something happened meanwhile; sends it to streams that
   * have another one.
   */
  async #refresh(key: string): Promise<void> {
    const busy = this.#busy.get(key);
    if (busy) {
      busy.again = true;
      return;
    }
    const [one] = this.#people.get(key) ?? [];
    if (!one) return;
    const mine = { again: false };
    this.#busy.set(key, mine);
    try {
      this.#tell(key, await this.#stateOf(one));
    } catch (error) {
      this.#onError(error);
    } finally {
      this.#busy.delete(key);
    }
    if (mine.again) await this.#refresh(key);
  }

  #tell(key: string, state: InboxState): void {
    const id = idOf(state);
    for (const listening of this.#people.get(key) ?? []) {
      if (listening.lastSentId === id) continue;
      listening.lastSentId = id;
      listening.stream.send('unread', state, id);
    }
  }

  async #stateOf({ tenant, userId }: OpenStream): Promise<InboxState> {
    const [row] = await this.#db.readTenant<InboxState>(
      { tenant },
      `
      select (select count(*) from msg.message where tenant_id = $1 and user_id = $2
        and read_at is null) as unread,
        coalesce((select max(seq) from msg.message where tenant_id = $1 and user_id = $2
          and read_at is null), 0) as latest`,
      [tenant.id, userId],
      { name: 'msg-state' },
    );
    return row!;
  }

  /** Says that it is there; lets those go whose session is over, however it ended. */
  async #beat(): Promise<void> {
    const all = this.#all();
    for (const { stream } of all) stream.beat();
    const alive = await this.#tellRights(all);
    this.#endWhere(({ sessionId, tenant }) => !alive.has(`${sessionId} ${tenant.id}`));
  }

  #all(): OpenStream[] {
    return [...this.#people.values()].flatMap((same) => [...same]);
  }

  /** Tells the streams of sessions whose rights have changed; answers which are still valid. */
  async #tellRights(streams: readonly OpenStream[]): ReturnType<typeof activeSessions> {
    if (streams.length === 0) return new Map();
    const alive = await activeSessions(this.#db, [
      ...new Set(streams.map(({ sessionId }) => sessionId)),
    ]);
    for (const { stream, sessionId, tenant } of streams)
      if (alive.get(`${sessionId} ${tenant.id}`)?.renewDue) stream.send('rights', {});
    return alive;
  }

  #endWhere(over: (listening: OpenStream) => boolean): void {
    for (const same of this.#people.values())
      for (const each of same) if (over(each)) each.stream.end();
  }
}
