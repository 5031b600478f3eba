import type pg from 'pg';
import {
  BACKGROUND_CONNECTIONS,
  CLOSE_MS,
  CONNECT_MS,
  DEFAULT_POOL,
  ANONYMOUS_CONNECTIONS,
  OWNER_CONNECTIONS,
  OWNER_MS,
  patienceFor,
  TIME_LIMITS,
  type TimeLimit,
  type TimeLimits,
} from '../budgets.ts';
import { ANONYMOUS_ROLE } from '../tenant.ts';
import { Admission } from './admission.ts';
import { Connections, send } from './connections.ts';
import { ENTER_NAME, ENTER_TEXT } from './tenant-query.ts';
import { Listener } from './listener.ts';
import { Nesting } from './nesting.ts';
import { Readiness } from './readiness.ts';
import { Reads } from './reads.ts';
import { Replica } from './replica.ts';
import type { Connection } from './servers.ts';

export interface DatabaseOptions {
  connection: Connection;
  /**
   * Past the pooler that `connection` leads to: for what needs a session of its own (migrations,
   * notifications, building an index, backups).
   */
  direct?: Connection;
  /** A streaming replica, for reads that say so. */
  replica?: Connection;
  /** Connections for people's requests. */
  poolSize?: number;
  /** Called for connections that broke. */
  onError?: (error: Error) => void;
  /**
   * Tests: refuses work that holds one connection and asks for a second of its kind (see
   * nesting.ts).
   */
  refuseNesting?: boolean;
  /** Tests: other limits than those of budgets.ts, and another time to connect. */
  limits?: TimeLimits;
  connectMs?: number;
}

/**
 * A temporary file of one query beyond this ends the query, not the disk; where our user may set
 * it.
 */
const TEMP_FILES = '4GB';

/**
 * What every request connection does once: give up the owner's rights, and prepare the entering
 * statement. Scans begin at a table's start instead of where another scan happens to be: totals are
 * counted up to a cap only, so the pages counted over are the same each time, and warm (measured: a
 * filtered list of a million rows takes 4 ms instead of 7).
 */
async function becomeAnonymous(client: pg.PoolClient): Promise<void> {
  const query_timeout = CONNECT_MS;
  const limited = `select set_config('temp_file_limit', '${TEMP_FILES}', false)
    where has_parameter_privilege('temp_file_limit', 'set')`;
  await send(client, {
    text: `${limited}; set role ${ANONYMOUS_ROLE}; set synchronize_seqscans = off`,
    query_timeout,
  });
  await send(client, {
    name: ENTER_NAME,
    text: ENTER_TEXT,
    values: [ANONYMOUS_ROLE, '', 'false'],
    query_timeout,
  });
}

/**
 * All connections of one process. Each kind of work has its own, so that none keeps another from
 * the database.
 */
export class Pools {
  readonly people: Connections;
  readonly anonymous: Connections;
  readonly background: Connections;
  readonly owner: Connections;
  readonly admission: Admission;
  readonly listener: Listener;
  readonly readiness: Readiness;
  /** Of sessions that belong to one piece of work. */
  readonly direct: Connection;
  readonly replica: Replica | undefined;
  readonly reads = new Reads();
  readonly nesting: Nesting | undefined;
  readonly limits: TimeLimits;
  #closing: Promise<void> | undefined;

  constructor({
    connection,
    direct,
    replica,
    poolSize = DEFAULT_POOL,
    onError,
    refuseNesting,
    limits = TIME_LIMITS,
    connectMs,
  }: DatabaseOptions) {
    this.limits = limits;
    this.direct = direct ?? connection;
    const restricted = (size: number, limit: TimeLimit, to = connection) =>
      new Connections({
        connection: to,
        isPooled: to === connection && direct !== undefined,
        onError,
        connectMs,
        size,
        limit,
        patienceMs: patienceFor(limit),
        prepare: becomeAnonymous,
      });
    this.people = restricted(poolSize, limits.read);
    this.anonymous = restricted(ANONYMOUS_CONNECTIONS, limits.anonymous);
    this.background = restricted(BACKGROUND_CONNECTIONS, limits.background);
    this.replica = replica && new Replica(restricted(poolSize, limits.report, replica));
    this.owner = new Connections({
      connection: this.direct,
      onError,
      connectMs,
      size: OWNER_CONNECTIONS,
      patienceMs: OWNER_MS,
    });
    this.admission = new Admission(poolSize);
    this.listener = new Listener(this.direct, onError);
    this.readiness = new Readiness(connection);
    this.nesting = refuseNesting ? new Nesting() : undefined;
  }

  /** Ends all connections, once; a database that does not close them in time is not waited for. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const ended = Promise.all(
      [this.people, this.anonymous, this.background, this.owner, this.replica?.connections].map(
        (connections) => connections?.end(),
      ),
    );
    const all = Promise.all([this.listener.stop(), this.readiness.stop(), ended]);
    let late: NodeJS.Timeout | undefined;
    await Promise.race([
      all,
      new Promise<void>((resolve) => {
        late = setTimeout(resolve, CLOSE_MS);
      }),
    ]);
    clearTimeout(late);
  }
}
