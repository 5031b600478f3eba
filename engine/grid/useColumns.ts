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
  /** CSS left of a frozen column; undefined for others. */
  left(id: string): string | undefined;
  /** Name of the variable that holds a column's width. */
  variable(id: string): string;
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
    const variable = (id: string) => `--w${place.get(id) ?? 0}`;
    return { columns, style: variablesOf(columns, checks, actionsWidth), variable, left: (id) => leftOf(columns, place.get(id) ?? 0, checks) };
  }, [table, given, checks, actionsWidth]);
}

function variablesOf<R>(columns: readonly GridColumn<R>[], checks: boolean, actionsWidth: number): CSSProperties {
  const widths = columns.map((column, index) => [`--w${index}`, `${column.width}px`] as const);
  const own = columns.map((_, index) => `var(--w${index})`);
  const edges = { head: checks ? [`${CHECK_WIDTH}px`] : [], tail: actionsWidth ? [`${actionsWidth}px`] : [] };
  const tracks = [...edges.head, ...own, 'minmax(0, 1fr)', ...edges.tail].join(' ');
  const width = [...edges.head, ...own, ...edges.tail].join(' + ');
  return { ...Object.fromEntries(widths), '--tracks': tracks, '--width': `calc(${width || '0px'})` } as CSSProperties;
}
function leftOf<R>(columns: readonly GridColumn<R>[], index: number, checks: boolean): string | undefined {
  if (!columns[index]?.frozen) return undefined;
  const before = columns.slice(0, index).map((_, i) => `var(--w${i})`);
  return `calc(${[`${checks ? CHECK_WIDTH : 0}px`, ...before].join(' + ')})`;
}
