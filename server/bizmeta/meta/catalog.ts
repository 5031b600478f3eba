import { AppError, type Database, type Scope, type TenantTx } from '../../kernel/index.ts';
import { addTables, LOAD_WITH_TARGETS, type Loaded } from './store.ts';
import type { ObjectTable } from './table.ts';

/** Tenants whose describes one process remembers; the one not used for longest goes first. */
const MAX_TENANTS = 200;
/** A describe that changes again and again while it is being read is a fault, not a wait. */
const MAX_TRIES = 5;

/** `whole` are the objects that were loaded with all they refer to. */
interface Remembered { version: number; tables: Map<string, ObjectTable>; whole: Set<string> }

/** An object and what it refers to, at one version of the tenant's catalogue. */
export interface View { readonly version: number; readonly table: ObjectTable; target(apiName: string): ObjectTable | undefined }

type Query = (text: string, values: readonly unknown[]) => Promise<Loaded[]>;

/**
 * Describes by tenant, remembered while the catalogue's version stays the same. Nobody has to be told of a change: a read
 * carries the version back with its rows and is done again when it differs (see `View.version`); a write asks for it
 * under the object's lock. So every process is right at once, whoever made the change.
 */
export class Catalog {
  readonly #db: Database;
  readonly #tenants = new Map<string, Remembered>();

  constructor(db: Database) {
    this.#db = db;
  }

  /** The object, from memory or the database; throws OBJECT_UNKNOWN. */
  async view(scope: Scope, apiName: string): Promise<View> {
    return this.#remembered(scope, apiName) ?? this.#load(scope, apiName, (text, values) => this.#db.readTenant<Loaded>(scope, text, values, { name: 'bizmeta_load' }));
  }

  /** The object inside a transaction, its shape locked until the end; throws OBJECT_UNKNOWN. */
  async enter(tx: TenantTx, apiName: string): Promise<View> {
    const query: Query = (text, values) => tx.query<Loaded>(text, values, { name: 'bizmeta_load' });
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const view = this.#remembered(tx, apiName) ?? await this.#load(tx, apiName, query);
      const [row] = await tx.query<{ version: number }>('SELECT bizmeta.enter($1) AS version', [view.table.no], { name: 'bizmeta_enter' });
      if (row?.version === view.version) return view;
      this.forget(tx);
    }
    throw new AppError('UNAVAILABLE');
  }

  /** Drops what is remembered of a tenant. */
  forget(scope: Scope): void {
    this.#tenants.delete(scope.tenant.id);
  }

  /** What is remembered of a tenant belongs to another version than this. */
  isBehind(scope: Scope, version: number): boolean {
    const known = this.#tenants.get(scope.tenant.id);
    return known !== undefined && known.version !== version;
  }

  #remembered(scope: Scope, apiName: string): View | undefined {
    const known = this.#tenants.get(scope.tenant.id);
    const table = known?.tables.get(apiName);
    return known && table && known.whole.has(apiName) ? { version: known.version, table, target: (name) => known.tables.get(name) } : undefined;
  }

  async #load(scope: Scope, apiName: string, query: Query): Promise<View> {
    const [loaded] = await query(LOAD_WITH_TARGETS, [apiName]);
    const rows = loaded?.objects ?? [];
    if (!loaded || !rows.some((row) => row.api_name === apiName && row.parent_field === null)) throw new AppError('OBJECT_UNKNOWN', { name: apiName.slice(0, 60) });
    const known = this.#open(scope, loaded.version);
    addTables(scope, rows, loaded.secret, known.tables);
    known.whole.add(apiName);
    return { version: known.version, table: known.tables.get(apiName)!, target: (name) => known.tables.get(name) };
  }

  /** The tenant's memory at a version; an older or newer one is dropped. */
  #open(scope: Scope, version: number): Remembered {
    const old = this.#tenants.get(scope.tenant.id);
    const known = old?.version === version ? old : { version, tables: new Map<string, ObjectTable>(), whole: new Set<string>() };
    this.#tenants.delete(scope.tenant.id);
    this.#tenants.set(scope.tenant.id, known);
    const [oldest] = this.#tenants.keys();
    if (this.#tenants.size > MAX_TENANTS && oldest !== undefined) this.#tenants.delete(oldest);
    return known;
  }
}
