import { useMemo } from 'react';
import type { CSSProperties } from 'react';
import { CHECK_WIDTH, type GridColumn } from './types.ts';
import styles from './grid.module.css';

/** Columns in their places on the screen. */
export interface PositionedColumns<R> {
  /** In their order on the screen: frozen first. */
  columns: readonly GridColumn<R>[];
  /** How many of them are frozen. */
  frozen: number;
  /** Columns before the first one that screen readers count too: the check boxes. */
  before: number;
  /** Left edge of each column and the right edge of the last, in pixels, when nothing grows. */
  edges: readonly number[];
  /** CSS variables of the grid: a dragged width changes one of them and renders nothing. */
  style: CSSProperties;
  /**
   * Place and width of each column's cells, and their class; the same objects every time, so that
   * React need not compare them.
   */
  cells: readonly CSSProperties[];
  classes: readonly (string | undefined)[];
}

/** Names of the variables that hold the width of the column at a place, and whether it grows. */
export const variablesAt = (place: number): readonly [width: string, grows: string] => [
  `--w${place}`,
  `--g${place}`,
];

/** Places columns: frozen edge, widths. */
export function positionColumns<R>(
  given: readonly GridColumn<R>[],
  checks: boolean,
  actionsWidth: number,
): PositionedColumns<R> {
  const start = given.filter((column) => column.frozen);
  const columns =
    start.length > 0 ? [...start, ...given.filter((column) => !column.frozen)] : given;
  const edges = [checks ? CHECK_WIDTH : 0];
  for (const column of columns) edges.push(edges.at(-1)! + column.width);
  return {
    columns,
    frozen: start.length,
    before: checks ? 1 : 0,
    edges,
    style: variablesOf(columns, checks, actionsWidth),
    cells: columns.map((column, place) =>
      cellStyle(column, place, columns[place + 1]?.frozen === true, checks),
    ),
    classes: columns.map(classOf),
  };
}
export function useColumns<R>(
  given: readonly GridColumn<R>[],
  checks: boolean,
  actionsWidth: number,
): PositionedColumns<R> {
  return useMemo(() => positionColumns(given, checks, actionsWidth), [given, checks, actionsWidth]);
}

function classOf<R>(column: GridColumn<R>): string | undefined {
  if (column.frozen) return column.align === 'right' ? styles.frozenRight : styles.frozen;
  return column.align === 'right' ? styles.right : styles.cell;
}
const sumOf = (first: string, count: number): string =>
  `calc(${[first, ...Array.from({ length: count }, (_, place) => `var(--w${place})`)].join(' + ')})`;
function variablesOf<R>(
  columns: readonly GridColumn<R>[],
  checks: boolean,
  actionsWidth: number,
): CSSProperties {
  const widths = Object.fromEntries(
    columns.map((column, place) => [`--w${place}`, `${column.width}px`]),
  );
  return {
    ...widths,
    '--actions': `${actionsWidth}px`,
    '--width': sumOf(`${(checks ? CHECK_WIDTH : 0) + actionsWidth}px`, columns.length),
  } as CSSProperties;
}
/**
 * A growing column starts from its width and shares what is left; --g<n> is 0 while it is dragged.
 */
function cellStyle<R>(
  column: GridColumn<R>,
  place: number,
  frozenNext: boolean,
  checks: boolean,
): CSSProperties {
  const grows = column.grow === true && !(column.frozen && frozenNext);
  return {
    width: `var(--w${place})`,
    ...(grows && { flexGrow: `var(--g${place}, 1)` as unknown as number }),
    ...(column.frozen && { left: sumOf(`${checks ? CHECK_WIDTH : 0}px`, place) }),
  };
}
