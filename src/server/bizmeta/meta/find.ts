import type { DataOf, InputOf, ObjectDescribe } from '../../../contract/index.ts';
import {
  AppError,
  likeText,
  type Database,
  type QueryOptions,
  type Scope,
  type Values,
} from '../../kernel/index.ts';
import { isOpenSql, requireOpen, usesClosed } from './open-object.ts';
import { describeOf, loadOne } from './store.ts';

/** Rows of one reading statement, in a transaction or by itself. */
export type Query = <R extends object>(
  text: string,
  values?: Values,
  options?: QueryOptions,
) => Promise<R[]>;
export const queryOf =
  (db: Database, scope: Scope): Query =>
  (text, values, options) =>
    db.readTenant(scope, text, values, options);

/** The current describe; throws OBJECT_UNKNOWN, and OBJECT_CLOSED to who may not use it. */
export async function findDescribe(
  query: Query,
  apiName: string,
  asker: Pick<Scope, 'session'> = {},
): Promise<ObjectDescribe> {
  const found = await loadOne(query, { apiName });
  if (!found) throw new AppError('OBJECT_UNKNOWN', { name: apiName.slice(0, 60) });
  requireOpen(asker, { isOpen: found.row.is_open, label: found.row.label });
  return describeOf(found.row, found.secret, found.below);
}

const LIST = `SELECT o.id, o.api_name AS "apiName", o.label, o.description, o.icon,
    o.app_id AS "appId", coalesce(a.name, '') AS "appName", o.version,
    (SELECT count(*) FROM bizmeta.field f WHERE f.tenant_id = o.tenant_id AND f.object_id = o.id
      AND f.removed_at IS NULL) AS "fieldCount", o.active, o.updated_at AS "updatedAt"
  FROM bizmeta.object o LEFT JOIN bizmeta.app a ON a.tenant_id = o.tenant_id AND a.id = o.app_id
  WHERE o.deleted_at IS NULL AND o.parent_field IS NULL AND ($3 OR ${isOpenSql('o')})
    AND ($1::text IS NULL OR o.app_id::text = $1)
    AND ($2::text IS NULL OR o.label ILIKE $2 OR o.api_name ILIKE $2)
  ORDER BY a.ord NULLS LAST, o.no`;

type Row = DataOf<'bizmeta.describe.list'>[number] & { updatedAt: Date | string };

/** The tenant's objects a person may use, by app and in the order they were made. */
export async function listDescribes(
  db: Database,
  scope: Scope,
  { appId, name }: InputOf<'bizmeta.describe.list'>,
): Promise<DataOf<'bizmeta.describe.list'>> {
  const rows = await db.readTenant<Row>(scope, LIST, [
    appId ?? null,
    name ? `%${likeText(name)}%` : null,
    usesClosed(scope),
  ]);
  return rows.map((row) => ({ ...row, updatedAt: new Date(row.updatedAt).toISOString() }));
}
