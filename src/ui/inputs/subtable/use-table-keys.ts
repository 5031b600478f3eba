import type { KeyboardEvent, RefObject } from 'react';
import { isGridFocus, type GridHandle } from '../../grid/index.ts';
import type { OwnedField, OwnedRecord } from '../../../runtime/models/index.ts';
import type { TableEdits } from './history.ts';

interface Given {
  field: OwnedField;
  edits: TableEdits;
  grid: RefObject<GridHandle | null>;
  selection: ReadonlySet<string>;
  most: number;
  locked: boolean;
  /** Name of the first column, and the place of the last one that is typed in. */
  first: string;
  last: number;
}
/** A row's values without what makes it that row. */
function copyOf(row: OwnedRecord): Record<string, unknown> {
  const { id: _, ...values } = row.values();
  return values;
}
/** After React drew the rows as they are now. */
const later = (run: () => void): void => void setTimeout(run, 0);

/** What can be done to rows, by buttons and by keys. */
function rowActions({
  field,
  edits,
  grid,
  selection,
  most,
  first,
}: Omit<Given, 'locked' | 'last'>) {
  const active = (): number => grid.current?.at()?.row ?? -1;
  const column = (): number | string => grid.current?.at()?.col ?? first;
  const chosen = (): OwnedRecord[] => {
    const ticked = field.rows.filter((row) => selection.has(row.key));
    const row = field.rows[active()];
    return ticked.length > 0 ? ticked : row ? [row] : [];
  };
  const room = (): number => most - field.rows.length;
  const goTo = (row: number, to: number | string): void =>
    later(() => grid.current?.go(Math.min(row, field.rows.length - 1), to));
  const insertAt = (
    at: number,
    rows: readonly Record<string, unknown>[],
    to: number | string = first,
  ): number => {
    if (room() < rows.length || rows.length === 0) return -1;
    const place = edits.insert(at, rows);
    goTo(place, to);
    return place;
  };
  const acts = {
    add: () => insertAt(field.rows.length, [{}]),
    insert: () => {
      insertAt(Math.max(0, active()), [{}], column());
    },
    duplicate: () => {
      const rows = chosen();
      const last = rows.at(-1);
      if (last) insertAt(field.rows.indexOf(last) + 1, rows.map(copyOf));
    },
    remove: () => {
      const at = active();
      const to = column();
      edits.remove(chosen());
      if (field.rows.length > 0) goTo(Math.max(0, at), to);
    },
    move: (by: 1 | -1) => {
      const at = active();
      const to = column();
      if (at >= 0 && at + by >= 0 && at + by < field.rows.length) {
        edits.move(at, at + by);
        goTo(at + by, to);
      }
    },
  };
  return { room, insertAt, acts };
}
type RowActs = ReturnType<typeof rowActions>['acts'];

/** Tab leaves the input of the last cell: another row is added to go on in. */
function leavesEnd(
  { key, shiftKey, target }: KeyboardEvent,
  grid: GridHandle | null,
  field: OwnedField,
  last: number,
): boolean {
  const at = grid?.at();
  return (
    key === 'Tab' &&
    !shiftKey &&
    at?.row === field.rows.length - 1 &&
    at.col >= last &&
    target instanceof Element &&
    target.closest('[role="grid"] ~ *') !== null
  );
}
function runAltKey(acts: RowActs, key: string): boolean {
  switch (key) {
    case 'Enter':
      acts.insert();
      return true;
    case 'd':
    case 'D':
      acts.duplicate();
      return true;
    case 'Delete':
    case 'Backspace':
      acts.remove();
      return true;
    case 'ArrowUp':
      acts.move(-1);
      return true;
    case 'ArrowDown':
      acts.move(1);
      return true;
    default:
      return false;
  }
}
function runHistoryKey(edits: TableEdits, { key, shiftKey }: KeyboardEvent): boolean {
  if (key === 'z' || key === 'Z') {
    if (shiftKey) edits.redo();
    else edits.undo();
    return true;
  }
  if (key === 'y') {
    edits.redo();
    return true;
  }
  return false;
}

/** Does what a key is bound to; false for a key that is bound to nothing. */
function runKey(acts: RowActs, edits: TableEdits, event: KeyboardEvent): boolean {
  if (event.altKey) return runAltKey(acts, event.key);
  return (event.ctrlKey || event.metaKey) && runHistoryKey(edits, event);
}

/**
 * The actions of rows and their keys: Alt+Enter inserts, Alt+D copies, Alt+Delete
 * takes out, Alt+↑ and Alt+↓ move, Ctrl+Z and Ctrl+Y step back and forth; Tab in the last cell adds
 * a row.
 */
export function useTableKeys({ field, edits, grid, selection, most, locked, first, last }: Given) {
  const { room, insertAt, acts } = rowActions({ field, edits, grid, selection, most, first });
  const onKeys = (event: KeyboardEvent): void => {
    if (locked || !(event.target instanceof Element)) return;
    const inGrid = isGridFocus(event.target);
    if (inGrid && runKey(acts, edits, event)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    if (!inGrid && leavesEnd(event, grid.current, field, last) && room() > 0)
      later(() => insertAt(field.rows.length, [{}]));
  };
  return { ...acts, onKeys };
}
