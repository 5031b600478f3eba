import type pg from 'pg';
import { patienceFor, TIME_LIMITS, type TimeLimit } from '../budgets.ts';
import type { HasServerState, ServerState } from '../server-state.ts';
import { roleOf, type Scope, type TenantRef } from '../tenant.ts';
import { send, withTimeout, type Statement } from './connections.ts';
import { CopyOut } from './copy-out.ts';
import { CopyQuery, type CopySource } from './copy-query.ts';

export interface QueryOptions {
  /** Prepares the statement under this name on the connection: same name, same text, always. */
  name?: string;
  /** The business object a single read is about: see TxOptions. */
  object?: string;
  /** A single read that covers much on purpose: it has the time of a report. */
  isReport?: boolean;
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
  copyOut(text: string): Promise<CopyOut>;
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

/** What a transaction is opened with. */
export interface Opening {
  /** The statements that begin it; left out outside a transaction. */
  readonly begin?: string;
  readonly limit: Pick<TimeLimit, 'statementMs'>;
}

export class PgTx implements Tx {
  readonly client: pg.PoolClient;
  readonly state: ServerState;
  /** How long an answer is waited for, in milliseconds. */
  waitMs: number;
  /** Sent in front of the first statement, in the same round trip; undefined once it was. */
  #begin: string | undefined;
  /** Statements whose answers are still to come. */
  #unanswered = 0;

  constructor(client: pg.PoolClient, { begin, limit }: Opening, { state }: HasServerState) {
    this.client = client;
    this.state = state;
    this.#begin = begin;
    this.waitMs = patienceFor(limit);
  }

  get hasBegun(): boolean {
    return this.#begin === undefined;
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
    if (statements.length === 0) return;
    this.#pipeline(true);
    await allOf(
      statements.map(({ text, values, name }) =>
        this.#send(text, values, name === undefined ? {} : { name }),
      ),
    );
  }

  async copy(text: string, chunks: CopySource): Promise<number> {
    await this.begin();
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

  async copyOut(text: string): Promise<CopyOut> {
    await this.begin();
    return this.client.query(new CopyOut(text));
  }

  /** Begins on its own, for what cannot travel with other statements. */
  protected async begin(): Promise<void> {
    const text = this.#begin;
    this.#begin = undefined;
    if (text !== undefined) await send(this.client, { text });
  }

  async #send(text: string, values: Values, { name }: QueryOptions = {}): Promise<pg.QueryResult> {
    const statement = {
      text,
      values: values as unknown[],
      query_timeout: this.waitMs,
      ...(name !== undefined && { name }),
    };
    const begin = this.#begin;
    this.#begin = undefined;
    if (begin === undefined) return this.#answered(statement);
    this.#pipeline(true);
    // A role that cannot be set leaves a transaction that has failed: what follows is refused.
    const [, result] = await allOf([this.#answered({ text: begin }), this.#answered(statement)]);
    return result!;
  }

  async #answered(statement: Statement): Promise<pg.QueryResult> {
    this.#unanswered += 1;
    try {
      return await send(this.client, statement);
    } finally {
      this.#unanswered -= 1;
      if (this.#unanswered === 0) this.#pipeline(false);
    }
  }

  /** Only as long as statements travel together: a connection in this mode refuses COPY. */
  #pipeline(isOn: boolean): void {
    (this.client as Pipelined).pipeline = isOn;
  }
}

/** All answers, once the last has come; throws the first failure. */
async function allOf<T>(sent: readonly Promise<T>[]): Promise<T[]> {
  const settled = await Promise.allSettled(sent);
  return settled.map((each) => {
    if (each.status === 'rejected') throw each.reason;
    return each.value;
  });
}

export class PgTenantTx extends PgTx implements TenantTx {
  readonly tenant: TenantRef;
  readonly session: Scope['session'];
  readonly database: Owned;
  readonly committed: (() => void)[] = [];

  constructor(client: pg.PoolClient, opening: Opening, scope: Scope, database: Owned) {
    super(client, opening, database);
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
    await this.begin();
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
