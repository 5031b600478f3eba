import { createHash } from 'node:crypto';
import type { PageKind } from '../../../page/index.ts';
import { AppError, type Database, type Scope, type TenantTx } from '../../kernel/index.ts';
import type { ServedPage } from '../library/library.ts';
import { changesSince, hasChanged, type Changes } from './changes.ts';
import { Entries, overlap, type Entry } from './entries.ts';
import { requireOpen, usesClosed } from './open-object.ts';
import {
  addTables,
  LOAD_WITH_TARGETS,
  apiNamesOf,
  type LoadedObjects,
  type ObjectRow,
} from './store.ts';
import type { ObjectTable } from './table.ts';

/** A describe that keeps changing while it is read is a fault, not a wait. */
const MAX_TRIES = 5;

/** An object and the objects it refers to, at one version of the tenant's catalogue. */
export interface ObjectCatalogEntry {
  readonly version: number;
  readonly table: ObjectTable;
  target(apiName: string): ObjectTable | undefined;
  /** Cached with the object's describe and dropped with it. */
  readonly entry: Entry;
}

/** What the catalogue asks of record permission: the object as a person sees it (decision 29). */
export interface PersonView {
  of(
    scope: Pick<Scope, 'tenant' | 'session' | 'userId'>,
    view: ObjectCatalogEntry,
    query: Query,
  ): Promise<ObjectCatalogEntry>;
  /** The same for who only makes new records as well. */
  met(
    scope: Pick<Scope, 'tenant' | 'session' | 'userId'>,
    view: ObjectCatalogEntry,
    query: Query,
  ): Promise<ObjectCatalogEntry>;
}

/** One reading statement, in a transaction or by itself. */
export type Query = <R extends object>(text: string, values: readonly unknown[]) => Promise<R[]>;

/**
 * Cache of describes and the pages generated from them, by object. It needs no notification: a read
 * returns the catalogue's version with its rows, and a write reads it under the object's lock. When
 * it is newer than the cached one, the log of changes (changes.ts) lists the objects touched since,
 * and only those and the objects that refer to them are dropped. So every process is correct
 * immediately, whichever process made the change.
 */
export class Catalog {
  readonly #db: Database;
  readonly #entries = new Entries();
  readonly #people: PersonView | undefined;

  /** Without `people`, everybody sees everything: for what the server does by itself. */
  constructor(db: Database, people?: PersonView) {
    this.#db = db;
    this.#people = people;
  }

  /**
   * The object as the person sees it, from the cache or the database; throws OBJECT_UNKNOWN or
   * OBJECT_CLOSED.
   */
  async view(scope: Scope, apiName: string): Promise<ObjectCatalogEntry> {
    const view = await this.wholeView(scope, apiName);
    return this.#people ? this.#people.of(scope, view, this.#reading(scope)) : view;
  }

  /** The object with all its fields and records; throws OBJECT_UNKNOWN or OBJECT_CLOSED. */
  async wholeView(scope: Scope, apiName: string): Promise<ObjectCatalogEntry> {
    const view =
      this.#known(scope, apiName) ?? (await this.#load(scope, apiName, this.#reading(scope)));
    if (view.entry.isOpen || usesClosed(scope) || (await this.isCurrent(scope, view)))
      return openTo(scope, view);
    // It may have been opened since it was cached.
    return openTo(scope, await this.#load(scope, apiName, this.#reading(scope)));
  }

  /**
   * The object for pages about it, at the catalogue version a statement ran at, or later; throws
   * OBJECT_UNKNOWN.
   */
  async viewAt(scope: Scope, apiName: string, version: number): Promise<ObjectCatalogEntry> {
    const known = await this.wholeView(scope, apiName);
    const view =
      known.version >= version || (await this.isCurrentAt(scope, known, version))
        ? known
        : await this.wholeView(scope, apiName);
    return this.#people ? this.#people.met(scope, view, this.#reading(scope)) : view;
  }

  /**
   * The object as the person sees it inside a transaction, its shape locked until the end; throws
   * OBJECT_UNKNOWN or OBJECT_CLOSED.
   */
  async enterObject(tx: TenantTx, apiName: string): Promise<ObjectCatalogEntry> {
    const view = await this.enterWhole(tx, apiName);
    const query: Query = (text, values) => tx.query(text, values);
    return this.#people ? this.#people.of(tx, view, query) : view;
  }

  /** The same with all its fields and records. */
  async enterWhole(tx: TenantTx, apiName: string): Promise<ObjectCatalogEntry> {
    return openTo(tx, await this.enterAnyObject(tx, apiName));
  }

  /**
   * The whole object for what a rule of a builder does, whether or not the person may use the
   * object.
   */
  async enterAnyObject(tx: TenantTx, apiName: string): Promise<ObjectCatalogEntry> {
    const query: Query = (text, values) => tx.query(text, values);
    if (hasChanged(tx)) return enterChanged(tx, apiName, query);
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const view = this.#known(tx, apiName) ?? (await this.#load(tx, apiName, query));
      if (await this.#isCurrentAt(tx, view, await lockShape(tx, view), query)) return view;
    }
    throw new AppError('UNAVAILABLE');
  }

  /**
   * Whether an entry is correct at the catalogue version a statement ran at; drops what has changed
   * in between.
   */
  async isCurrentAt(scope: Scope, view: ObjectCatalogEntry, version: number): Promise<boolean> {
    return this.#isCurrentAt(scope, view, version, this.#reading(scope));
  }

  /** Whether an entry is still correct now: for a failed statement, which returns no version. */
  async isCurrent(scope: Scope, view: ObjectCatalogEntry): Promise<boolean> {
    return isUntouched(view, await this.#catchUp(scope, view.version, this.#reading(scope)));
  }

  /**
   * A page generated from the object's describe as the person knows it, cached with the object for
   * all who know the same of it.
   */
  page(view: ObjectCatalogEntry, kind: PageKind, make: () => ServedPage): ServedPage {
    const key = pageKey(view, kind);
    const known = view.entry.pages.get(key);
    if (known) return known;
    const page = make();
    this.#entries.addPage(view.entry, key, page);
    return page;
  }

  async #isCurrentAt(
    scope: Scope,
    view: ObjectCatalogEntry,
    version: number,
    query: Query,
  ): Promise<boolean> {
    if (version === view.version) return true;
    if (version < view.version) return false;
    // Another read has caught up already, and the entry is still cached.
    const isKept =
      this.#entries.versionOf(scope.tenant.id) === version && this.#entries.has(view.entry);
    return isKept || isUntouched(view, await this.#catchUp(scope, view.version, query));
  }

  async #catchUp(scope: Scope, since: number, query: Query): Promise<Changes> {
    const changes = await changesSince(query, since);
    this.#entries.apply(scope.tenant.id, changes);
    return changes;
  }

  #reading(scope: Scope): Query {
    return (text, values) => this.#db.readTenant(scope, text, values);
  }

  #known(scope: Scope, apiName: string): ObjectCatalogEntry | undefined {
    const entry = this.#entries.get(scope.tenant.id, apiName);
    return entry && viewOf(entry, this.#entries.versionOf(scope.tenant.id) ?? 0);
  }

  async #load(scope: Scope, apiName: string, query: Query): Promise<ObjectCatalogEntry> {
    const { entry, version } = await loadEntry(scope, apiName, query);
    const known = this.#entries.versionOf(scope.tenant.id);
    if (known !== undefined && known < version) await this.#catchUp(scope, known, query);
    this.#entries.add(entry, version);
    return viewOf(entry, version);
  }
}

/** Pages of the whole object are cached by their kind alone. */
function pageKey({ table, entry }: ObjectCatalogEntry, kind: PageKind): string {
  if (table === entry.table) return kind;
  const known = createHash('sha1').update(JSON.stringify(table.describe)).digest('base64url');
  return `${kind} ${known}`;
}

/** The entry, for a person who may use the object. */
function openTo(asker: Pick<Scope, 'session'>, view: ObjectCatalogEntry): ObjectCatalogEntry {
  requireOpen(asker, { isOpen: view.entry.isOpen, label: view.table.describe.label });
  return view;
}

const isUntouched = ({ entry }: ObjectCatalogEntry, { touched }: Changes): boolean =>
  touched !== undefined && !overlap(touched, entry.names);

const viewOf = (entry: Entry, version: number): ObjectCatalogEntry => ({
  version,
  entry,
  table: entry.table,
  target: (name) => entry.tables.get(name),
});

/**
 * Locks an object's shape until the end of the transaction; returns the catalogue's current
 * version.
 */
async function lockShape(tx: TenantTx, view: ObjectCatalogEntry): Promise<number> {
  const [row] = await tx.query<{ version: number }>(
    'SELECT bizmeta.enter($1) AS version',
    [view.table.no],
    { name: 'bizmeta_enter' },
  );
  return row!.version;
}

/**
 * A transaction that has changed metadata holds the catalogue's lock, and sees what must not be
 * cached.
 */
async function enterChanged(
  tx: TenantTx,
  apiName: string,
  query: Query,
): Promise<ObjectCatalogEntry> {
  const { entry, version } = await loadEntry(tx, apiName, query);
  const view = viewOf(entry, version);
  await lockShape(tx, view);
  return view;
}

async function loadEntry(
  scope: Scope,
  apiName: string,
  query: Query,
): Promise<{ entry: Entry; version: number }> {
  const [loaded] = await query<LoadedObjects>(LOAD_WITH_TARGETS, [apiName]);
  const rows = loaded?.objects ?? [];
  const own = rows.find((row) => row.api_name === apiName && row.parent_field === null);
  if (!loaded || !own) throw new AppError('OBJECT_UNKNOWN', { name: apiName.slice(0, 60) });
  return { entry: entryOf(scope, own, rows, loaded.secret), version: loaded.version };
}

function entryOf(
  scope: Scope,
  { api_name: apiName, is_open: isOpen }: ObjectRow,
  rows: readonly ObjectRow[],
  secret: string,
): Entry {
  const tables = new Map<string, ObjectTable>();
  addTables(scope, rows, secret, tables);
  return {
    tenantId: scope.tenant.id,
    apiName,
    isOpen,
    table: tables.get(apiName)!,
    tables,
    names: apiNamesOf(rows),
    fields: rows.reduce((sum, row) => sum + row.fields.length, 0),
    pages: new Map(),
  };
}
