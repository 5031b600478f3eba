import type { GridBand } from './band.ts';
import { recordAt } from './places.ts';
import { rangeOf, type Cursor, type Range } from './selection.ts';
import type { CellStep, CellText, GridColumn, GridEditing, GridRows, Pasted } from './types.ts';

/**
 * What copying, pasting, filling and clearing do to a range of cells. Bands in the range are passed
 * over.
 */

/** Most cells of one paste: more belongs in an import, which can be watched and stopped. */
export const PASTE_MAX_CELLS = 20_000;

/** The grid as blocks of cells see it. */
export interface CellSheet<R> {
  rows: GridRows<R | GridBand>;
  columns: readonly GridColumn<R>[];
  rowKey(row: R, index: number): string;
}

/** The key of the record at a row; null for bands and beyond the end. */
export function keyAt<R>({ rows, rowKey }: CellSheet<R>, index: number): string | null {
  const row = recordAt(rows, index);
  return row === undefined ? null : rowKey(row, index);
}
/** The row a record is in; -1 when it is not there. */
export function rowOfKey<R>(sheet: CellSheet<R>, key: string): number {
  for (let index = 0; index < sheet.rows.length; index++)
    if (keyAt(sheet, index) === key) return index;
  return -1;
}

/** The texts of a range, row by row. */
export function textsOf<R>(
  { rows, columns }: CellSheet<R>,
  { top, bottom, left, right }: Range,
): string[][] {
  const texts: string[][] = [];
  for (let index = top; index <= bottom; index++) {
    const row = recordAt(rows, index);
    if (row !== undefined)
      texts.push(columns.slice(left, right + 1).map((column) => column.text?.(row) ?? ''));
  }
  return texts;
}

/**
 * Steps that give each cell of a range a value; cells that cannot be changed are left as they are.
 */
function stepsOver<R>(
  sheet: CellSheet<R>,
  { top, bottom, left, right }: Range,
  editing: GridEditing<R>,
  valueOf: (column: string) => unknown,
): CellStep[] {
  const steps: CellStep[] = [];
  for (let index = top; index <= bottom; index++) {
    const row = recordAt(sheet.rows, index);
    if (row === undefined) continue;
    for (const { id: column } of sheet.columns.slice(left, right + 1)) {
      if (editing.can(row, column))
        steps.push({
          key: sheet.rowKey(row, index),
          column,
          value: valueOf(column),
          before: editing.value(row, column),
        });
    }
  }
  return steps;
}
export const clearSteps = <R>(
  sheet: CellSheet<R>,
  cursor: Cursor,
  editing: GridEditing<R>,
): CellStep[] => stepsOver(sheet, rangeOf(cursor), editing, () => undefined);

/**
 * Copies the first row of the range into the others; a single row gets the values of the row above.
 */
export function fillSteps<R>(
  sheet: CellSheet<R>,
  cursor: Cursor,
  editing: GridEditing<R>,
): CellStep[] {
  const range = rangeOf(cursor);
  const single = range.top === range.bottom;
  let source = single ? range.top - 1 : range.top;
  while (source > 0 && recordAt(sheet.rows, source) === undefined) source -= 1;
  const from = recordAt(sheet.rows, source);
  if (from === undefined) return [];
  return stepsOver(sheet, single ? range : { ...range, top: source + 1 }, editing, (column) =>
    editing.value(from, column),
  );
}

/** A table repeated over a range that is a whole number of times as large; itself otherwise. */
function repeated(
  table: readonly (readonly string[])[],
  { top, bottom, left, right }: Range,
): readonly (readonly string[])[] {
  const height = bottom - top + 1;
  const width = right - left + 1;
  const wide = Math.max(...table.map((row) => row.length));
  if (height % table.length !== 0 || width % wide !== 0) return table;
  return Array.from({ length: height }, (_, row) =>
    Array.from({ length: width }, (_each, col) => table[row % table.length]![col % wide] ?? ''),
  );
}

export interface PasteOverlay {
  pasted: Pasted;
  /** What it covers. */
  range: Range;
  /** Previous values of the cells, by cellName. */
  before: ReadonlyMap<string, unknown>;
}
export const cellName = ({ key, column }: { key: string; column: string }): string =>
  `${key} ${column}`;

/** A pasted table laid over the grid from the first cell of the range on. */
export function overlayPaste<R>(
  sheet: CellSheet<R>,
  cursor: Cursor,
  given: readonly (readonly string[])[],
  editing: GridEditing<R>,
): PasteOverlay {
  const target = rangeOf(cursor);
  const table = repeated(given, target);
  const over = table.reduce((sum, row) => sum + row.length, 0);
  if (over > PASTE_MAX_CELLS)
    return {
      pasted: { cells: [], beyond: [], from: 1, left: 0, over },
      range: target,
      before: new Map(),
    };
  const cells: CellText[] = [];
  const beyond: Record<string, string>[] = [];
  const before = new Map<string, unknown>();
  let left = 0;
  let index = target.top;
  for (const [at, texts] of table.entries()) {
    while (index < sheet.rows.length && recordAt(sheet.rows, index) === undefined) index += 1;
    const row = recordAt(sheet.rows, index);
    const made: Record<string, string> = {};
    for (const [col, text] of texts.entries()) {
      const column = sheet.columns[target.left + col]?.id;
      if (column === undefined) left += 1;
      else if (row === undefined) made[column] = text;
      else if (!editing.can(row, column)) left += 1;
      else {
        const cell = { key: sheet.rowKey(row, index), column, text, row: at + 1, at: col + 1 };
        cells.push(cell);
        before.set(cellName(cell), editing.value(row, column));
      }
    }
    if (row === undefined) beyond.push(made);
    index += 1;
  }
  const width = Math.max(...table.map((row) => row.length));
  const range = {
    ...target,
    bottom: Math.min(sheet.rows.length, index) - 1,
    right: Math.min(sheet.columns.length, target.left + width) - 1,
  };
  return {
    pasted: { cells, beyond, from: table.length - beyond.length + 1, left, over: 0 },
    range,
    before,
  };
}
