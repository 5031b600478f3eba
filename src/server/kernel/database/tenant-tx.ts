import type pg from 'pg';
import { TIME_LIMITS, type TimeLimit } from '../budgets.ts';
import type { HasServerState, ServerState } from '../server-state.ts';
import { roleOf, type Scope, type TenantRef } from '../tenant.ts';
import { withTimeout, patienceFor, send } from './connections.ts';
import { CopyOut } from './copy-out.ts';
import { CopyQuery, type CopySource } from './copy-query.ts';

export interface QueryOptions {
  /** Prepares the statement under this name on the connection: same name, same text, always. */
  name?: string;
  /** The business object a single read is about: see TxOptions. */
  object?: string;
  /** A single read a replica may answer, in a call whose definition says `fromReplica`. */
  replica?: boolean;
  /** A single read that belongs to signing in: it uses the connections reserved for that. */
  kept?: boolean;
}
/** Values of a statement; arrays and JSON are given as PostgreSQL takes them. */
export type Values = readonly unknown[];

/** A statement whose answer no one needs. */
export interface Writing {
  readonly text: string;
  readonly values: Values;
  readonly name?: string;
}

/** A running transaction. Statements are sent one by one; the first failure ends it. */
export interface Tx extends HasServerState {
  /** Rows of one statement. */
  query<R extends object>(text: string, values?: Values, options?: QueryOptions): Promise<R[]>;
  /** Rows changed by one statement. */
  run(text: string, values?: Values, options?: QueryOptions): Promise<number>;
  /**
   * Statements that do not read each other's answers, sent together: one round trip for all. They
   * run in their order, and the first failure is thrown.
   */
  runTogether(statements: readonly Writing[]): Promise<void>;
  /**
   * COPY ... FROM STDIN in text format: whole lines, or bytes as they come from a file. Answers how
   * many rows there were.
   */
  copy(text: string, chunks: CopySource): Promise<number>;
  /** COPY ... TO STDOUT: its stream has to be read to its end, or the connection given up. */
  copyOut(text: string): CopyOut;
}

/** A way to the owner's transactions; with a tenant, row-level security reads it. */
export interface Owned extends HasServerState {
  withOwner<T>(work: (tx: Tx) => Promise<T>, tenantId?: string): Promise<T>;
}

/**
 * A transaction inside a tenant: it sees this tenant's rows of shared tables and this tenant's
 * schema, nothing else.
 */
export interface TenantTx extends Tx {
  readonly tenant: TenantRef;
  /** As in the scope it was opened for. */
  readonly session: Scope['session'];
  /** The database it runs in, for what has to be stored even if this transaction fails. */
  readonly database: Owned;
  /**
   * Runs statements as the schema's owner (create table, alter table ...), then returns to the
   * tenant's role.
   */
  ddl(text: string): Promise<void>;
  /** Gives the statements that follow another limit, until the transaction ends. */
  patience(limit: TimeLimit): Promise<void>;
  /** Runs after the commit, in order; not at all when the transaction fails (caches, events). */
  afterCommit(task: () => void): void;
}

/** What the types of node-postgres do not name: statements are sent without waiting for answers. */
type Pipelined = pg.PoolClient & { pipeline: boolean };

export class PgTx implements Tx {
  readonly client: pg.PoolClient;
  readonly state: ServerState;
  /** How long an answer is waited for, in milliseconds. */
  waitMs: number;

  constructor(
    client: pg.PoolClient,
    limit: Pick<TimeLimit, 'statementMs'>,
    { state }: HasServerState,
  ) {
    this.client = client;
    this.state = state;
    this.waitMs = patienceFor(limit);
  }

  async query<R extends object>(
    text: string,
    values: Values = [],
    options: QueryOptions = {},
  ): Promise<R[]> {
    return (await this.#send(text, values, options)).rows as R[];
  }

  async run(text: string, values: Values = [], options: QueryOptions = {}): Promise<number> {
    return (await this.#send(text, values, options)).rowCount ?? 0;
  }

  async runTogether(statements: readonly Writing[]): Promise<void> {
    const client = this.client as Pipelined;
    // Only here: a connection in this mode refuses COPY.
    client.pipeline = true;
    const sent = statements.map(({ text, values, name }) =>
      this.#send(text, values, name === undefined ? {} : { name }),
    );
    const settled = await Promise.allSettled(sent);
    client.pipeline = false;
    const failed = settled.find((each) => each.status === 'rejected');
    if (failed) throw failed.reason;
  }

  copy(text: string, chunks: CopySource): Promise<number> {
    return withTimeout(
      this.client,
      new Promise((resolve, reject) => {
        this.client.query(
          new CopyQuery(text, chunks, this.waitMs, (error, rows) =>
            error ? reject(error) : resolve(rows),
          ),
        );
      }),
    );
  }

  copyOut(text: string): CopyOut {
    return this.client.query(new CopyOut(text));
  }

  #send(text: string, values: Values, { name }: QueryOptions = {}): Promise<pg.QueryResult> {
    return send(this.client, {
      text,
      values: values as unknown[],
      query_timeout: this.waitMs,
      ...(name !== undefined && { name }),
    });
  }
}

export class PgTenantTx extends PgTx implements TenantTx {
  readonly tenant: TenantRef;
  readonly session: Scope['session'];
  readonly database: Owned;
  readonly committed: (() => void)[] = [];

  constructor(client: pg.PoolClient, limit: TimeLimit, scope: Scope, database: Owned) {
    super(client, limit, database);
    this.tenant = scope.tenant;
    this.session = scope.session;
    this.database = database;
  }

  /**
   * ROLE NONE is the connection's own user, who owns the schemas. One simple message, so one round
   * trip.
   */
  async ddl(text: string): Promise<void> {
    // PostgreSQL limits each of the statements by itself, so that together they may take many times
    // as long.
    const query_timeout = Math.max(this.waitMs, patienceFor(TIME_LIMITS.reshape));
    await send(this.client, {
      text: `set local role none; ${text}; set local role ${roleOf(this.tenant)}`,
      query_timeout,
    });
  }

  async patience({ statementMs, lockMs }: TimeLimit): Promise<void> {
    await this.query(
      `select set_config('statement_timeout', $1, true), set_config('lock_timeout', $2, true)`,
      [String(statementMs), String(lockMs)],
    );
    this.waitMs = patienceFor({ statementMs });
  }

  afterCommit(task: () => void): void {
    this.committed.push(task);
  }
}
