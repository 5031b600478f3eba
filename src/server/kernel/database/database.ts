import pg from 'pg';
import { send, transaction, type Connections } from './connections.ts';
import { IDLE_IN_TRANSACTION_MS, OWNER_MS, type TimeLimit } from '../budgets.ts';
import { AppError } from '../errors.ts';
import { ServerState, type HasServerState } from '../server-state.ts';
import { ANONYMOUS_ROLE, roleOf, type Scope, type TenantRef } from '../tenant.ts';
import type { HookedScope } from './hooks.ts';
import type { NotifyHandler } from './listener.ts';
import type { Kind } from './nesting.ts';
import { appErrorOf, isRetryable, isWriteRefused } from './pg-errors.ts';
import { columnTypes } from './pg-types.ts';
import { Pools, type DatabaseOptions } from './pools.ts';
import { POSITION_SQL, type Replica } from './replica.ts';
import type { TenantEntry } from './tenant-query.ts';
import {
  PgTenantTx,
  PgTx,
  type QueryOptions,
  type TenantTx,
  type Tx,
  type Values,
} from './tenant-tx.ts';

export type { DatabaseOptions };

const MAX_ATTEMPTS = 3;
const RETRY_MS = 30;
/** A statement of a backup or a restore may take this long: a table of a few hundred gigabytes. */
const LONG_WORK_MS = 86_400_000;

export interface TxOptions {
  /**
   * How often a deadlock, serialization failure or lock timeout is tried; the function then runs
   * again from its start.
   */
  attempts?: number;
  /**
   * The business object whose table is worked on, so that a locked one does not take all
   * connections of its company.
   */
  object?: string;
}

/** What a transaction sets itself where its connection remembers nothing. */
const ownSettings = ({ ownLimit }: Connections): string =>
  ownLimit
    ? `; set local idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}
      ; set local synchronize_seqscans = off`
    : '';

const limitSql = ({ statementMs, lockMs }: TimeLimit): string =>
  `set local statement_timeout = ${statementMs}; set local lock_timeout = ${lockMs}`;

/**
 * The database as services see it. Every entry point fixes the role: `withTenant` and `readTenant`
 * the tenant's, `withAnonymousTx` and `asAnonymous` the anonymous role (sessions, sign-in),
 * `withOwner` the owner (migrations, new tenants). A connection outside a transaction has the
 * anonymous role, so that code without a role sees nothing. How connections are shared and how long
 * statements may take is in budgets.ts.
 */
export class Database implements HasServerState {
  /** The same for the background view. */
  readonly state: ServerState;
  readonly #pools: Pools;
  readonly #isBackground: boolean;
  readonly #background: Database;

  /** `front` is given for the view of the same database that `background` answers. */
  constructor(options: DatabaseOptions, front?: Database) {
    this.#pools = front ? front.#pools : new Pools(options);
    this.state = front ? front.state : new ServerState();
    this.#isBackground = front !== undefined;
    this.#background = front ? this : new Database(options, this);
  }

  /**
   * The same database for jobs, deliveries and sweeps: their connections are their own, and never
   * keep a person waiting.
   */
  get background(): Database {
    return this.#background;
  }

  /**
   * One transaction under the tenant's role. Deadlocks and lock timeouts run `work` again;
   * everything it did is undone first.
   */
  async withTenant<T>(
    scope: HookedScope,
    work: (tx: TenantTx) => Promise<T>,
    options: TxOptions = {},
  ): Promise<T> {
    if (scope.piggyback?.pending)
      throw new Error('a transaction for someone who is not confirmed yet');
    const { background, write } = this.#pools.limits;
    const limit = this.#isBackground ? background : write;
    const mode = scope.session?.viewedBy ? 'begin read only' : 'begin';
    const settings = `${limitSql(limit)}; set local role ${roleOf(scope.tenant)};
      set local huozi.tenant = '${safeId(scope.tenant)}'`;
    return this.#withRetries(options, async () => {
      let tx: PgTenantTx | undefined;
      const followed = async (tx: PgTenantTx): Promise<T> => {
        await scope.hooks?.begun(tx);
        const answer = await work(tx);
        await scope.hooks?.ending(tx);
        return answer;
      };
      const result = await this.#admitted(scope, options.object, (connections) =>
        writtenBy(scope, () =>
          transaction<PgTenantTx, T>(
            connections,
            (client) => {
              const begin = `${mode}; ${ownSettings(connections)}; ${settings}`;
              return (tx = new PgTenantTx(client, { begin, limit }, scope, this));
            },
            followed,
          ),
        ),
      );
      for (const task of tx?.committed ?? []) task();
      return result;
    });
  }

  /**
   * One reading statement under the tenant's role, in one round trip, the scope's piggyback query
   * included.
   */
  async readTenant<R extends object>(
    scope: Scope,
    text: string,
    values: Values = [],
    options: QueryOptions = {},
  ): Promise<R[]> {
    const { replica } = this.#pools;
    if (options.replica && scope.mayUseReplica && replica?.isAvailable) {
      const rows = await this.#readReplica<R>(replica, scope, text, values, options);
      if (rows) return rows;
    }
    const entrance = { ...entryOf(scope), piggyback: scope.piggyback };
    const read = (connections: Connections) =>
      writtenBy(scope, () => this.#read<R>(connections, entrance, text, values, options));
    if (options.kept) return translated(() => this.#within('anonymous', read));
    return translated(() => this.#admitted(scope, options.object, read));
  }

  /**
   * One reading statement of a job's transaction that reads nothing the transaction wrote: a replica
   * may answer it, with what was there when the transaction asked or later.
   */
  async readBeside<R extends object>(tx: TenantTx, text: string, values: Values): Promise<R[]> {
    const { replica, limits } = this.#pools;
    if (!replica?.isAvailable) return tx.query<R>(text, values);
    const [primary] = await tx.query<{ position: string }>(POSITION_SQL);
    const entry = { ...entryOf(tx), limit: limits.background };
    const read = (client: pg.PoolClient): Promise<R[]> =>
      this.#pools.reads.run<R>(client, entry, text, values, {});
    const rows = await translated(() => replica.read(primary!.position, read));
    return rows ?? tx.query<R>(text, values);
  }

  /**
   * The answer of the replica, once it has what the primary has now; undefined when the primary has
   * to answer. The session is confirmed by the primary.
   */
  async #readReplica<R extends object>(
    replica: Replica,
    scope: Scope,
    text: string,
    values: Values,
    options: QueryOptions,
  ): Promise<R[] | undefined> {
    const [primary] = await this.readTenant<{ position: string }>(scope, POSITION_SQL);
    const read = (client: pg.PoolClient): Promise<R[]> =>
      this.#pools.reads.run<R>(client, entryOf(scope), text, values, options);
    return translated(() => replica.read(primary!.position, read));
  }

  #read<R extends object>(
    connections: Connections,
    entrance: TenantEntry,
    text: string,
    values: Values,
    options: QueryOptions = {},
  ): Promise<R[]> {
    const { ownLimit } = connections;
    const limit = options.isReport ? this.#pools.limits.report : ownLimit;
    const entry = { ...entrance, limit, isPooled: ownLimit !== undefined };
    return connections.lend((client) =>
      this.#pools.reads.run<R>(client, entry, text, values, options),
    );
  }

  /** One statement under the anonymous role. */
  async asAnonymous<R extends object>(
    text: string,
    values: Values = [],
    { name }: QueryOptions = {},
  ): Promise<R[]> {
    const statement = { text, values: values as unknown[], ...(name !== undefined && { name }) };
    return translated(() =>
      this.#within('anonymous', (connections) =>
        connections.ownLimit
          ? this.#read<R>(
              connections,
              { role: ANONYMOUS_ROLE, tenantId: '', isReadOnly: false },
              text,
              values,
            )
          : connections.lend(async (client) => (await send(client, statement)).rows as R[]),
      ),
    );
  }

  /** One transaction under the anonymous role. */
  async withAnonymousTx<T>(work: (tx: Tx) => Promise<T>, options: TxOptions = {}): Promise<T> {
    const { background, anonymous } = this.#pools.limits;
    const limit = this.#isBackground ? background : anonymous;
    return this.#withRetries(options, () =>
      this.#within('anonymous', (connections) =>
        transaction<PgTx, T>(
          connections,
          (client) => new PgTx(client, { begin: beginAnonymous(connections), limit }, this),
          work,
        ),
      ),
    );
  }

  /**
   * One transaction as the owner of everything. With a tenant it belongs to a request: row-level
   * security reads the tenant, and it has the time of a write.
   */
  async withOwner<T>(work: (tx: Tx) => Promise<T>, tenantId?: string): Promise<T> {
    const { write } = this.#pools.limits;
    const limit = tenantId === undefined ? { statementMs: OWNER_MS } : write;
    const begin =
      tenantId === undefined
        ? 'begin'
        : `begin; ${limitSql(write)}; set local huozi.tenant = '${safeId({ id: tenantId })}'`;
    return translated(() =>
      this.#within('owner', (connections) =>
        transaction<PgTx, T>(
          connections,
          (client) => new PgTx(client, { begin, limit }, this),
          work,
        ),
      ),
    );
  }

  /**
   * The owner's connection outside any transaction, for what PostgreSQL does not allow inside one.
   */
  async asOwner<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#within('owner', (connections) =>
      connections.lend((client) =>
        work(new PgTx(client, { limit: { statementMs: OWNER_MS } }, this)),
      ),
    );
  }

  /**
   * Resolves when the database answers and takes writes; throws UNAVAILABLE. Never waits for the
   * connections of requests.
   */
  async ready(): Promise<void> {
    await this.#pools.readiness.check().catch((error: unknown) => {
      throw new AppError('UNAVAILABLE', {}, { cause: error });
    });
  }

  /** How people's connections are used: in use, and requests that wait for one. */
  load(): { held: number; waiting: number } {
    return this.#pools.admission.load();
  }

  /**
   * One connection of its own as the owner, without time limits: for work of minutes (backup,
   * restore), which would block the pools. It is closed afterwards.
   */
  async onOwnConnection<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const pool = new pg.Pool({
      application_name: 'huozi',
      ...this.#pools.direct,
      types: columnTypes,
      max: 1,
      query_timeout: 0,
    } as pg.PoolConfig);
    // The failure itself reaches the caller that waits for an answer; without a listener it would
    // end the process.
    pool.on('error', () => undefined);
    const client = await pool.connect();
    client.on('error', () => undefined);
    try {
      return await work(new PgTx(client, { limit: { statementMs: LONG_WORK_MS } }, this));
    } finally {
      client.release(true);
      await pool.end();
    }
  }

  /**
   * Subscribes to a channel (pg_notify) of all processes, from soon after the call until the
   * returned function is called; the handler gets null when something may have been missed. Uses
   * one extra connection for all channels.
   */
  listen(channel: string, hear: NotifyHandler): () => void {
    return this.#pools.listener.listen(channel, hear);
  }

  async close(): Promise<void> {
    await this.#pools.close();
  }

  /** Work for people waits for its company's turn; background work has connections of its own. */
  #admitted<T>(
    scope: Scope,
    object: string | undefined,
    work: (connections: Connections) => Promise<T>,
  ): Promise<T> {
    if (this.#isBackground) return this.#within('people', work);
    const who = { company: scope.tenant.id, person: personOf(scope), object };
    return this.#within('people', (connections) =>
      this.#pools.admission.run(who, () => work(connections)),
    );
  }

  #within<T>(
    kind: Exclude<Kind, 'background'>,
    work: (connections: Connections) => Promise<T>,
  ): Promise<T> {
    const used = this.#isBackground && kind !== 'owner' ? 'background' : kind;
    const { nesting, [used]: connections } = this.#pools;
    return nesting ? nesting.run(used, () => work(connections)) : work(connections);
  }

  async #withRetries<T>(
    { attempts = MAX_ATTEMPTS }: TxOptions,
    work: () => Promise<T>,
  ): Promise<T> {
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

const entryOf = ({ tenant, session }: Scope): TenantEntry => ({
  role: roleOf(tenant),
  tenantId: tenant.id,
  isReadOnly: session?.viewedBy !== undefined,
});

const beginAnonymous = (connections: Connections): string =>
  connections.ownLimit
    ? `begin${ownSettings(connections)}; ${limitSql(connections.ownLimit)}; set local role ${ANONYMOUS_ROLE}`
    : 'begin';

/** Whose work it is: who views the company as another person does it themself. */
const personOf = ({ session, userId }: Scope): string | undefined =>
  session?.viewedBy?.userId ?? userId;

/** A write in the name of a person someone only views as is refused, and by PostgreSQL. */
async function writtenBy<T>({ session }: Scope, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (session?.viewedBy && isWriteRefused(error))
      throw new AppError('VIEWING_READ_ONLY', {}, { cause: error });
    throw error;
  }
}

/** Tenant ids are ours (uuid text); anything else would be an injection into `set local`. */
function safeId({ id }: Pick<TenantRef, 'id'>): string {
  if (!/^[0-9A-Za-z_-]{1,64}$/.test(id))
    throw new RangeError('tenant id has characters it cannot have');
  return id;
}

async function translated<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw appErrorOf(error) ?? error;
  }
}
