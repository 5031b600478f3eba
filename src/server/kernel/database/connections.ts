import pg from 'pg';
import { CONNECT_MS, IDLE_IN_TRANSACTION_MS, KEEPALIVE_MS, type TimeLimit } from '../budgets.ts';
import { isLost } from './pg-errors.ts';
import { columnTypes } from './pg-types.ts';
import type { Connection, ConnectionOfOne } from './servers.ts';

/** Backends keep catalogue entries of every tenant they met; a new one starts small again. */
const MAX_LIFETIME_S = 1_800;
const IDLE_MS = 60_000;

/** Settings of every connection: it is given up when the other end does not answer. */
export function reachable(connection: Connection, connectMs = CONNECT_MS): ConnectionOfOne {
  return {
    types: columnTypes,
    application_name: 'huozi',
    ...connection,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE_MS,
  } as pg.ClientConfig;
}

/** What a connection of PostgreSQL looks like to node-postgres, as far as its types do not say. */
interface Socket {
  readonly connection: { readonly stream: { destroy(): void } };
}

/** Connections in an unknown state: an answer did not come, or the other end went away. */
const lost = new WeakSet<object>();

/** Gives a connection up: nothing waits for it any longer, and the pool does not get it back. */
function abandon(client: pg.PoolClient): void {
  lost.add(client);
  (client as unknown as Socket).connection.stream.destroy();
}

/** Connections to a pooler, which gives every transaction another session of PostgreSQL. */
const pooled = new WeakSet<object>();

const isAbandoned = (client: pg.PoolClient): boolean => lost.has(client);

/** A statement's answer, or its failure; a connection that does not answer in time is given up. */
export async function withTimeout<T>(client: pg.PoolClient, asking: Promise<T>): Promise<T> {
  try {
    return await asking;
  } catch (error) {
    if (isLost(error)) abandon(client);
    throw error;
  }
}

export type Statement = pg.QueryConfig & { readonly query_timeout?: number | undefined };

/**
 * Sends one statement. `query_timeout` is how long its answer is waited for, in milliseconds; the
 * pool's when left out.
 */
export function send<R extends pg.QueryResultRow = pg.QueryResultRow>(
  client: pg.PoolClient,
  statement: Statement,
): Promise<pg.QueryResult<R>> {
  // A session that comes next does not know the statements prepared in this one.
  const { name: _, ...unnamed } = statement;
  return withTimeout(client, client.query<R>(pooled.has(client) ? unnamed : statement));
}

export interface ConnectionsOptions {
  readonly connection: Connection;
  /**
   * The connection leads to a pooler (pgbouncer in transaction mode): nothing of a session outlasts
   * a transaction, so each sets its role and limits itself.
   */
  readonly isPooled?: boolean;
  readonly size: number;
  /** Limits of statements that set none of their own; without them only `patienceMs` holds. */
  readonly limit?: TimeLimit;
  /** How long an answer is waited for when the statement does not say. */
  readonly patienceMs: number;
  /** Prepares a new connection before it is used. */
  readonly prepare?: (client: pg.PoolClient) => Promise<void>;
  readonly onError?: ((error: Error) => void) | undefined;
  readonly connectMs?: number | undefined;
}

/**
 * A pool whose connections may break at any moment, in use or not, without harm to anything but
 * what they were doing.
 */
export class Connections {
  /** Limits that a transaction has to set itself. */
  readonly ownLimit: TimeLimit | undefined;
  readonly #pool: pg.Pool;

  constructor({
    connection,
    isPooled = false,
    size,
    limit,
    patienceMs,
    prepare,
    onError,
    connectMs,
  }: ConnectionsOptions) {
    this.ownLimit = isPooled ? limit : undefined;
    this.#pool = new pg.Pool({
      ...reachable(connection, connectMs),
      max: size,
      query_timeout: patienceMs,
      idleTimeoutMillis: IDLE_MS,
      maxLifetimeSeconds: MAX_LIFETIME_S,
      ...(limit &&
        !isPooled && {
          statement_timeout: limit.statementMs,
          lock_timeout: limit.lockMs,
          idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
        }),
      ...(prepare && !isPooled && { onConnect: prepare }),
    } as pg.PoolConfig);
    // The pool listens to idle connections only. One in use that breaks between two statements has
    // an 'error' event of its own, and an 'error' event without a listener ends the process.
    this.#pool.on('connect', (client) => {
      if (isPooled) pooled.add(client);
      client.on('error', (error) => {
        lost.add(client);
        onError?.(error);
      });
    });
    // Reported by the listener above.
    this.#pool.on('error', () => undefined);
  }

  /** Lends a connection to `work`; one that broke meanwhile is replaced. */
  async lend<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    try {
      return await work(client);
    } finally {
      client.release(isAbandoned(client));
    }
  }

  end(): Promise<void> {
    return this.#pool.end();
  }
}

/**
 * A transaction as far as ending it goes; `waitMs` is how long it waits for an answer, in
 * milliseconds. It begins with its first statement.
 */
interface Open {
  readonly client: pg.PoolClient;
  readonly waitMs: number;
  readonly hasBegun: boolean;
}

/**
 * Work, commit; on failure rollback, and a connection that cannot even do that is given up. `open`
 * answers a transaction that begins with its first statement: without one there is nothing to end.
 */
export function transaction<X extends Open, T>(
  connections: Connections,
  open: (client: pg.PoolClient) => X,
  work: (tx: X) => Promise<T>,
): Promise<T> {
  return connections.lend(async (client) => {
    const tx = open(client);
    try {
      const result = await work(tx);
      if (!tx.hasBegun) return result;
      // Checks that were put off to the end run now, with the time of the transaction's statements.
      const { command } = await send(client, { text: 'commit', query_timeout: tx.waitMs });
      // A statement whose failure the caller swallowed has ended the transaction: commit then
      // answers ROLLBACK.
      if (command !== 'COMMIT') throw new Error('the transaction had already failed');
      return result;
    } catch (error) {
      if (tx.hasBegun && !isAbandoned(client))
        await send(client, { text: 'rollback' }).catch(() => abandon(client));
      throw error;
    }
  });
}
