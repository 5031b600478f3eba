import type { KeyboardEvent } from 'react';
import type { Cell } from './selection.ts';

/** How far one can go: rows, columns, and rows of one page. */
export interface Bounds {
  rows: number;
  cols: number;
  page: number;
}
type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>;

interface From extends Cell, Bounds {
  /** Ctrl: to the edge. */
  far: boolean;
  /** A cell is active. */
  active: boolean;
}
/** Row and column a key leads to, before they are limited to the grid. */
const MOVES: Readonly<Record<string, (from: From) => readonly [row: number, col: number]>> = {
  ArrowDown: ({ far, rows, row, col }) => [far ? rows - 1 : row + 1, col],
  ArrowUp: ({ far, active, rows, row, col }) => [far ? 0 : active ? row - 1 : rows - 1, col],
  ArrowLeft: ({ far, row, col }) => [row, far ? 0 : col - 1],
  ArrowRight: ({ far, active, cols, row, col }) => [row, far ? cols - 1 : active ? col + 1 : 0],
  PageDown: ({ page, row, col }) => [Math.max(row, 0) + page, col],
  PageUp: ({ page, row, col }) => [row - page, col],
  Home: ({ far, row }) => (far ? [0, 0] : [row, 0]),
  End: ({ far, rows, cols, row }) => (far ? [rows - 1, cols - 1] : [row, cols - 1]),
};
/** Where a key leads from the active cell; null when it moves nothing. Ctrl goes to the edge. */
export function cellAfter(
  { key, ctrlKey, metaKey }: Key,
  at: Cell | null,
  bounds: Bounds,
): Cell | null {
  const move = MOVES[key];
  if (!move || bounds.rows === 0 || bounds.cols === 0) return null;
  const [row, col] = move({
    ...(at ?? { row: -1, col: 0 }),
    ...bounds,
    far: ctrlKey || metaKey,
    active: at !== null,
  });
  return {
    row: Math.min(bounds.rows - 1, Math.max(0, row)),
    col: Math.min(bounds.cols - 1, Math.max(0, col)),
  };
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
/** The focus is in the grid itself, not in something within it. */
export const isGridFocus = (target: Element): boolean =>
  target.matches('[role="grid"], [data-forwards]');
/** Code of a key that goes to an input method. */
const COMPOSED = 229;
/** A key of an input method, also the one that ends it (Safari says so by its code alone). */
export const isComposed = ({ nativeEvent, keyCode }: KeyboardEvent): boolean =>
  nativeEvent.isComposing || keyCode === COMPOSED;
/** A key that writes something. */
export const isTyping = ({ key, ctrlKey, metaKey }: Key): boolean =>
  !ctrlKey && !metaKey && [...key].length === 1;
