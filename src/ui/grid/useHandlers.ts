import type { KeyboardEvent, MouseEvent, PointerEvent } from 'react';
import { cellAfter, isComposed, isOwnKey, isTyping } from './keyboard.ts';
import { bandAt, cellOfElement, rowOfElement } from './places.ts';
import { atCell, isWide, type Cursor } from './selection.ts';
import { useDrag } from './useDrag.ts';
import type { Grid } from './useGrid.ts';

/** What a key does where it moves nothing; false leaves it to the browser. */
function runKey<R>(event: KeyboardEvent, grid: Grid<R>): boolean {
  const { props, cursor } = grid;
  const ran = (event.ctrlKey || event.metaKey) && runGridKey(event, grid);
  if (ran || !cursor) return ran;
  const band = bandAt(props.rows, cursor.at.row);
  if (!band) return runCellKey(event, cursor, grid);
  if ((event.key !== 'Enter' && event.key !== ' ') || band.open === undefined) return false;
  props.onBand?.(band.key);
  return true;
}
/** Ctrl+A selects all, Ctrl+Z and Ctrl+Y step through the history. */
function runGridKey<R>(
  { key, shiftKey }: KeyboardEvent,
  { props, editing, checks }: Grid<R>,
): boolean {
  switch (key) {
    case 'a':
      if (props.onSelect) checks.all(true);
      return props.onSelect !== undefined;
    case 'z':
    case 'Z':
      return shiftKey ? editing.redo() : editing.undo();
    case 'y':
      return editing.redo();
    default:
      return false;
  }
}
/** A cell that is not written may have a control that says more of it. */
function pressOwn(root: HTMLElement | null): boolean {
  const cell = document.getElementById(root?.getAttribute('aria-activedescendant') ?? '');
  const control = cell?.querySelector<HTMLElement>('[data-cell-key]');
  control?.click();
  return control !== null && control !== undefined;
}
/** A marked area becomes its cell again; else what was typed is dropped. */
function stepBack<R>(cursor: Cursor, { editing, select }: Grid<R>): boolean {
  if (!isWide(cursor)) return editing.drop(cursor.at);
  select(atCell(cursor.at));
  return true;
}
function runCellKey<R>(event: KeyboardEvent, cursor: Cursor, grid: Grid<R>): boolean {
  const { editing, checks, open, view } = grid;
  const { at } = cursor;
  const mod = event.ctrlKey || event.metaKey;
  switch (event.key) {
    case 'Enter':
      return mod ? open(at.row) : editing.start(at, false) || open(at.row);
    case 'F2':
      return editing.start(at, false) || pressOwn(view.root.current);
    case ' ':
      return checks.toggle(at.row, event.shiftKey);
    case 'Delete':
    case 'Backspace':
      return editing.clear();
    case 'Escape':
      return stepBack(cursor, grid);
    default:
      if (mod && event.key === 'd') return editing.fill();
  }
  // The key itself is then written by the browser, into the input that has just got the focus.
  if (isTyping(event)) editing.start(at, true);
  return false;
}
function handleKey<R>(event: KeyboardEvent, grid: Grid<R>): void {
  if (!isOwnKey(event) || isComposed(event)) return;
  const { cursor, bounds, select, view } = grid;
  const to = cellAfter(event, cursor?.at ?? null, bounds);
  if (to) {
    select(event.shiftKey && cursor ? { at: to, from: cursor.from } : atCell(to));
    view.reveal(to.row, to.col);
  }
  if (to || runKey(event, grid)) {
    event.preventDefault();
    event.stopPropagation();
  }
}

const targetOf = ({ target }: MouseEvent): Element | null =>
  target instanceof Element ? target : null;
/** A press on a check box, or anywhere in its cell where rows can be selected. */
const isCheckPress = (target: Element, selectable: boolean): boolean =>
  target.closest('[data-check]') !== null ||
  (selectable && !!target.closest('[role="gridcell"]')?.querySelector('[data-check]'));
/** Controls in cells handle their own clicks. */
const isOwnPress = (target: Element): boolean =>
  target.closest('[data-own], a, button, input') !== null;
/** A press that is about the cell, and no control or check box in it. */
const isCellPress = (target: Element): boolean =>
  target.closest('[data-check]') === null && !isOwnPress(target);

/** A click on a row: its heading folds, its check box ticks, elsewhere it opens. */
function handleClick<R>(event: MouseEvent, grid: Grid<R>, dragged: boolean): void {
  const { props, checks, open } = grid;
  const target = targetOf(event);
  const index = rowOfElement(target, props.offset ?? 0);
  if (index < 0 || !target) return;
  const band = bandAt(props.rows, index);
  if (band) {
    if (band.open !== undefined) props.onBand?.(band.key);
    return;
  }
  if (isCheckPress(target, props.onSelect !== undefined)) checks.toggle(index, event.shiftKey);
  else if (target.closest('[data-open]')) open(index);
  else if (!isOwnPress(target) && !dragged && !event.shiftKey && !props.editing) open(index);
}

/** What keys and the pointer do in a grid. */
export function useHandlers<R>(grid: Grid<R>) {
  const { props, positioned, view, cursor, editing, select } = grid;
  const { root } = view;
  const cellAt = (element: Element | null) =>
    root.current?.contains(element)
      ? cellOfElement(element, positioned, view.columns.from, props.offset ?? 0)
      : null;
  const drag = useDrag(root, props.rowHeight, cellAt, (to) => {
    if (cursor) select({ at: to, from: cursor.from });
  });
  const pressedCell = (event: MouseEvent) => {
    const target = targetOf(event);
    return target && isCellPress(target) ? cellAt(target) : null;
  };
  return {
    onKeyDown: (event: KeyboardEvent) => handleKey(event, grid),
    onPointerDown: (event: PointerEvent) => {
      const cell = pressedCell(event);
      if (!cell) return;
      select(event.shiftKey && cursor ? { at: cell, from: cursor.from } : atCell(cell));
      drag.begin(event, cell);
    },
    onClick: (event: MouseEvent) => handleClick(event, grid, drag.moved.current),
    onDoubleClick: (event: MouseEvent) => {
      const cell = pressedCell(event);
      if (cell) editing.start(cell, false);
    },
  };
}
