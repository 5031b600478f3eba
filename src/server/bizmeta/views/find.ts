import type { DataOf, InputOf, ViewGroup } from '../../../contract/index.ts';
import { AppError, type Context, type Database } from '../../kernel/index.ts';
import { isUuid } from '../fields/values.ts';
import type { People } from '../access/people.ts';
import type { Catalog, Query } from '../meta/catalog.ts';
import type { ObjectTable } from '../meta/table.ts';
import type { QueryScope } from '../query/query-scope.ts';
import { narrowed } from '../query/query-scope.ts';
import { readSort } from '../query/plan.ts';
import { readFilter } from '../query/read-filter.ts';
import { columnNamed } from '../query/related.ts';
import type { ServicePorts } from '../records/service-ports.ts';
import { hasHiddenFilter, viewNamesOf } from './names.ts';
import { isOffered, isRestricted, viewOf, type Viewer, type ViewRow } from './row.ts';
import { visible, type ViewContext } from './store.ts';

interface Readers {
  readonly people: People;
  readonly db: Database;
  readonly catalog: Catalog;
  readonly services: ServicePorts;
}
export const viewerOf = ({ session }: Context): Viewer => ({
  userId: session.userId,
  isBuilder: session.isBuilder,
});

/** The view's row if the user may see it; VIEW_UNKNOWN otherwise. */
export async function findView(
  { db, services, people }: Readers,
  ctx: Context,
  id: string,
): Promise<ViewRow> {
  const { userId, isBuilder } = viewerOf(ctx);
  const [row] = isUuid(id)
    ? await db.readTenant<ViewRow>(
        ctx,
        `${visible(services)} AND v.id = $3::uuid`,
        [userId, isBuilder, id],
        { name: 'bizmeta_view' },
      )
    : [];
  const query: Query = (text, values) => db.readTenant(ctx, text, values);
  if (!row || !isOffered(row, await people.accessOf(ctx, query)))
    throw new AppError('VIEW_UNKNOWN');
  return row;
}

/**
 * The object's views in their order, the user's own among them; and their groups. A group of views
 * the user may not see is not returned.
 */
export async function listViews(
  { tx, catalog, services, viewer, people }: ViewContext,
  { object, groupId }: InputOf<'bizmeta.customView.list'>,
): Promise<DataOf<'bizmeta.customView.list'>> {
  const { table } = await catalog.enterObject(tx, object);
  const access = (await people?.accessIn(tx)) ?? null;
  const found = await tx.query<ViewRow>(
    `${visible(services)} AND v.object_id = $3::uuid AND ($4::text IS NULL OR v.group_id::text = $4) ORDER BY v.ord, v.id`,
    [viewer.userId, viewer.isBuilder, table.describe.id, groupId ?? null],
  );
  const groups = await tx.query<ViewGroup>(
    `SELECT id, name, ord AS "order" FROM bizmeta.view_group WHERE tenant_id = $1
      AND object_id = $2::uuid ORDER BY ord, id`,
    [tx.tenant.id, table.describe.id],
  );
  const rows = found.filter((row) => isOffered(row, access));
  const used = new Set(rows.map(({ group_id: id }) => id));
  return {
    views: rows.map((row) => viewOf(row, table, viewer)),
    onlyViews: access?.viewsOf(object) !== undefined,
    groups: viewer.isBuilder ? groups : groups.filter(({ id }) => used.has(id)),
  };
}

/**
 * A list as a view shows it. One whose filter names a field its reader does not read is not opened:
 * without the condition it would be a wider list. For users who see the view restricted, fields it
 * does not show do not exist.
 */
export function queryScopeOf(row: ViewRow, whole: ObjectTable, viewer: Viewer): QueryScope {
  const { body, broken } = viewNamesOf(row.body, row.kind, whole);
  const problems: Parameters<typeof readSort>[2] = [];
  const where = readFilter(
    body.dataFilter,
    whole,
    { now: new Date(), userId: viewer.userId },
    problems,
    { columnOf: columnNamed },
  );
  if (hasHiddenFilter(row.body, whole)) throw new AppError('VIEW_HIDDEN', { name: row.name });
  if (broken || problems.length > 0) throw new AppError('VIEW_BROKEN', { name: row.name });
  const shown = body.showFields?.map(({ field }) => field);
  const table = shown && isRestricted(row, viewer) ? narrowed(whole, new Set(shown)) : whole;
  const seen = (name: string) => columnNamed(table, name) !== undefined;
  return {
    name: `view ${row.id} ${table === whole ? '' : [...table.columns.values()].map((column) => column.sql).join(' ')}`,
    table,
    where,
    sort: readSort(body.sort, whole, []),
    defaults: {
      ...(shown && { fields: shown }),
      ...(body.groupBy.length > 0 && { groupBy: body.groupBy.filter(seen) }),
      ...(body.pageSize !== null && { size: body.pageSize }),
    },
  };
}
