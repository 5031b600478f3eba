import { columnOrderingFeature, columnPinningFeature, columnSizingFeature, tableFeatures, useTable } from '@tanstack/react-table';
import { useMemo } from 'react';
import type { CSSProperties } from 'react';
import { CHECK_WIDTH, type GridColumn } from './types.ts';

const features = tableFeatures({ columnOrderingFeature, columnPinningFeature, columnSizingFeature });
/** TanStack Table keeps the columns only: rows are drawn straight from the array, so that 10,000 of them cost nothing up front. */
const NO_ROWS: never[] = [];

export interface Laid<R> {
  /** In the order they stand on screen: frozen first. */
  columns: readonly GridColumn<R>[];
  /** CSS variables of the grid: a dragged width changes one of them and renders nothing. */
  style: CSSProperties;
  /** Place and width of a column's cells; the same object every time, so that React need not compare it. */
  cell(id: string): CSSProperties | undefined;
  /** Names of the variables that hold a column's width, and whether it grows. */
  variables(id: string): [width: string, grows: string];
}

/** Places columns: order, frozen edge, widths. */
export function useColumns<R>(given: readonly GridColumn<R>[], checks: boolean, actionsWidth: number): Laid<R> {
  const options = useMemo(() => ({
    features,
    data: NO_ROWS,
    columns: given.map((column) => ({ id: column.id, accessorFn: () => undefined, header: column.title })),
    state: {
      columnOrder: given.map((column) => column.id),
      columnPinning: { start: given.filter((column) => column.frozen).map((column) => column.id), end: [] },
      columnSizing: Object.fromEntries(given.map((column) => [column.id, column.width])),
    },
  }), [given]);
  const table = useTable(options);
  return useMemo(() => {
    const byId = new Map(given.map((column) => [column.id, column]));
    const start = table.getStartLeafColumns();
    const leaves = [...start, ...table.getCenterLeafColumns()];
    const columns = leaves.flatMap((leaf) => byId.get(leaf.id) ?? []);
    const place = new Map(columns.map((column, index) => [column.id, index]));
    const variables = (id: string): [string, string] => [`--w${place.get(id) ?? 0}`, `--g${place.get(id) ?? 0}`];
    const cells = new Map(columns.map((column, index) => [column.id, cellStyle(columns, index, checks)]));
    return { columns, style: variablesOf(columns, checks, actionsWidth), variables, cell: (id) => cells.get(id) };
  }, [table, given, checks, actionsWidth]);
}

function variablesOf<R>(columns: readonly GridColumn<R>[], checks: boolean, actionsWidth: number): CSSProperties {
  const widths = Object.fromEntries(columns.map((column, index) => [`--w${index}`, `${column.width}px`]));
  const total = [`${(checks ? CHECK_WIDTH : 0) + actionsWidth}px`, ...columns.map((_, index) => `var(--w${index})`)].join(' + ');
  return { ...widths, '--actions': `${actionsWidth}px`, '--width': `calc(${total})` } as CSSProperties;
}
/** A growing column starts from its width and shares what is left; --g<n> is 0 while it is dragged. */
function cellStyle<R>(columns: readonly GridColumn<R>[], index: number, checks: boolean): CSSProperties {
  const column = columns[index];
  const grows = column?.grow === true && !(column.frozen && columns[index + 1]?.frozen);
  const before = columns.slice(0, index).map((_, i) => `var(--w${i})`);
  return {
    width: `var(--w${index})`,
    ...(grows && { flexGrow: `var(--g${index}, 1)` as unknown as number }),
    ...(column?.frozen && { left: `calc(${[`${checks ? CHECK_WIDTH : 0}px`, ...before].join(' + ')})` }),
  };
}
