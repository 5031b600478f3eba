import { GridBand } from './band.ts';
import type { PositionedColumns } from './columns.ts';
import type { Cell } from './selection.ts';
import type { GridRows } from './types.ts';

/**
 * From elements to places and back, asked when something happens to them: cells carry no handlers
 * and no numbers of their own.
 */

/** The number of the row an element is in; -1 outside. `offset`: records before the first row. */
export function rowOfElement(target: Element | null, offset: number): number {
  const row = target?.closest('[role="row"][aria-rowindex]');
  return row ? Number(row.getAttribute('aria-rowindex')) - 2 - offset : -1;
}
/**
 * The cell an element is in; null for check boxes, buttons of the row and elements outside. For a
 * band, its first column.
 */
export function cellOfElement<R>(
  target: Element | null,
  laid: PositionedColumns<R>,
  from: number,
  offset: number,
): Cell | null {
  const element = target?.closest<HTMLElement>('[role="gridcell"]');
  const row = rowOfElement(element ?? null, offset);
  if (!element || row < 0 || element.dataset['own'] !== undefined) return null;
  if (element.hasAttribute('aria-colspan')) return { row, col: 0 };
  let place = -laid.before;
  for (let before = element.previousElementSibling; before; before = before.previousElementSibling)
    if (before.getAttribute('role') === 'gridcell') place++;
  if (place < 0) return null;
  return { row, col: place < laid.frozen ? place : place - laid.frozen + from };
}
/** The record at a row; undefined for bands and beyond the end. */
export function recordAt<R>(rows: GridRows<R | GridBand>, index: number): R | undefined {
  const row = index < 0 ? undefined : rows.at(index);
  return row instanceof GridBand ? undefined : row;
}
export function bandAt<R>(rows: GridRows<R | GridBand>, index: number): GridBand | undefined {
  const row = index < 0 ? undefined : rows.at(index);
  return row instanceof GridBand ? row : undefined;
}
