import { useLayoutEffect, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { flushSync } from 'react-dom';
import { equalData } from '../../runtime/models/index.ts';
import { clearSteps, fillSteps, rowOfKey, type CellSheet } from './blocks.ts';
import { EditHistory } from './history.ts';
import { cellBeside, type Bounds } from './keyboard.ts';
import { CellEditor, CellErrorNote, type Step } from './Over.tsx';
import { recordAt } from './places.ts';
import type { Cell, Cursor } from './selection.ts';
import type { CellStep, GridColumn, GridEditing } from './types.ts';

interface Given<R> {
  sheet: CellSheet<R>;
  editing: GridEditing<R> | undefined;
  cursor: Cursor | null;
  bounds: Bounds;
  root: RefObject<HTMLElement | null>;
  cellId: string;
  go(to: Cell): void;
}
export interface Editing {
  /**
   * Opens the input of the active cell; `typed`: empty, since what is being typed replaces the
   * value; a text is what was typed so far.
   */
  start(cell: Cell, typed: boolean | string): boolean;
  /** The cell may be written. */
  canWrite(cell: Cell): boolean;
  clear(): boolean;
  fill(): boolean;
  take(steps: readonly CellStep[]): boolean;
  undo(): boolean;
  redo(): boolean;
  drop(cell: Cell): boolean;
  /** An input is open over a cell. */
  isOpen: boolean;
  layer: ReactNode;
}

interface Found<R> {
  row: R;
  column: GridColumn<R>;
  key: string;
}
/** The record and the column of a cell, or null for headings and what is gone. */
function findCell<R>(sheet: CellSheet<R>, cell: Cell): Found<R> | null {
  const row = recordAt(sheet.rows, cell.row);
  const column = sheet.columns[cell.col];
  return row === undefined || !column ? null : { row, column, key: sheet.rowKey(row, cell.row) };
}
const faultOf = <R,>(
  editing: GridEditing<R> | undefined,
  found: Found<R> | null,
): string | undefined =>
  found ? editing?.faults?.get(found.key)?.get(found.column.id) : undefined;

/** The cell that has the input, by its record: others may come above it meanwhile. */
interface Open<R> {
  key: string;
  column: string;
  typed: boolean | string;
  /** The record as it was then. */
  row: R;
}
function placeOf<R>(sheet: CellSheet<R>, { key, column }: Open<R>): Cell | null {
  const place = {
    row: rowOfKey(sheet, key),
    col: sheet.columns.findIndex(({ id }) => id === column),
  };
  return place.row < 0 || place.col < 0 ? null : place;
}
function findOpen<R>(sheet: CellSheet<R>, open: Open<R>): Found<R> | null {
  const place = placeOf(sheet, open);
  return place && findCell(sheet, place);
}

interface LayerProps<R> extends Pick<Given<R>, 'sheet' | 'cursor' | 'root' | 'cellId'> {
  editing: GridEditing<R>;
  open: Open<R> | null;
  /** What is being entered. */
  draft: RefObject<unknown>;
  onDone(value: unknown, step: Step, away: boolean): void;
  onCancel(): void;
}
/** The open input over its cell, and what was refused at the active one. */
function EditingLayer<R>({
  sheet,
  cursor,
  root,
  cellId,
  editing,
  open,
  draft,
  onDone,
  onCancel,
}: LayerProps<R>) {
  const found = open && findOpen(sheet, open);
  const fault = cursor ? faultOf(editing, findCell(sheet, cursor.at)) : undefined;
  return (
    <>
      {found && (
        <CellEditor
          key={`${open.key} ${found.column.id}`}
          root={root}
          cellId={cellId}
          label={found.column.title}
          initial={open.typed !== false ? undefined : editing.value(found.row, found.column.id)}
          text={typeof open.typed === 'string' ? open.typed : ''}
          draw={(value, onChange) => {
            draft.current = value;
            return editing.input({
              row: found.row,
              column: found.column.id,
              value,
              onChange,
              fault,
            });
          }}
          onDone={onDone}
          onCancel={onCancel}
        />
      )}
      {fault && <CellErrorNote root={root} cellId={cellId} text={fault} />}
    </>
  );
}

/** Every way values are written, each one step that can be taken back. */
function useWriting<R>({ sheet, editing, cursor, go }: Given<R>) {
  const owner = useRef(editing);
  owner.current = editing;
  const [history] = useState(
    () =>
      new EditHistory(
        (changes) => owner.current?.write(changes),
        (steps) => owner.current?.stillMine?.(steps) ?? steps,
      ),
  );
  const take = (steps: readonly CellStep[]): boolean => history.do(steps);
  const overRange = (
    make: (sheet: CellSheet<R>, cursor: Cursor, editing: GridEditing<R>) => CellStep[],
  ): boolean => {
    if (!editing || !cursor) return false;
    take(make(sheet, cursor, editing));
    return true;
  };
  /** One is led to what was taken back. */
  const lead = (step: readonly CellStep[] | null): boolean => {
    const [first] = step ?? [];
    if (!first) return false;
    const to = {
      row: rowOfKey(sheet, first.key),
      col: sheet.columns.findIndex((column) => column.id === first.column),
    };
    if (to.row >= 0 && to.col >= 0) go(to);
    return true;
  };
  /** Takes what was entered in an input, unless it is what the input was opened on. */
  const enter = (open: Open<R>, value: unknown): void => {
    if (!editing) return;
    const { key, column, row: seen } = open;
    const found = findOpen(sheet, open);
    const change = { key, column, value, seen };
    const took =
      !equalData(value, editing.value(seen, column)) &&
      take([{ ...change, before: editing.value(found?.row ?? seen, column) }]);
    // What was refused may be tried again as it is.
    if (!took && faultOf(editing, found)) editing.write([change]);
  };
  const drop = (cell: Cell): boolean => {
    const found = findCell(sheet, cell);
    if (!found || !faultOf(editing, found) || !editing?.drop) return false;
    editing.drop(found.key, found.column.id);
    return true;
  };
  return {
    take,
    enter,
    drop,
    clear: () => overRange(clearSteps),
    fill: () => overRange(fillSteps),
    undo: () => editing !== undefined && lead(history.undo()),
    redo: () => editing !== undefined && lead(history.redo()),
  };
}

/** Editing of a grid: which cell has the one input, and every way values are written. */
export function useEditing<R>(given: Given<R>): Editing {
  const { sheet, editing, cursor, bounds, root, cellId, go } = given;
  const [open, setOpen] = useState<Open<R> | null>(null);
  const draft = useRef<unknown>(undefined);
  const { enter, ...writing } = useWriting(given);
  const canWrite = (cell: Cell): boolean => {
    const found = findCell(sheet, cell);
    return found !== null && editing?.can(found.row, found.column.id) === true;
  };
  const start = (cell: Cell, typed: boolean | string): boolean => {
    const found = findCell(sheet, cell);
    if (!editing || !found || !canWrite(cell)) return false;
    const flip = typed === false ? editing.flip?.(found.row, found.column.id) : undefined;
    if (flip)
      return writing.take([
        {
          key: found.key,
          column: found.column.id,
          value: flip.value,
          before: editing.value(found.row, found.column.id),
        },
      ]);
    // At once, so that the key that was pressed is written into the input by the browser, input
    // methods included.
    flushSync(() => setOpen({ key: found.key, column: found.column.id, typed, row: found.row }));
    return true;
  };
  const focusGrid = () => root.current?.focus({ preventScroll: true });
  const done = (opened: Open<R>, value: unknown, step: Step, away: boolean) => {
    const place = placeOf(sheet, opened);
    const begins = value !== undefined && editing?.begins?.(opened.key) === true;
    setOpen(null);
    enter(opened, value);
    if (!away) focusGrid();
    if (step && place)
      go(cellBeside(place, step, begins ? { ...bounds, rows: bounds.rows + 1 } : bounds));
  };
  const isGone = open !== null && (!cursor || !placeOf(sheet, open));
  // Read again without that record, or for another page: what was entered is taken.
  useLayoutEffect(() => {
    if (isGone) done(open, draft.current, null, false);
  });
  const layer = editing && (
    <EditingLayer
      sheet={sheet}
      cursor={cursor}
      root={root}
      cellId={cellId}
      editing={editing}
      open={open}
      draft={draft}
      onDone={(value, step, away) => {
        if (open) done(open, value, step, away);
      }}
      onCancel={() => {
        setOpen(null);
        focusGrid();
      }}
    />
  );
  return { ...writing, start, canWrite, isOpen: open !== null, layer };
}
