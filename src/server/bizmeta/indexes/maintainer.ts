import {
  startJob,
  type Database,
  type Logger,
  type Scope,
  type TenantRef,
  type TenantTx,
} from '../../kernel/index.ts';
import type { Catalog } from '../meta/catalog.ts';
import { RequestedOrders } from './requested-orders.ts';
import { INDEX_JOB } from './build.ts';
import type { ListPlan } from '../query/plan.ts';
import { ListUses, type ListTook } from './list-uses.ts';
import { register } from './registry.ts';
import { wantedOf } from './wanted.ts';

/**
 * An object has list indexes from this number of records; with fewer, reading and sorting them all
 * takes some 20 ms.
 */
export const LARGE_ROWS = 20_000;
/**
 * An object that shrinks retains its indexes down to this fraction, so that they do not come and
 * go.
 */
const SHRUNK = 0.5;
/** Interval of the check of all tenants' objects for growth. */
const LOOK_EVERY_MS = 5 * 60_000;
const FIRST_LOOK_MS = 20_000;
/** What lists took is stored this often. */
const STORE_EVERY_MS = 60_000;
/**
 * Any constant: with a tenant's number, key of the lock that allows one check of a tenant at a
 * time.
 */
const LOOK_LOCK = 7305;

/** Rows of a table without reading it: from statistics, or rows written since. */
const rowsOf = (table: string): string =>
  `greatest(${table}.reltuples, pg_stat_get_live_tuples(${table}.oid))`;

/** Tenants that have a large table or a list index. */
const TENANTS = `SELECT t.id, t.no, t.region FROM upm.tenant t WHERE t.state = 'active'
  AND 't_' || t.no IN (
  SELECT n.nspname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname ~ '^t_[0-9]+$'
    AND ((c.relkind = 'r' AND c.relname ~ '^o_[0-9]+$' AND ${rowsOf('c')} >= $1)
      OR (c.relkind = 'i' AND c.relname ~ '^o_[0-9]+_x_'))) ORDER BY t.no`;

interface Sized {
  readonly name: string;
  readonly rows: number;
  readonly has: boolean;
}
const OBJECTS = `SELECT o.api_name AS name, ${rowsOf('c')} AS rows,
    EXISTS (SELECT FROM bizmeta.object_index i WHERE i.tenant_id = o.tenant_id
      AND i.object_id = o.id) AS has
  FROM bizmeta.object o JOIN pg_class c ON c.oid = to_regclass('t_' || $2::int || '.o_' || o.no)
  WHERE o.tenant_id = $1 AND o.deleted_at IS NULL AND o.parent_field IS NULL`;
/** One that runs just now may have seen nothing to do before this was stored: it does not count. */
const HAS_JOB = `SELECT id FROM kernel.job WHERE tenant_id = $1 AND kind = $2 AND state = 'waiting'
  LIMIT 1 FOR UPDATE SKIP LOCKED`;

/** Gives large objects the list indexes they need (docs/decisions/0017). */
export class IndexMaintainer {
  readonly #db: Database;
  readonly #catalog: Catalog;
  readonly #log: Pick<Logger, 'warn'>;
  readonly #asked: RequestedOrders;
  readonly #uses: ListUses;
  /** Tenants with large objects, as this process last saw them. */
  readonly #large = new Set<string>();
  readonly #looking = new Map<string, Promise<void>>();
  #timers: NodeJS.Timeout[] = [];
  #stopped = false;

  constructor(db: Database, catalog: Catalog, log: Pick<Logger, 'warn'>) {
    this.#db = db;
    this.#catalog = catalog;
    this.#log = log;
    this.#asked = new RequestedOrders(db);
    this.#uses = new ListUses(db, log);
  }

  start(): void {
    const look = () =>
      void this.look().catch((err: unknown) => this.#log.warn({ err }, 'list indexes'));
    this.#timers = [
      setTimeout(look, FIRST_LOOK_MS).unref(),
      setInterval(look, LOOK_EVERY_MS).unref(),
      setInterval(() => void this.storeUses(), STORE_EVERY_MS).unref(),
    ];
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    for (const timer of this.#timers) clearInterval(timer);
    await Promise.all(this.#looking.values());
    await this.storeUses();
  }

  /** Stores what lists took since the last time. */
  storeUses(): Promise<void> {
    return this.#uses.store();
  }

  /** Checks every tenant that has large objects. */
  async look(): Promise<void> {
    const tenants = await this.#db.asAnonymous<TenantRef>(TENANTS, [LARGE_ROWS]);
    this.#large.clear();
    for (const { id } of tenants) this.#large.add(id);
    for (const tenant of tenants) if (!this.#stopped) await this.#lookAt(tenant);
  }

  /** A describe or a view changed, so lists may need other indexes. Runs in the background. */
  changed({ tenant }: Scope): void {
    if (this.#large.has(tenant.id)) void this.#lookAt(tenant);
  }

  /**
   * A list was read. Frequent requests of lists of a large object get an index, and a builder sees
   * what they took.
   */
  onListRead(scope: Scope, plan: ListPlan, took?: ListTook): void {
    if (!this.#large.has(scope.tenant.id)) return;
    if (took) this.#uses.note(scope, plan, took);
    const kept = this.#asked.note(scope, plan);
    void kept
      ?.then(() => this.changed(scope))
      .catch((err: unknown) => this.#log.warn({ err }, 'list indexes'));
  }

  /** One check of a tenant at a time; a request during it causes another one. */
  #lookAt(tenant: TenantRef): Promise<void> {
    const before = this.#looking.get(tenant.id) ?? Promise.resolve();
    const look = before
      .then(() => (this.#stopped ? undefined : this.#register(tenant)))
      .catch((err: unknown) => this.#log.warn({ err, tenant: tenant.id }, 'list indexes'));
    this.#looking.set(tenant.id, look);
    return look.finally(() => {
      if (this.#looking.get(tenant.id) === look) this.#looking.delete(tenant.id);
    });
  }

  #register(tenant: TenantRef): Promise<void> {
    return this.#db.withTenant({ tenant }, async (tx) => {
      await tx.query('SELECT pg_advisory_xact_lock($1, $2)', [LOOK_LOCK, tenant.no]);
      let isWork = false;
      const objects = await tx.query<Sized>(OBJECTS, [tenant.id, tenant.no]);
      for (const object of objects) isWork = (await this.#registerObject(tx, object)) || isWork;
      if (isWork) await beginWork(tx);
    });
  }

  async #registerObject(tx: TenantTx, { name, rows, has }: Sized): Promise<boolean> {
    const isLarge = rows >= LARGE_ROWS * (has ? SHRUNK : 1);
    if (!isLarge && !has) return false;
    const { table } = await this.#catalog.enterWhole(tx, name);
    return register(tx, table, isLarge ? await wantedOf(tx, table) : []);
  }
}

/** A job of the tenant does all the work, begun unless one waits; returns its id. */
export async function beginWork(tx: TenantTx, by = ''): Promise<string> {
  const [job] = await tx.query<{ id: string }>(HAS_JOB, [tx.tenant.id, INDEX_JOB]);
  return (
    job?.id ?? startJob(tx, { kind: INDEX_JOB, title: '建立列表索引', payload: null, total: 1, by })
  );
}
