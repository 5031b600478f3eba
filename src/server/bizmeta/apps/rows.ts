import {
  RECORD_OPS,
  type App,
  type AppDetail,
  type AppState,
  type DataOf,
  type InputOf,
} from '../../../contract/index.ts';
import { AppError, type Context, type Database, type TenantTx } from '../../kernel/index.ts';
import type { People } from '../access/people.ts';
import type { PersonAccess } from '../access/person-access.ts';
import type { Query } from '../meta/catalog.ts';
import { usesClosed } from '../meta/open-object.ts';
import { isUuid } from '../fields/values.ts';
import { designRows, menuOf, openedEntries, shownObjects, type NavStored } from './navigation.ts';

export interface AppReaders {
  readonly db: Database;
  readonly people: People;
}

/** An object of an application, as its menu and its cards need it. */
interface AppObject {
  readonly id: string;
  readonly apiName: string;
  readonly label: string;
  readonly icon: string;
  /** Everybody may use it. */
  readonly isOpen: boolean;
}
interface AppRow {
  id: string;
  name: string;
  style: string;
  description: string;
  domain: string;
  domainActive: boolean;
  order: number;
  status: AppState;
  version: number;
  nav: NavStored[];
  objects: AppObject[];
}

/** Applications that are there ($1: one, or null for all); people who do not build see open ones. */
const APPS = `SELECT a.id, a.name, a.style, a.description, coalesce(a.domain, '') AS domain,
    a.domain_active AS "domainActive", a.ord AS "order", a.state AS status, a.version, a.nav,
    coalesce((SELECT json_agg(json_build_object('id', o.id, 'apiName', o.api_name,
    'label', o.label, 'icon', o.icon, 'isOpen', o.active) ORDER BY o.no)
    FROM bizmeta.object o WHERE o.tenant_id = a.tenant_id AND o.app_id = a.id
      AND o.deleted_at IS NULL AND o.parent_field IS NULL), '[]') AS objects
  FROM bizmeta.app a WHERE a.tenant_id = current_setting('huozi.tenant')
    AND a.deleted_at IS NULL AND ($2 OR a.state = 'open')
    AND ($1::text IS NULL OR a.id::text = $1) ORDER BY a.ord, a.id`;

const findApps = (db: Database, ctx: Context, id: string | null): Promise<AppRow[]> =>
  db.readTenant<AppRow>(ctx, APPS, [id, usesClosed(ctx)], { name: 'bizmeta_apps' });

/** What the person may do; null for everything. */
export function accessTo({ db, people }: AppReaders, ctx: Context): Promise<PersonAccess | null> {
  const query: Query = (text, values) => db.readTenant(ctx, text, values);
  return people.accessOf(ctx, query);
}

/** Which objects of an application are asked for, and whether with what may be done with each. */
interface AppScope extends InputOf<'bizmeta.app.list'> {
  /** The person also uses what is out of use. */
  readonly usesClosed?: boolean;
}

/**
 * The application for one who uses it: its menu, and its objects without what is hidden or not in
 * use unless all are asked for.
 */
function appOf(
  { nav, objects, ...head }: AppRow,
  access: PersonAccess | null,
  { describeListScope, includeProjectAuth = false, usesClosed: all = false }: AppScope = {},
): App {
  const inUse = objects.filter(mayOpen(access));
  const opened = access ? openedEntries(nav, (key) => access.opensPage(key)) : nav;
  return {
    ...head,
    objects: (describeListScope
      ? objects.filter(mayOpen(access, all))
      : shownObjects(opened, inUse)
    ).map(({ id, apiName, label, icon }) => ({
      ...{ id, apiName, label, icon },
      ...(includeProjectAuth && { ops: access?.opsOn(apiName) ?? [...RECORD_OPS] }),
    })),
    menu: menuOf(head.id, opened, inUse),
  };
}

/** Objects that a person can open; `all`: those out of use too. */
const mayOpen =
  (access: PersonAccess | null, all = false) =>
  ({ isOpen, apiName }: AppObject): boolean =>
    (all || isOpen) && (access?.opens(apiName) ?? true);

/**
 * The application as the person sees it; undefined for one they may not enter, and one in which they
 * can open nothing of what is there.
 */
function shownApp(row: AppRow, access: PersonAccess | null, scope: AppScope = {}): App | undefined {
  const app = appOf(row, access, scope);
  if (!access) return app;
  if (!access.enters(row.id)) return undefined;
  return app.menu.length > 0 || appOf(row, null).menu.length === 0 ? app : undefined;
}

/** The tenant's applications in their order, each with its menu. */
export async function listApps(readers: AppReaders, ctx: Context, scope: AppScope): Promise<App[]> {
  const access = await accessTo(readers, ctx);
  const apps = await findApps(readers.db, ctx, null);
  return apps.flatMap(
    (row) => shownApp(row, access, { ...scope, usesClosed: usesClosed(ctx) }) ?? [],
  );
}

/** Throws APP_UNKNOWN, and NO_ACCESS for an application the person may not enter. */
export async function getApp(readers: AppReaders, ctx: Context, id: string): Promise<App> {
  const access = await accessTo(readers, ctx);
  if (access && !access.enters(id)) throw new AppError('NO_ACCESS', { label: '这个应用' });
  const [row] = await findApps(readers.db, ctx, id);
  const app = row && shownApp(row, access);
  if (!app) throw new AppError('APP_UNKNOWN');
  return app;
}

const DETAIL = `SELECT o.id, o.api_name AS "apiName", o.label, o.icon, o.description, o.version,
    o.active, (SELECT count(*) FROM bizmeta.field f WHERE f.tenant_id = o.tenant_id
      AND f.object_id = o.id AND f.removed_at IS NULL) AS "fieldCount"
  FROM bizmeta.object o WHERE o.tenant_id = $1 AND o.app_id = $2::uuid AND o.deleted_at IS NULL
    AND o.parent_field IS NULL ORDER BY o.no`;
const MEMBERS = `SELECT count(*) AS n FROM upm.member WHERE tenant_id = $1 AND state = 'active'`;
type DetailObject = Omit<AppDetail['objects'][number], 'hidden'>;

/** The application as builders look after it: hidden objects and those out of use are in it. */
export async function appDetail(
  db: Database,
  ctx: Context,
  id: string,
): Promise<DataOf<'bizmeta.app.detail'>> {
  const [app] = await findApps(db, ctx, id);
  if (!app) throw new AppError('APP_UNKNOWN');
  const { nav, objects: _all, ...head } = app;
  const objects = await db.readTenant<DetailObject>(ctx, DETAIL, [ctx.tenant.id, id]);
  const [people] = await db.readTenant<{ n: number }>(ctx, MEMBERS, [ctx.tenant.id]);
  const navigation = designRows(nav, objects);
  const hidden = new Set(navigation.filter((row) => row.hidden).map((row) => row.apiName));
  const place = new Map(navigation.map((row, at) => [row.apiName, at]));
  return {
    ...head,
    objects: objects
      .map((object) => ({ ...object, hidden: hidden.has(object.apiName) }))
      .toSorted((a, b) => (place.get(a.apiName) ?? 0) - (place.get(b.apiName) ?? 0)),
    navigation,
    members: people!.n,
  };
}

/** What a change of an application begins from; its row is locked until the end. */
export interface LockedApp {
  readonly id: string;
  readonly name: string;
  readonly state: AppState;
  readonly version: number;
  readonly nav: readonly NavStored[];
}
const LOCK = `SELECT id, name, state, version, nav FROM bizmeta.app WHERE tenant_id = $1
  AND id = $2::uuid AND deleted_at IS NULL FOR UPDATE`;

/** Throws APP_UNKNOWN, and STALE_VERSION when it was changed since it was read. */
export async function lockApp(
  tx: TenantTx,
  id: string,
  version?: number | undefined,
): Promise<LockedApp> {
  const [row] = isUuid(id) ? await tx.query<LockedApp>(LOCK, [tx.tenant.id, id]) : [];
  if (!row) throw new AppError('APP_UNKNOWN');
  if (version !== undefined && version !== row.version) throw new AppError('STALE_VERSION');
  return row;
}

/** The objects of an application that are there, with the names caches know them by. */
export const objectsOf = (
  tx: TenantTx,
  appId: string,
): Promise<
  {
    id: string;
    no: number;
    api_name: string;
    label: string;
    icon: string;
    app_id: string | null;
  }[]
> =>
  tx.query(
    `SELECT id, no, api_name, label, icon, app_id FROM bizmeta.object WHERE tenant_id = $1
      AND app_id = $2::uuid AND deleted_at IS NULL AND parent_field IS NULL ORDER BY no`,
    [tx.tenant.id, appId],
  );
