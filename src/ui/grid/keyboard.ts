import type { KeyboardEvent } from 'react';
import type { Cell } from './selection.ts';

/** How far one can go: rows, columns, and rows of one page. */
export interface Bounds {
  rows: number;
  cols: number;
  page: number;
}
type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>;

/** Where a key leads from the active cell; null when it moves nothing. Ctrl goes to the edge. */
export function cellAfter(
  { key, ctrlKey, metaKey }: Key,
  at: Cell | null,
  { rows, cols, page }: Bounds,
): Cell | null {
  if (rows === 0 || cols === 0) return null;
  const far = ctrlKey || metaKey;
  const { row, col } = at ?? { row: -1, col: 0 };
  const to = (nextRow: number, nextCol: number): Cell => ({
    row: Math.min(rows - 1, Math.max(0, nextRow)),
    col: Math.min(cols - 1, Math.max(0, nextCol)),
  });
  switch (key) {
    case 'ArrowDown':
      return to(far ? rows - 1 : row + 1, col);
    case 'ArrowUp':
      return to(far ? 0 : at ? row - 1 : rows - 1, col);
    case 'ArrowLeft':
      return to(row, far ? 0 : col - 1);
    case 'ArrowRight':
      return to(row, far ? cols - 1 : at ? col + 1 : 0);
    case 'PageDown':
      return to(Math.max(row, 0) + page, col);
    case 'PageUp':
      return to(row - page, col);
    case 'Home':
      return far ? to(0, 0) : to(row, 0);
    case 'End':
      return far ? to(rows - 1, cols - 1) : to(row, cols - 1);
    default:
      return null;
  }
}
/**
 * Where Enter and Tab lead after an input was left: the next row, the next cell, around the end of
 * a row.
 */
export function cellBeside(
  at: Cell,
  step: 'down' | 'up' | 'right' | 'left',
  { rows, cols }: Bounds,
): Cell {
  switch (step) {
    case 'down':
      return { row: Math.min(rows - 1, at.row + 1), col: at.col };
    case 'up':
      return { row: Math.max(0, at.row - 1), col: at.col };
    case 'right':
      return at.col < cols - 1
        ? { row: at.row, col: at.col + 1 }
        : at.row < rows - 1
          ? { row: at.row + 1, col: 0 }
          : at;
    case 'left':
      return at.col > 0
        ? { row: at.row, col: at.col - 1 }
        : at.row > 0
          ? { row: at.row - 1, col: cols - 1 }
          : at;
  }
}
/** Keys of buttons and inputs inside the grid are theirs. */
export const isOwnKey = (event: KeyboardEvent): boolean =>
  event.target === event.currentTarget && !event.altKey;
/** A key that writes something, also the first one of an input method. */
export const isTyping = ({ key, ctrlKey, metaKey }: Key): boolean =>
  !ctrlKey && !metaKey && (key === 'Process' || [...key].length === 1);
