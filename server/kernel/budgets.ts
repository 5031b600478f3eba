/**
 * What one request, one person, one company and one address may cost the process that serves everybody. One place for the
 * numbers, each with its reason; the sizes of bodies stand with the calls (contract/body-size.ts). Times are milliseconds,
 * sizes bytes.
 */
const KB = 1024;
const MB = 1024 * KB;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/**
 * How many may go on at once: of everybody, of one company, of one person; and how many of one person may
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
  /** Values a small body may have whatever its size: lists of a thousand ids or numbers. */
  fewValues: 10_000,
  /**
   * Larger bodies have one value in so many bytes: keys and texts of records take more. 20 MB hold a million
   * values.
   */
  bytesAValue: 20,
  /**
   * Parsing is a few milliseconds below this; above it is done in slices, and one body at a time for a
   * person.
   */
  large: 256 * KB,
  /** One slice of a large body: about a millisecond to parse and check. */
  slice: 128 * KB,
  /** Milliseconds of slices before other requests get their turn. */
  turn: 4,
  /**
   * Bytes of bodies that have not arrived whole, of everybody: they are held in memory. Large ones are
   * counted by LARGE_BODIES.
   */
  held: 128 * MB,
  /** The same of one person, or of one address without a session: some thirty small bodies at a time. */
  heldByOne: 8 * MB,
} as const;

/** Large bodies at once: 6 x 20 MB of bytes, some 600 MB while they are parsed and written. */
export const LARGE_BODIES: Share = { overall: 6, company: 2, person: 1, waiting: 4 };

/** Files on their way at once; a browser sends six at most. They are written to disk as they arrive. */
export const UPLOADS: Share = { overall: 200, company: 60, person: 8, waiting: 40 };

/**
 * Characters of the longest answer that is sent as an envelope: 200 records with long texts and sub-tables
 * are below a tenth of it.
 */
export const ANSWER_LENGTH = 32 * MB;

/** Connections of the server. */
export const CONNECTIONS = {
  /**
   * A connection takes 10 to 20 KB; 10,000 are a company of several thousand people with an event stream
   * each.
   */
  overall: 10_000,
  /**
   * Of one address: an office of 500 people behind one address, with the six connections of a browser each.
   * Proxies are not counted.
   */
  address: 3_000,
  /**
   * An idle connection is kept longer than by the load balancers in front of it (60 s is usual), or they
   * meet a closed one.
   */
  keepAlive: 72 * SECOND,
  /** A head is a few hundred bytes. */
  headers: 15 * SECOND,
  /** A body of 20 MB over 3 Mbit/s. Files have their own time. */
  request: 60 * SECOND,
  /**
   * Nothing moved on it although an answer is due: nobody reads it. Event streams say something every 25 s.
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
  /** Whoever has all of theirs and opened the oldest only now is refused: ending it would make it come back. */
  settled: 10 * SECOND,
} as const;
