import { useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { flushSync } from 'react-dom';
import { clearing, filling, type Sheet } from './blocks.ts';
import { EditHistory, type CellStep } from './history.ts';
import { cellBeside, type Bounds } from './keyboard.ts';
import { CellEditor, FaultNote, type Step } from './Over.tsx';
import { recordAt } from './places.ts';
import type { Cell, Cursor } from './selection.ts';
import type { GridEditing } from './types.ts';

interface Given<R> {
  sheet: Sheet<R>;
  editing: GridEditing<R> | undefined;
  cursor: Cursor | null;
  bounds: Bounds;
  root: RefObject<HTMLElement | null>;
  cellId: string;
  go(to: Cell): void;
}
export interface Editing {
  /** Opens the input of the active cell; `typed`: empty, since what is being typed replaces the value. */
  start(cell: Cell, typed: boolean): boolean;
  clear(): boolean;
  fill(): boolean;
  take(steps: readonly CellStep[]): boolean;
  undo(): boolean;
  redo(): boolean;
  drop(cell: Cell): boolean;
  layer: ReactNode;
}

/** Editing of a grid: which cell has the input, and every way values are written, each one step that can be taken back. */
export function useEditing<R>({ sheet, editing, cursor, bounds, root, cellId, go }: Given<R>): Editing {
  const [open, setOpen] = useState<(Cell & { typed: boolean; key: string }) | null>(null);
  const owner = useRef(editing);
  owner.current = editing;
  const [history] = useState(() => new EditHistory((changes) => owner.current?.write(changes)));
  const at = (cell: Cell) => {
    const row = recordAt(sheet.rows, cell.row);
    const column = sheet.columns[cell.col];
    return row === undefined || !column ? null : { row, column, key: sheet.rowKey(row, cell.row) };
  };
  const faultAt = (cell: Cell): string | undefined => { const found = at(cell); return found ? editing?.faults?.get(found.key)?.get(found.column.id) : undefined; };
  const take = (steps: readonly CellStep[]): boolean => history.do(steps);
  const start = (cell: Cell, typed: boolean): boolean => {
    const found = at(cell);
    if (!editing || !found || !editing.can(found.row, found.column.id)) return false;
    const flip = typed ? undefined : editing.flip?.(found.row, found.column.id);
    if (flip) return take([{ key: found.key, column: found.column.id, value: flip.value, before: editing.value(found.row, found.column.id) }]);
    // At once, so that the key that was pressed is written into the input by the browser, input methods included.
    flushSync(() => setOpen({ ...cell, typed, key: found.key }));
    return true;
  };
  const focusGrid = () => root.current?.focus({ preventScroll: true });
  const done = (cell: Cell, value: unknown, step: Step, away: boolean) => {
    const found = at(cell);
    setOpen(null);
    if (found && editing && found.key === open?.key) {
      const before = editing.value(found.row, found.column.id);
      const change = { key: found.key, column: found.column.id, value };
      // What was refused may be tried again as it is.
      if (!take([{ ...change, before }]) && faultAt(cell)) editing.write([change]);
    }
    if (!away) focusGrid();
    if (step) go(cellBeside(cell, step, bounds));
  };
  const overRange = (make: (sheet: Sheet<R>, cursor: Cursor, editing: GridEditing<R>) => CellStep[]): boolean => {
    if (!editing || !cursor) return false;
    take(make(sheet, cursor, editing));
    return true;
  };
  const back = (step: readonly CellStep[] | null): boolean => {
    const [first] = step ?? [];
    if (!first) return false;
    const col = sheet.columns.findIndex((column) => column.id === first.column);
    const row = rowOfKey(sheet, first.key);
    if (row >= 0 && col >= 0) go({ row, col });
    return true;
  };
  const drop = (cell: Cell): boolean => {
    const found = at(cell);
    if (!found || !faultAt(cell) || !editing?.drop) return false;
    editing.drop(found.key, found.column.id);
    return true;
  };
  return {
    start, take, drop, clear: () => overRange(clearing), fill: () => overRange(filling),
    undo: () => editing !== undefined && back(history.undo()), redo: () => editing !== undefined && back(history.redo()),
    layer: layerOf(),
  };
  function layerOf(): ReactNode {
    const found = open && at(open);
    const fault = cursor ? faultAt(cursor.at) : undefined;
    return (
      <>
        {found && found.key === open.key && editing && (
          <CellEditor key={`${open.key} ${found.column.id}`} root={root} cellId={cellId} label={found.column.title} initial={open.typed ? undefined : editing.value(found.row, found.column.id)}
            draw={(value, onChange) => editing.input({ row: found.row, column: found.column.id, value, onChange, fault })}
            onDone={(value, step, away) => done(open, value, step, away)} onCancel={() => { setOpen(null); focusGrid(); }} />
        )}
        {fault && <FaultNote root={root} cellId={cellId} text={fault} />}
      </>
    );
  }
}

function rowOfKey<R>(sheet: Sheet<R>, key: string): number {
  for (let index = 0; index < sheet.rows.length; index++) {
    const row = recordAt(sheet.rows, index);
    if (row !== undefined && sheet.rowKey(row, index) === key) return index;
  }
  return -1;
}
