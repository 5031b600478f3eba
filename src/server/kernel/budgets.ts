/**
 * What one query, one person, one company and one process may take at most. A limit that other code
 * or a reader of the documentation needs is defined here, beside its reason; docs/operations.md
 * explains them to operators.
 */

/**
 * How long a statement may run and how long it may wait for a lock, in milliseconds; PostgreSQL
 * enforces both.
 */
export interface TimeLimit {
  readonly statementMs: number;
  readonly lockMs: number;
}

export const TIME_LIMITS = {
  /**
   * One read of a page. People give up after a few seconds and ask again, and every second a slow
   * read holds a connection is taken from others. It is tried once: a table whose shape is being
   * changed is not free again within a second.
   */
  read: { statementMs: 3_000, lockMs: 1_000 },
  /**
   * A read that covers much on purpose (an export, a log of months): rare, and its person expects
   * to wait.
   */
  report: { statementMs: 10_000, lockMs: 1_000 },
  /**
   * A statement of a transaction that writes: 5,000 records with their checks take a few seconds.
   */
  write: { statementMs: 10_000, lockMs: 2_000 },
  /** Sessions and sign-in: statements that find one row. */
  anonymous: { statementMs: 3_000, lockMs: 2_000 },
  /** Jobs, deliveries and sweeps: no user waits for them, and a sweep may meet months of rows. */
  background: { statementMs: 30_000, lockMs: 2_000 },
  /** Changing a column's type rewrites the table. */
  reshape: { statementMs: 600_000, lockMs: 2_000 },
} as const satisfies Record<string, TimeLimit>;
export type TimeLimits = Readonly<Record<keyof typeof TIME_LIMITS, TimeLimit>>;

/**
 * So much longer than PostgreSQL's own limit the client waits for an answer. A database that is
 * paused, or cut off without a closed connection, cannot enforce its own limit.
 */
const ANSWER_GRACE_MS = 1_000;
/** How long the answer to a statement is waited for that PostgreSQL itself ends after its limit. */
export const patienceFor = ({ statementMs }: Pick<TimeLimit, 'statementMs'>): number =>
  statementMs + ANSWER_GRACE_MS;
/** Opening a connection: a database that needs longer is as good as away. */
export const CONNECT_MS = 5_000;
/** Asking one of several servers whether it takes writes. */
export const PROBE_MS = 1_000;
/**
 * How long the servers of a database are asked for the one that takes writes; then again at the
 * next connection.
 */
export const FIND_PRIMARY_MS = 60_000;
/** How long a read waits for a replica to have what the primary has; then the primary answers it. */
export const REPLICA_LAG_MS = 200;
/** A replica that failed is left alone for so long. */
export const REPLICA_REST_MS = 5_000;
/**
 * Statements of the owner outside requests: migrations, building an index, VACUUM after filling.
 */
export const OWNER_MS = 600_000;
/** A transaction left open by a fault must not hold its locks for ever. */
export const IDLE_IN_TRANSACTION_MS = 60_000;
/**
 * A silent connection is probed after so long, so that a cut network is noticed without traffic.
 */
export const KEEPALIVE_MS = 10_000;
/** How long closing waits for running statements and for the database to end the connection. */
export const CLOSE_MS = 5_000;

/**
 * Connections for people's requests; POOL_SIZE changes it. PostgreSQL is busiest at about four a
 * core.
 */
export const DEFAULT_POOL = 10;
/** Fewer cannot be shared between two companies; more than PostgreSQL is usually set up for. */
export const MIN_POOL = 4;
export const MAX_POOL = 500;
/**
 * Connections reserved for sessions and sign-in: slow lists that use up their pool never block
 * signing in.
 */
export const ANONYMOUS_CONNECTIONS = 4;
/**
 * Connections of jobs, deliveries and sweeps: two jobs, a delivery of each kind of message may wait
 * for one another.
 */
export const BACKGROUND_CONNECTIONS = 4;
/** Connections of the owner: migrations, new companies, running numbers. */
export const OWNER_CONNECTIONS = 2;
/** Beside those: one that listens for notifications and one that answers /readyz. */
const OTHER_CONNECTIONS = 2;
/** All connections one process may open. */
export const connectionsOf = (poolSize = DEFAULT_POOL): number =>
  poolSize + ANONYMOUS_CONNECTIONS + BACKGROUND_CONNECTIONS + OWNER_CONNECTIONS + OTHER_CONNECTIONS;

/**
 * Running statements and transactions of one person: a page asks for several things at once, a
 * program for everything.
 */
export const PERSON_AT_ONCE = 3;
/**
 * Requests of one person that wait for a connection: more than all tabs of a browser send at once.
 */
export const PERSON_WAITING = 60;
/**
 * Requests of one company that wait: beyond it waiting takes longer than ADMISSION_WAIT_MS for
 * every one of them.
 */
export const COMPANY_WAITING = 400;
/** How long a request waits for a connection before it is refused and has to retry. */
export const ADMISSION_WAIT_MS = 5_000;

/** How a pool of people's connections is shared. All are counts of connections. */
export interface Shares {
  readonly size: number;
  /**
   * Guaranteed to one company while the pool has a free connection, so that a busy neighbour cannot
   * keep it waiting.
   */
  readonly company: number;
  /** What stays free for other companies when one takes more than its share. */
  readonly spare: number;
  /**
   * What work on one object may hold: a locked table leaves connections to the rest of its company.
   */
  readonly object: number;
}

/** A third for every company, two thirds for one that is alone, half for one object. */
export const sharesOf = (size: number): Shares => ({
  size,
  company: Math.ceil(size / 3),
  spare: Math.max(1, Math.floor(size / 3)),
  object: Math.max(1, Math.floor(size / 2)),
});

/** /readyz answers within twice this: connecting and asking. */
export const READY_MS = 900;

// Requests. The sizes of bodies are with the calls (src/contract/calls/body-size.ts). Times are
// milliseconds, sizes bytes.
const KB = 1024;
const MB = 1024 * KB;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/**
 * How many may run at once: overall, of one company, of one person; and how many of one person may
 * wait.
 */
export interface Share {
  readonly overall: number;
  readonly company: number;
  readonly person: number;
  readonly waiting: number;
}

/** JSON bodies. */
export const BODY = {
  /** Deeper JSON is no request of ours: a page nests some 40 levels. */
  depth: 64,
  /** Values a small body may have regardless of its size: lists of a thousand ids or numbers. */
  fewValues: 10_000,
  /**
   * Larger bodies have one value in so many bytes: keys and texts of records take more. 20 MB hold
   * a million values.
   */
  bytesAValue: 20,
  /**
   * Parsing is a few milliseconds below this; above it is done in slices, and one body at a time
   * for a person.
   */
  large: 256 * KB,
  /** One slice of a large body: half a millisecond to parse and check. */
  slice: 64 * KB,
  /**
   * Milliseconds of slices before other requests get their turn: a list passes the event loop four
   * times.
   */
  turn: 1,
  /**
   * Bytes of incomplete bodies, overall: they are held in memory. Large ones are limited by
   * LARGE_BODIES.
   */
  held: 128 * MB,
  /**
   * The same of one person, or of one address without a session: some thirty small bodies at a
   * time.
   */
  heldByOne: 8 * MB,
  /** Memory of large bodies that no body needed for so long is given back. */
  idle: 60 * SECOND,
} as const;

/**
 * How fast one person's requests are taken on while others work as well. Costs are milliseconds of
 * handling. A page of a busy person costs some 150 and is opened every few seconds.
 */
export const PACE = {
  /** Of a core, what a person may take for long. */
  share: 0.25,
  /**
   * What may be taken at once before that counts: opening ten pages in a row, or saving some
   * hundred records.
   */
  allowance: 2_000,
  /** The longest wait of a request for the cost of those before it. */
  longest: 1_000,
  /**
   * Requests of one person that wait: they hold a connection each, which are counted by address.
   */
  waiting: 500,
  /** Over what time the costs of people are compared. */
  window: 8_000,
  /**
   * Others count as present for so long after a request: a page sends several in a row, and a
   * person who reads it needs nothing of the server.
   */
  present: 5_000,
  /** What reading, finding the session and answering cost beside the handling. */
  overhead: 1,
  /** Of a byte of an answer or a file: writing, packing, hashing. */
  msAByte: 20 / MB,
  /** How much the last request counts in what a person's requests usually cost. */
  learning: 0.3,
  /** Accounts of people with no request for this long are dropped. */
  forget: 60 * SECOND,
} as const;

/** Large bodies at once: 6 x 20 MB of bytes, some 600 MB while they are parsed and written. */
export const LARGE_BODIES: Share = { overall: 6, company: 2, person: 1, waiting: 4 };

/** Concurrent uploads; a browser sends six at most. They are written to disk as they arrive. */
export const UPLOADS: Share = { overall: 200, company: 60, person: 8, waiting: 40 };

/**
 * Characters of the longest answer that is sent as an envelope: 200 records with long texts and
 * sub-tables are below a tenth of it.
 */
export const ANSWER_LENGTH = 32 * MB;

/** Connections of the server. */
export const CONNECTIONS = {
  /**
   * A connection takes 10 to 20 KB; 10,000 are a company of several thousand people with an event
   * stream each.
   */
  overall: 10_000,
  /**
   * Of one address: an office of 500 people behind one address, with the six connections of a
   * browser each. Proxies are not counted.
   */
  address: 3_000,
  /**
   * An idle connection stays open longer than in the load balancers in front (60 s is usual), or
   * they would use a closed one.
   */
  keepAlive: 72 * SECOND,
  /** A head is a few hundred bytes. */
  headers: 15 * SECOND,
  /** A body of 20 MB over 3 Mbit/s. Files have their own time. */
  request: 60 * SECOND,
  /**
   * No bytes were read although an answer is due: the client is gone. Event streams write every 25
   * s.
   */
  idle: 2 * MINUTE,
  /** How often connections that take too long are looked for. */
  check: 5 * SECOND,
  /** Bytes of a request's head. */
  headerBytes: 16 * KB,
} as const;

/** A file may take long, as long as it moves: 50 MB over 1 Mbit/s are 7 minutes. */
export const UPLOAD_PACE = {
  /** In each of these spans ... */
  span: 20 * SECOND,
  /** ... so many bytes have to arrive (3 KB a second), */
  bytes: 60 * KB,
  /** and the whole within this. */
  longest: 30 * MINUTE,
} as const;

/** Event streams. A stream holds a connection, so all of them leave room for other requests. */
export const STREAMS = {
  /** Tabs of one person; the oldest ends, and asks now and then instead. */
  person: 20,
  /** One company leaves room for others. */
  company: 3_000,
  overall: 6_000,
  /**
   * A person with all streams in use, the oldest of which is this young, is refused: ending it
   * would only make it reconnect.
   */
  settled: 10 * SECOND,
} as const;
