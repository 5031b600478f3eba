/**
 * Cells by number: rows from the top, columns from the left as on the screen. Check boxes and
 * buttons are no cells.
 */
export interface Cell {
  row: number;
  col: number;
}
/** Where one is, and where the range began; both the same while it is one cell. */
export interface Cursor {
  at: Cell;
  from: Cell;
}
export interface Range {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

export const atCell = (at: Cell): Cursor => ({ at, from: at });
const sameCell = (a: Cell, b: Cell): boolean => a.row === b.row && a.col === b.col;
export const rangeOf = ({ at, from }: Cursor): Range => ({
  top: Math.min(at.row, from.row),
  bottom: Math.max(at.row, from.row),
  left: Math.min(at.col, from.col),
  right: Math.max(at.col, from.col),
});
export const isWide = ({ at, from }: Cursor): boolean => !sameCell(at, from);

/** The cursor after rows or columns went away; null when nothing is left. */
export function inBounds(cursor: Cursor | null, rows: number, cols: number): Cursor | null {
  if (!cursor || rows === 0 || cols === 0) return null;
  const clip = ({ row, col }: Cell): Cell => ({
    row: Math.min(row, rows - 1),
    col: Math.min(col, cols - 1),
  });
  const { at, from } = cursor;
  return at.row < rows && from.row < rows && at.col < cols && from.col < cols
    ? cursor
    : { at: clip(at), from: clip(from) };
}

/** What of a row is selected: columns `left` to `right`, the active cell at `at` (or -1). */
export interface RowMark {
  left: number;
  right: number;
  at: number;
  wide: boolean;
}
/** As a text, so that memoised rows compare it cheaply; undefined for rows outside. */
export function markOf(cursor: Cursor | null, row: number): string | undefined {
  if (!cursor) return undefined;
  const { top, bottom, left, right } = rangeOf(cursor);
  return row < top || row > bottom
    ? undefined
    : `${left} ${right} ${row === cursor.at.row ? cursor.at.col : -1} ${isWide(cursor) ? 1 : 0}`;
}
export function readMark(mark: string): RowMark {
  const [left = 0, right = 0, at = -1, wide = 0] = mark.split(' ').map(Number);
  return { left, right, at, wide: wide === 1 };
}
