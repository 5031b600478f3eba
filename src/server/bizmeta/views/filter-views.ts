import { v7 as uuidv7 } from 'uuid';
import {
  MAX_FILTER_VIEWS,
  problem,
  type DataOf,
  type FilterNode,
  type InputOf,
  type Problem,
} from '../../../contract/index.ts';
import { AppError, problemsError } from '../../kernel/index.ts';
import { isUuid } from '../fields/values.ts';
import type { ObjectTable } from '../meta/table.ts';
import { readFilter } from '../query/read-filter.ts';
import { columnNamed } from '../query/related.ts';
import { checkName } from './check.ts';
import { idOf, nameById, renameFilter } from './names.ts';
import { lockView, type ViewContext } from './store.ts';

type FilterView = DataOf<'bizmeta.filterView.create'>;
interface Row {
  id: string;
  object: string;
  view_id: string | null;
  name: string;
  filter: FilterNode | null;
  pinned: boolean;
  ord: number;
  version: number;
}

const SELECT = `SELECT f.id, o.api_name AS object, f.view_id, f.name, f.filter, f.pinned, f.ord,
  f.version FROM bizmeta.filter_view f JOIN bizmeta.object o ON o.tenant_id = f.tenant_id
  AND o.id = f.object_id
  WHERE f.tenant_id = $1 AND f.owner = $2 AND o.deleted_at IS NULL`;

/** Conditions on removed fields are left out: a saved filter is only a convenience. */
const answer = (row: Row, table: ObjectTable): FilterView => ({
  id: row.id,
  object: row.object,
  viewId: row.view_id,
  name: row.name,
  filter: renameFilter(row.filter, nameById(table)).filter,
  pinned: row.pinned,
  order: row.ord,
  version: row.version,
});

function check(
  { viewer }: ViewContext,
  table: ObjectTable,
  name: string | undefined,
  filter: FilterNode | undefined,
): void {
  const problems: Problem[] = [];
  if (name !== undefined) checkName(name, '筛选名称', '/name', problems);
  readFilter(filter, table, { now: new Date(), userId: viewer.userId }, problems, {
    columnOf: columnNamed,
  });
  if (problems.length > 0) throw problemsError(problems);
}
const byIds = (filter: FilterNode, table: ObjectTable): string =>
  JSON.stringify(renameFilter(filter, (name) => idOf(table, name)).filter);

/**
 * The user's own filters of an object, in their order: those of one view, or those of the object
 * itself, as requested.
 */
export async function listFilters(
  { tx, catalog, viewer }: ViewContext,
  { object, viewId }: InputOf<'bizmeta.filterView.list'>,
): Promise<FilterView[]> {
  const { table } = await catalog.enterObject(tx, object);
  const rows = await tx.query<Row>(
    `${SELECT} AND f.object_id = $3::uuid AND ($4 OR f.view_id IS NOT DISTINCT FROM $5::uuid)
      ORDER BY f.pinned DESC, f.ord, f.id`,
    [
      tx.tenant.id,
      viewer.userId,
      table.describe.id,
      viewId === undefined,
      isUuid(viewId) ? viewId : null,
    ],
  );
  return rows.map((row) => answer(row, table));
}

async function lockFilter({ tx, viewer }: ViewContext, id: string): Promise<Row> {
  const [row] = isUuid(id)
    ? await tx.query<Row>(`${SELECT} AND f.id = $3::uuid FOR UPDATE OF f`, [
        tx.tenant.id,
        viewer.userId,
        id,
      ])
    : [];
  if (!row) throw new AppError('FILTER_VIEW_UNKNOWN');
  return row;
}

export async function createFilter(
  viewing: ViewContext,
  { object, viewId, name, filter, pinned }: InputOf<'bizmeta.filterView.create'>,
): Promise<FilterView> {
  const { tx, catalog, viewer } = viewing;
  const { table } = await catalog.enterObject(tx, object);
  check(viewing, table, name, filter);
  if (viewId) await lockView(viewing, viewId);
  const id = uuidv7();
  const [many] = await tx.query<{ n: number }>(
    `SELECT count(*) AS n FROM bizmeta.filter_view WHERE tenant_id = $1 AND owner = $2
      AND object_id = $3::uuid`,
    [tx.tenant.id, viewer.userId, table.describe.id],
  );
  if (many!.n >= MAX_FILTER_VIEWS)
    throw problemsError([problem('', 'TOO_MANY', { max: MAX_FILTER_VIEWS, count: many!.n + 1 })]);
  await tx.run(
    `INSERT INTO bizmeta.filter_view (tenant_id, id, object_id, view_id, owner, name, filter,
    pinned, ord)
    SELECT $1, $2::uuid, $3::uuid, $4::uuid, $5, $6, $7::json, $8, coalesce(max(ord), 0) + 1
      FROM bizmeta.filter_view WHERE tenant_id = $1 AND owner = $5 AND object_id = $3::uuid`,
    [
      tx.tenant.id,
      id,
      table.describe.id,
      viewId ?? null,
      viewer.userId,
      name.trim(),
      byIds(filter, table),
      pinned ?? false,
    ],
  );
  return answer(await lockFilter(viewing, id), table);
}

export async function updateFilter(
  viewing: ViewContext,
  { id, version, name, filter, pinned }: InputOf<'bizmeta.filterView.update'>,
): Promise<FilterView> {
  const row = await lockFilter(viewing, id);
  const { table } = await viewing.catalog.enterObject(viewing.tx, row.object);
  if (version !== row.version)
    throw new AppError(
      'STALE_VERSION',
      {},
      { errors: [problem('/version', 'STALE_VERSION')], current: answer(row, table) },
    );
  check(viewing, table, name, filter);
  await viewing.tx.run(
    `UPDATE bizmeta.filter_view
      SET name = coalesce($3, name), filter = coalesce($4::json, filter), pinned = coalesce($5,
      pinned), version = version + 1 WHERE tenant_id = $1 AND id = $2::uuid`,
    [
      viewing.tx.tenant.id,
      row.id,
      name?.trim() ?? null,
      filter ? byIds(filter, table) : null,
      pinned ?? null,
    ],
  );
  return answer(await lockFilter(viewing, id), table);
}

export async function deleteFilter(viewing: ViewContext, id: string): Promise<null> {
  const row = await lockFilter(viewing, id);
  await viewing.tx.run(`DELETE FROM bizmeta.filter_view WHERE tenant_id = $1 AND id = $2::uuid`, [
    viewing.tx.tenant.id,
    row.id,
  ]);
  return null;
}
