import {
  AppError,
  idempotent,
  type Context,
  type JsonText,
  type Routes,
} from '../../kernel/index.ts';
import type { InputOf } from '../../../contract/index.ts';
import type { People } from '../access/people.ts';
import { listRecords, type ListReadObserver, type Readers } from '../records/read.ts';
import { createFilter, deleteFilter, listFilters, updateFilter } from './filter-views.ts';
import { findView, queryScopeOf, listViews, viewerOf } from './find.ts';
import { deleteGroup, saveGroup } from './groups.ts';
import { reorder } from './order.ts';
import { createView, deleteView, patchView } from './save.ts';
import { answerView, type ViewContext } from './store.ts';

interface ViewReaders extends Readers {
  readonly people: People;
}
interface ViewParts extends ViewReaders {
  /** Notified of changes of views. */
  readonly lists?: ListReadObserver & { changed(scope: Context): void };
}

/** A change of views, which may need other indexes. */
const onViewChange = <T>(
  parts: ViewParts,
  ctx: Context,
  work: (inViewContext: ViewContext) => Promise<T>,
): Promise<T> =>
  viewing(parts, ctx, (v) => {
    v.tx.afterCommit(() => parts.lists?.changed(ctx));
    return work(v);
  });

/** Work with views in one transaction of the user. */
const viewing = <T>(
  { db, catalog, services, people }: ViewReaders,
  ctx: Context,
  work: (viewing: ViewContext) => Promise<T>,
): Promise<T> =>
  db.withTenant(ctx, (tx) => work({ tx, catalog, services, people, viewer: viewerOf(ctx) }));

/** A personal view is ordered by its owner; the others by builders. */
const SORTABLE_VIEWS = `v.deleted_at IS NULL AND CASE WHEN v.scope = 'personal' THEN v.owner = $4 ELSE `;

async function sortRows(
  { tx, catalog, viewer }: ViewContext,
  table: Parameters<typeof reorder>[1],
  mine: string,
  { object, ids }: { object: string; ids: readonly string[] },
): Promise<null> {
  const {
    table: { describe },
  } = await catalog.enterObject(tx, object);
  return reorder(tx, table, mine, describe.id, ids, viewer.userId);
}

export function viewRoutes(routes: Routes, parts: ViewParts): void {
  routes.route('bizmeta.customView.list', (input, ctx) =>
    viewing(parts, ctx, (v) => listViews(v, input)),
  );
  routes.route('bizmeta.customView.detail', ({ id }, ctx) =>
    viewing(parts, ctx, (v) => answerView(v, id)),
  );
  routes.route('bizmeta.customView.create', (input, ctx) =>
    onViewChange(parts, ctx, (v) =>
      idempotent(v.tx, ctx, 'bizmeta.customView.create', input, () => createView(v, input)),
    ),
  );
  for (const id of [
    'update',
    'updateName',
    'updateLayout',
    'updateShowFields',
    'updateDataFilter',
    'updateGroups',
  ] as const) {
    routes.route(`bizmeta.customView.${id}`, (input, ctx) =>
      onViewChange(parts, ctx, (v) => patchView(v, input)),
    );
  }
  routes.route('bizmeta.customView.delete', (input, ctx) =>
    onViewChange(parts, ctx, (v) => deleteView(v, input)),
  );
  routes.route('bizmeta.customView.sort', (input, ctx) =>
    viewing(parts, ctx, (v) =>
      sortRows(v, 'bizmeta.custom_view', `${SORTABLE_VIEWS}${v.viewer.isBuilder} END`, input),
    ),
  );
  routes.route('bizmeta.customView.saveGroup', (input, ctx) =>
    viewing(parts, ctx, (v) => saveGroup(v, input)),
  );
  routes.route('bizmeta.customView.deleteGroup', ({ id }, ctx) =>
    viewing(parts, ctx, (v) => deleteGroup(v, id)),
  );
  routes.route('bizmeta.customView.sortGroups', (input, ctx) =>
    viewing(parts, ctx, (v) => sortRows(v, 'bizmeta.view_group', 'true', input)),
  );
  filterRoutes(routes, parts);
}

function filterRoutes(routes: Routes, parts: ViewReaders): void {
  routes.route('bizmeta.filterView.list', (input, ctx) =>
    viewing(parts, ctx, (v) => listFilters(v, input)),
  );
  routes.route('bizmeta.filterView.create', (input, ctx) =>
    viewing(parts, ctx, (v) =>
      idempotent(v.tx, ctx, 'bizmeta.filterView.create', input, () => createFilter(v, input)),
    ),
  );
  routes.route('bizmeta.filterView.update', (input, ctx) =>
    viewing(parts, ctx, (v) => updateFilter(v, input)),
  );
  routes.route('bizmeta.filterView.delete', ({ id }, ctx) =>
    viewing(parts, ctx, (v) => deleteFilter(v, id)),
  );
  routes.route('bizmeta.filterView.sort', (input, ctx) =>
    viewing(parts, ctx, (v) => sortRows(v, 'bizmeta.filter_view', 'v.owner = $4', input)),
  );
}

/** A list, through a view when it names one. */
export async function listThroughView(
  parts: ViewReaders,
  { viewId, ...input }: InputOf<'bizmeta.record.list'>,
  ctx: Context,
): Promise<JsonText> {
  if (viewId === undefined || viewId === null) return listRecords(parts, input, ctx);
  const row = await findView(parts, ctx, viewId);
  if (row.object !== input.object) throw new AppError('VIEW_UNKNOWN');
  return listRecords(parts, input, ctx, (whole) => queryScopeOf(row, whole, viewerOf(ctx)));
}
