import pg from 'pg';
import { GATE_ROLE, roleOf, type Rider, type Scope, type TenantRef } from '../tenant.ts';
import type { HookedScope } from './hooks.ts';
import { EnteringQuery, ENTER_NAME, ENTER_TEXT, type Entrance } from './entering-query.ts';
import { Listener, type Hear } from './listener.ts';
import { appErrorOf, isRetryable } from './pg-errors.ts';
import { columnTypes } from './pg-types.ts';
import { PgTenantTx, PgTx, type QueryOptions, type TenantTx, type Tx, type Values } from './tenant-tx.ts';

/** A query that runs longer is stopped: the screen gives up at 30 s, and people long before. */
const STATEMENT_TIMEOUT_MS = 10_000;
/** Waiting longer for a lock means someone changes the table's shape; the transaction is then tried again. */
const LOCK_TIMEOUT_MS = 2_000;
const CONNECT_TIMEOUT_MS = 5_000;
/** A transaction left open by a bug must not hold its locks for ever. */
const IDLE_IN_TRANSACTION_MS = 60_000;
const DEFAULT_POOL = 10;
/** Backends keep catalogue entries of every tenant they met; a new one starts small again. */
const MAX_LIFETIME_S = 1_800;
const MAX_ATTEMPTS = 3;
const RETRY_MS = 30;
/** Distinct prepared statements one connection keeps before further ones travel unnamed. */
const MAX_PREPARED = 500;

export interface DatabaseOptions {
  connection: pg.PoolConfig;
  /** Connections for requests. */
  poolSize?: number;
  /** Told about connections that broke while idle. */
  onError?: (error: Error) => void;
}
export interface TxOptions {
  /** How often a deadlock, serialization failure or lock timeout is tried; the function then runs again from its start. */
  attempts?: number;
}

/**
 * The database as services see it. Every way in fixes who is asking: `withTenant` and `readTenant` a tenant's role,
 * `withGate` and `atGate` the role of the door (sessions, sign-in), `withOwner` the owner (migrations, new tenants).
 * A connection outside a transaction is the door, so that a forgotten role sees nothing.
 */
export class Database {
  readonly #pool: pg.Pool;
  readonly #owner: pg.Pool;
  readonly #listener: Listener;
  readonly #prepared = new WeakMap<pg.PoolClient, Set<string>>();
  readonly #riders = new WeakMap<pg.PoolClient, string>();

  constructor(options: DatabaseOptions) {
    const common = { connectionTimeoutMillis: CONNECT_TIMEOUT_MS, types: columnTypes, application_name: 'huozi', ...options.connection };
    this.#owner = new pg.Pool({ ...common, max: 2 });
    this.#listener = new Listener(common as pg.ClientConfig, options.onError);
    this.#pool = new pg.Pool({
      ...common,
      max: options.poolSize ?? DEFAULT_POOL,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      lock_timeout: LOCK_TIMEOUT_MS,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
      maxLifetimeSeconds: MAX_LIFETIME_S,
      idleTimeoutMillis: 60_000,
      onConnect: standAtGate,
    } as pg.PoolConfig);
    for (const pool of [this.#owner, this.#pool]) pool.on('error', (error) => options.onError?.(error));
  }

  /** One transaction under the tenant's role. Deadlocks and lock timeouts run `work` again; everything it did is undone first. */
  async withTenant<T>(scope: HookedScope, work: (tx: TenantTx) => Promise<T>, options: TxOptions = {}): Promise<T> {
    if (scope.rider?.pending) throw new Error('a transaction for someone who is not confirmed yet');
    const role = roleOf(scope.tenant);
    const begin = `begin; set local role ${role}; set local huozi.tenant = '${safeId(scope.tenant)}'`;
    return this.#attempts(options, async () => {
      let tx: PgTenantTx | undefined;
      const result = await transaction(this.#pool, begin, async (client) => {
        tx = new PgTenantTx(client, scope.tenant, this);
        await scope.hooks?.begun(tx);
        const answer = await work(tx);
        await scope.hooks?.ending(tx);
        return answer;
      });
      for (const task of tx?.committed ?? []) task();
      return result;
    });
  }

  /** One reading statement under the tenant's role, in one round trip, the scope's rider included. */
  async readTenant<R extends object>(scope: Scope, text: string, values: Values = [], options: QueryOptions = {}): Promise<R[]> {
    return translated(() => this.#read<R>({ role: roleOf(scope.tenant), tenantId: scope.tenant.id, rider: scope.rider }, text, values, options));
  }

  /** One statement as the door. */
  async atGate<R extends object>(text: string, values: Values = [], options: QueryOptions = {}): Promise<R[]> {
    return translated(async () => (await this.#pool.query({ text, values: values as unknown[], ...options })).rows as R[]);
  }

  /** One transaction as the door. */
  async withGate<T>(work: (tx: Tx) => Promise<T>, options: TxOptions = {}): Promise<T> {
    return this.#attempts(options, () => transaction(this.#pool, 'begin', (client) => work(new PgTx(client))));
  }

  /** One transaction as the owner of everything; with a tenant, row-level security reads it. Not for requests. */
  async withOwner<T>(work: (tx: Tx) => Promise<T>, tenantId?: string): Promise<T> {
    const begin = tenantId === undefined ? 'begin' : `begin; set local huozi.tenant = '${safeId({ id: tenantId })}'`;
    return translated(() => transaction(this.#owner, begin, (client) => work(new PgTx(client))));
  }

  /** The owner's connection outside any transaction, for what PostgreSQL does not allow inside one. */
  async asOwner<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const client = await this.#owner.connect();
    try {
      return await work(new PgTx(client));
    } finally {
      client.release();
    }
  }

  /**
   * Hears what any process tells on a channel (pg_notify), from soon after the call until the answer is called; null when
   * something may have been missed. Takes a connection of its own, one for all channels.
   */
  listen(channel: string, hear: Hear): () => void {
    return this.#listener.listen(channel, hear);
  }

  async close(): Promise<void> {
    await Promise.all([this.#listener.stop(), this.#pool.end(), this.#owner.end()]);
  }

  async #read<R extends object>(entrance: Entrance, text: string, values: Values, options: QueryOptions): Promise<R[]> {
    const client = await this.#pool.connect();
    const config = { text, values: values as unknown[] };
    let broken: Error | undefined;
    try {
      const rider = await this.#seated(client, entrance.rider);
      return await enterAndRead<R>(client, { ...entrance, rider }, { ...config, ...this.#named(client, options) });
    } catch (error) {
      if (!isServerError(error)) broken = error as Error;
      if (!isStalePlan(error)) throw error;
      await ask(client, entrance.rider);
      return await enterAndRead<R>(client, { ...entrance, rider: undefined }, config);
    } finally {
      client.release(broken);
    }
  }

  /** The rider if it can travel with a query. On a connection that has not prepared it yet it is asked on its own first. */
  async #seated(client: pg.PoolClient, rider: Rider | undefined): Promise<Rider | undefined> {
    if (!rider?.pending) return undefined;
    if (this.#riders.get(client) === rider.name) return rider;
    await ask(client, rider, rider.name);
    this.#riders.set(client, rider.name);
    return undefined;
  }

  #named(client: pg.PoolClient, { name }: QueryOptions): QueryOptions {
    if (!name) return {};
    const known = this.#prepared.get(client) ?? new Set<string>();
    this.#prepared.set(client, known);
    if (!known.has(name) && known.size >= MAX_PREPARED) return {};
    known.add(name);
    return { name };
  }

  async #attempts<T>({ attempts = MAX_ATTEMPTS }: TxOptions, work: () => Promise<T>): Promise<T> {
    for (let left = attempts - 1; ; left -= 1) {
      try {
        return await work();
      } catch (error) {
        if (left <= 0 || !isRetryable(error)) throw appErrorOf(error) ?? error;
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS * (1 + Math.random())));
    }
  }
}

/**
 * What every request connection does once: give up the owner's rights, and prepare the entering statement. Scans begin at a
 * table's start instead of where another scan happens to be: totals are counted up to a cap only, so the pages counted over
 * are the same each time, and warm (measured: a filtered list of a million rows takes 4 ms instead of 7).
 */
async function standAtGate(client: pg.PoolClient): Promise<void> {
  await client.query(`set role ${GATE_ROLE}; set synchronize_seqscans = off`);
  await client.query({ name: ENTER_NAME, text: ENTER_TEXT, values: [GATE_ROLE, ''] });
}

function enterAndRead<R extends object>(client: pg.PoolClient, entrance: Entrance, config: pg.QueryConfig): Promise<R[]> {
  return new Promise((resolve, reject) => {
    client.query(new EnteringQuery(entrance, config, (error, result) => (error ? reject(error) : resolve(result.rows as R[]))));
  });
}

/** Asks a rider on its own. */
async function ask(client: pg.PoolClient, rider: Rider | undefined, name?: string): Promise<void> {
  if (!rider?.pending) return;
  const { rows } = await client.query<[string | null]>({ text: rider.text, values: [...rider.values], rowMode: 'array', ...(name !== undefined && { name }) });
  rider.take(rows[0]?.[0] ?? null);
}

const isServerError = (error: unknown) => error instanceof pg.DatabaseError;
/** A table changed its shape under a prepared statement; the text is still right. */
const isStalePlan = (error: unknown) => error instanceof pg.DatabaseError && error.code === '0A000' && /cached plan/.test(error.message);

/** Tenant ids are ours (uuid text); anything else would be an injection into `set local`. */
function safeId({ id }: Pick<TenantRef, 'id'>): string {
  if (!/^[0-9A-Za-z_-]{1,64}$/.test(id)) throw new RangeError('tenant id has characters it cannot have');
  return id;
}

async function translated<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw appErrorOf(error) ?? error;
  }
}

/** Begin, work, commit; on failure rollback, and a connection that cannot even do that is thrown away. */
async function transaction<T>(pool: pg.Pool, begin: string, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query(begin);
    const result = await work(client);
    const { command } = await client.query('commit');
    // A statement whose failure the caller swallowed has ended the transaction: commit then answers ROLLBACK.
    if (command !== 'COMMIT') throw new Error('the transaction had already failed');
    return result;
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => { broken = failure; });
    throw error;
  } finally {
    client.release(broken);
  }
}
