import type { CustomView, ShowField, ViewPatch } from '../../src/contract/index.ts';
import type { ListModel } from '../../src/runtime/models/index.ts';
import type { ColumnLayout } from '../../src/view/index.ts';

/**
 * The columns as the table shows them now: what the person did not change is as the view has it.
 */
function columnsNow(view: CustomView | null, layout: ColumnLayout): ShowField[] {
  const base = new Map(view?.showFields?.map((column) => [column.field, column]));
  return layout.shown.map((field) => {
    const was = base.get(field);
    const [width, frozen, sum] = [
      layout.width(field) ?? was?.width,
      layout.pin(field) ?? was?.frozen,
      layout.sums[field],
    ];
    const agg = sum === undefined ? was?.agg : (sum ?? undefined);
    return {
      field,
      ...(width !== undefined && { width }),
      ...(frozen !== undefined && { frozen }),
      ...(agg && { agg }),
    };
  });
}

const keyOf = (columns: readonly ShowField[] | null | undefined): string =>
  JSON.stringify(
    columns?.map(({ field, width, frozen, agg }) => [
      field,
      width ?? null,
      frozen ?? null,
      agg ?? null,
    ]) ?? null,
  );

/**
 * What a save would change of the view. Columns of the list by itself are the person's own and no
 * view's.
 */
export function patchOf(list: ListModel, layout: ColumnLayout): ViewPatch {
  const { view } = list;
  const columns =
    layout.shown.length > 0 && (layout.changed || Object.keys(layout.sums).length > 0)
      ? columnsNow(view, layout)
      : null;
  const density =
    view && layout.density !== (view.rowHeight ?? 'comfortable') ? layout.density : null;
  return {
    ...list.viewChanges,
    ...(view && columns && keyOf(columns) !== keyOf(view.showFields) && { showFields: columns }),
    ...(density && { rowHeight: density }),
  } as ViewPatch;
}

/** Everything a new view begins with: what the list shows now. */
export function allSettingsOf(list: ListModel, layout: ColumnLayout): ViewPatch {
  const { view } = list;
  return {
    kind: view?.kind ?? 'grid',
    kindConfig: view?.kindConfig ?? {},
    scope: 'personal',
    dataFilter: list.view?.restricted ? null : list.filter,
    sort: [...list.sort],
    groupBy: [...list.groupBy],
    rowHeight: layout.density,
    ...(layout.shown.length > 0 && { showFields: columnsNow(list.view, layout) }),
  } as ViewPatch;
}
