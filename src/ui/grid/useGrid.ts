import { useEffect, useId, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import type { FocusEvent } from 'react';
import { keyAt, rowOfKey, type CellSheet } from './blocks.ts';
import { useColumns, type PositionedColumns } from './columns.ts';
import type { Bounds } from './keyboard.ts';
import { recordAt } from './places.ts';
import { atCell, inBounds, type Cell, type Cursor } from './selection.ts';
import { HEADER_HEIGHT, type VirtualGridProps } from './types.ts';
import { useChecks } from './useChecks.ts';
import { useEditing, type Editing } from './useEditing.tsx';
import { useLeaving } from './useLeaving.ts';
import { useWindow, type GridWindow } from './window.ts';

const DEFAULT_ACTIONS_WIDTH = 120;

/** Where columns and rows are, before anything is known of a cursor. */
interface Position<R> {
  positioned: PositionedColumns<R>;
  view: GridWindow;
  bounds: Bounds;
  sheet: CellSheet<R>;
  /** Columns go under those of the actions: a line says that there is more. */
  covers: boolean;
}
/** A grid at work: its position, the active cell and what can be done there. */
export interface Grid<R> extends Position<R> {
  props: VirtualGridProps<R>;
  cursor: Cursor | null;
  /** Id of the element of the active cell. */
  cellId: string;
  checks: ReturnType<typeof useChecks>;
  editing: Editing;
  select(cursor: Cursor | null): void;
  /** For the element around the grid: the focus goes. */
  onBlur(event: FocusEvent<HTMLElement>): void;
  /** Opens the record of a row; false where there is none, or nothing opens. */
  open(row: number): boolean;
}

function usePosition<R>(props: VirtualGridProps<R>): Position<R> {
  const { rows, rowKey, rowHeight, onSelect, actions, footer, place } = props;
  const actionsWidth = actions ? (props.actionsWidth ?? DEFAULT_ACTIONS_WIDTH) : 0;
  const positioned = useColumns(props.columns, onSelect !== undefined, actionsWidth);
  const { columns, edges } = positioned;
  const count = rows.length;
  const view = useWindow(positioned, count, rowHeight, place, footer ? HEADER_HEIGHT : 0);
  return {
    positioned,
    view,
    bounds: { rows: count, cols: columns.length, page: view.page },
    sheet: { rows, columns, rowKey },
    covers: actions !== undefined && edges.at(-1)! + actionsWidth > view.width,
  };
}

/** The active cell stays on its record when others come or go above it. */
function useHeldRow<R>(
  sheet: CellSheet<R>,
  chosen: Cursor | null,
  select: (cursor: Cursor) => void,
): void {
  const held = useRef<{ chosen: Cursor; key: string } | null>(null);
  useLayoutEffect(() => {
    const key = chosen && keyAt(sheet, chosen.at.row);
    const { current: was } = held;
    const row = was && was.chosen === chosen && was.key !== key ? rowOfKey(sheet, was.key) : -1;
    held.current = chosen && key !== null ? { chosen, key } : null;
    if (!chosen || row < 0) return;
    const from = Math.max(0, chosen.from.row + row - chosen.at.row);
    select({ at: { ...chosen.at, row }, from: { ...chosen.from, row: from } });
  });
}

/** The active cell and range; another place (page, sort, filter) starts without one. */
function useCursor<R>(bounds: Bounds, sheet: CellSheet<R>, place: string | undefined) {
  const [chosen, select] = useState<Cursor | null>(null);
  useEffect(() => select(null), [place]);
  useHeldRow(sheet, chosen, select);
  return [inBounds(chosen, bounds.rows, bounds.cols), select] as const;
}

/** What the grid's owner may do with its cursor. */
function useGridHandle<R>(
  { props, sheet, cursor, editing, view }: Omit<Grid<R>, 'open' | 'onBlur'>,
  go: (to: Cell) => void,
): void {
  useImperativeHandle(props.handle, () => ({
    at: () => cursor?.at ?? null,
    go: (row, column) => {
      const col =
        typeof column === 'number' ? column : sheet.columns.findIndex(({ id }) => id === column);
      go({ row, col: Math.max(0, col) });
      view.root.current?.focus({ preventScroll: true });
    },
    show: (row) => go({ row, col: cursor?.at.col ?? 0 }),
    edit: () => {
      if (cursor) editing.start(cursor.at, false);
    },
  }));
}

export function useGrid<R>(props: VirtualGridProps<R>): Grid<R> {
  const position = usePosition(props);
  const { view, bounds, sheet } = position;
  const [cursor, select] = useCursor(bounds, sheet, props.place);
  const checks = useChecks(props);
  const cellId = `${useId()}-at`;
  const go = (to: Cell) => {
    select(atCell(to));
    view.reveal(to.row, to.col);
  };
  const { root } = view;
  const editing = useEditing({ sheet, editing: props.editing, cursor, bounds, root, cellId, go });
  const grid = { ...position, props, cursor, cellId, checks, editing, select };
  useGridHandle(grid, go);
  const open = (index: number): boolean => {
    const row = recordAt(props.rows, index);
    const key = row === undefined ? '' : props.rowKey(row, index);
    if (row === undefined || !props.onOpen || props.isNew?.(key)) return false;
    props.onOpen(row, key);
    return true;
  };
  return { ...grid, open, onBlur: useLeaving(sheet, props.editing, cursor, editing.isOpen) };
}
