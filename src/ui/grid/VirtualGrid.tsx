import { useEffect, useId, useImperativeHandle, useState } from 'react';
import type { CSSProperties, KeyboardEvent, MouseEvent, PointerEvent, UIEvent } from 'react';
import { useStable } from '../hooks/hooks.ts';
import type { CellSheet } from './blocks.ts';
import { clipboardOf } from './clipboard.ts';
import { useColumns, type PositionedColumns } from './columns.ts';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { cellAfter, isOwnKey, isTyping, type Bounds } from './keyboard.ts';
import { bandAt, cellOfElement, recordAt, rowOfElement } from './places.ts';
import { Row } from './Row.tsx';
import { atCell, inBounds, isWide, markOf, type Cell, type Cursor } from './selection.ts';
import { HEADER_HEIGHT, type VirtualGridProps } from './types.ts';
import { useChecks } from './useChecks.ts';
import { useDrag } from './useDrag.ts';
import { useEditing, type Editing } from './useEditing.tsx';
import { useWindow, type GridWindow } from './window.ts';
import styles from './grid.module.css';

const DEFAULT_ACTIONS_WIDTH = 120;
const NO_SORT: readonly never[] = [];

/** Pixels a text may reach over its cell without being cut: descenders do. */
const CUT = 8;
/** A cut-off cell says its whole text to the pointer; asked only when the pointer is there. */
function titleCut(event: MouseEvent) {
  const cell =
    event.target instanceof Element ? event.target.closest<HTMLElement>('[role="gridcell"]') : null;
  if (cell)
    cell.title =
      (cell.scrollWidth > cell.clientWidth || cell.scrollHeight > cell.clientHeight + CUT) &&
      !cell.dataset['own']
        ? (cell.textContent ?? '')
        : '';
}
/** Frozen columns need to stick only while others have moved under them. */
function markShift({ currentTarget: root }: UIEvent<HTMLElement>) {
  if (root.scrollLeft > 0 !== root.hasAttribute('data-shifted'))
    root.toggleAttribute('data-shifted');
}

interface Parts<R> {
  props: VirtualGridProps<R>;
  positioned: PositionedColumns<R>;
  view: GridWindow;
  cursor: Cursor | null;
  bounds: Bounds;
  editing: Editing;
  checks: ReturnType<typeof useChecks>;
  set(cursor: Cursor | null): void;
  open(row: number): boolean;
}

/** What a key does where it moves nothing; false leaves it to the browser. */
function runKey<R>(event: KeyboardEvent, parts: Parts<R>): boolean {
  const { props, cursor } = parts;
  const ran = (event.ctrlKey || event.metaKey) && runGridKey(event, parts);
  if (ran || !cursor) return ran;
  const band = bandAt(props.rows, cursor.at.row);
  if (!band) return runCellKey(event, cursor, parts);
  if ((event.key !== 'Enter' && event.key !== ' ') || band.open === undefined) return false;
  props.onBand?.(band.key);
  return true;
}
/** Ctrl+A selects all, Ctrl+Z and Ctrl+Y step through the history. */
function runGridKey<R>(
  { key, shiftKey }: KeyboardEvent,
  { props, editing, checks }: Parts<R>,
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
function runCellKey<R>(
  event: KeyboardEvent,
  cursor: Cursor,
  { editing, checks, set, open }: Parts<R>,
): boolean {
  const { at } = cursor;
  const mod = event.ctrlKey || event.metaKey;
  switch (event.key) {
    case 'Enter':
      return mod ? open(at.row) : editing.start(at, false) || open(at.row);
    case 'F2':
      return editing.start(at, false);
    case ' ':
      return checks.toggle(at.row, event.shiftKey);
    case 'Delete':
    case 'Backspace':
      return editing.clear();
    case 'Escape':
      if (!isWide(cursor)) return editing.drop(at);
      set(atCell(at));
      return true;
    default:
      if (mod && event.key === 'd') return editing.fill();
  }
  // The key itself is then written by the browser, into the input that has just got the focus.
  if (isTyping(event)) editing.start(at, true);
  return false;
}

/** A press on a check box, or anywhere in its cell where rows can be selected. */
const isCheckPress = (target: Element, selectable: boolean): boolean =>
  target.closest('[data-check]') !== null ||
  (selectable && !!target.closest('[role="gridcell"]')?.querySelector('[data-check]'));
/** Controls in cells handle their own clicks. */
const isOwnPress = (target: Element): boolean =>
  target.closest('[data-own], a, button, input') !== null;

function useHandlers<R>(parts: Parts<R>, root: GridWindow['root']) {
  const { props, positioned: laid, view, cursor, bounds, editing, checks, set, open } = parts;
  const offset = props.offset ?? 0;
  const cellAt = (element: Element | null) =>
    root.current?.contains(element)
      ? cellOfElement(element, laid, view.columns.from, offset)
      : null;
  const drag = useDrag(root, props.rowHeight, cellAt, (to) => {
    if (cursor) set({ at: to, from: cursor.from });
  });
  const go = (to: Cell, extend: boolean) => {
    set(extend && cursor ? { at: to, from: cursor.from } : atCell(to));
    view.reveal(to.row, to.col);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOwnKey(event)) return;
    const to = cellAfter(event, cursor?.at ?? null, bounds);
    if (to) go(to, event.shiftKey);
    if (to || runKey(event, parts)) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  const onPointerDown = (event: PointerEvent) => {
    const target = event.target instanceof Element ? event.target : null;
    if (!target || target.closest('[data-own], [data-check], a, button, input')) return;
    const cell = cellAt(target);
    if (!cell) return;
    set(event.shiftKey && cursor ? { at: cell, from: cursor.from } : atCell(cell));
    drag.begin(event, cell);
  };
  const onClick = (event: MouseEvent) => {
    const target = event.target instanceof Element ? event.target : null;
    const index = rowOfElement(target, offset);
    if (index < 0 || !target) return;
    const band = bandAt(props.rows, index);
    if (band) {
      if (band.open !== undefined) props.onBand?.(band.key);
      return;
    }
    if (isCheckPress(target, props.onSelect !== undefined)) checks.toggle(index, event.shiftKey);
    else if (target.closest('[data-open]')) open(index);
    else if (!isOwnPress(target) && !drag.moved.current && !event.shiftKey && !props.editing)
      open(index);
  };
  const onDoubleClick = (event: MouseEvent) => {
    const target = event.target instanceof Element ? event.target : null;
    const cell = target?.closest('[data-own], [data-check], a, button, input')
      ? null
      : cellAt(target);
    if (cell) editing.start(cell, false);
  };
  return { onKeyDown, onPointerDown, onClick, onDoubleClick };
}

interface HandleParts<R> {
  handle: VirtualGridProps<R>['handle'];
  columns: PositionedColumns<R>['columns'];
  cursor: Cursor | null;
  editing: Editing;
  root: GridWindow['root'];
  go(to: Cell): void;
}
/** What the grid's owner may do with its cursor. */
function useGridHandle<R>({ handle, columns, cursor, editing, root, go }: HandleParts<R>): void {
  useImperativeHandle(handle, () => ({
    at: () => cursor?.at ?? null,
    go: (row, column) => {
      const col =
        typeof column === 'number' ? column : columns.findIndex(({ id: name }) => name === column);
      go({ row, col: Math.max(0, col) });
      root.current?.focus({ preventScroll: true });
    },
    show: (row) => go({ row, col: cursor?.at.col ?? 0 }),
    edit: () => {
      if (cursor) editing.start(cursor.at, false);
    },
  }));
}

interface RowsProps<R> {
  props: VirtualGridProps<R>;
  view: GridWindow;
  positioned: PositionedColumns<R>;
  cursor: Cursor | null;
  cellId: string;
}
/** The rows on the screen, each in a slot that later rows reuse. */
function Rows<R>({ props, view, positioned, cursor, cellId }: RowsProps<R>) {
  const { rows, rowKey, rowHeight, offset = 0, selection, onSelect, actions, editing } = props;
  const { from, to } = view.rows;
  return Array.from({ length: to - from }, (_, i) => from + i).map((index) => {
    const row = rows.at(index);
    if (row === undefined) return null;
    const record = recordAt(rows, index);
    const key = record === undefined ? '' : rowKey(record, index);
    return (
      <Row
        key={index % view.slots}
        row={row}
        index={index}
        place={offset + index + 2}
        top={index * rowHeight}
        height={rowHeight}
        laid={positioned}
        from={view.columns.from}
        to={view.columns.to}
        checked={onSelect ? (selection?.has(key) ?? false) : undefined}
        mark={cursor ? markOf(cursor, index) : undefined}
        cellId={cellId}
        faults={editing?.faults?.get(key)}
        name={key}
        actions={actions}
        opener={editing !== undefined && props.onOpen !== undefined}
      />
    );
  });
}
const gridClass = <R,>(
  { onOpen, editing, twoLines }: VirtualGridProps<R>,
  covers: boolean,
): string =>
  `${styles.grid} ${onOpen && !editing ? styles.opens : ''} ${twoLines ? styles.twoLines : ''} ${covers ? styles.covers : ''}`;

/**
 * Virtualised rows and columns: fixed header and summary, frozen columns, sorting marks, check
 * boxes, a range of cells, copying and editing in place. Rows on the screen are drawn in slots that
 * are reused as they scroll by, so that a jump changes texts and creates no elements. Unused
 * features (editing, footer, bands) are not drawn and have no listeners.
 */
export function VirtualGrid<R>(props: VirtualGridProps<R>) {
  const {
    label,
    rows,
    rowKey,
    rowHeight,
    total,
    sort = NO_SORT,
    onSelect,
    onOpen,
    actions,
    busy,
    editing: owner,
  } = props;
  const id = useId();
  const [kept, setCursor] = useState<Cursor | null>(null);
  useEffect(() => setCursor(null), [props.place]);
  const laid = useColumns(
    props.columns,
    onSelect !== undefined,
    actions ? (props.actionsWidth ?? DEFAULT_ACTIONS_WIDTH) : 0,
  );
  const count = rows.length;
  const view = useWindow(laid, count, rowHeight, props.place, props.footer ? HEADER_HEIGHT : 0);
  const { root } = view;
  // Columns go under those of the actions: a line says that there is more.
  const covers =
    actions !== undefined &&
    laid.edges.at(-1)! + (props.actionsWidth ?? DEFAULT_ACTIONS_WIDTH) > view.width;
  const cursor = inBounds(kept, count, laid.columns.length);
  const bounds: Bounds = { rows: count, cols: laid.columns.length, page: view.page };
  const sheet: CellSheet<R> = { rows, columns: laid.columns, rowKey };
  const checks = useChecks(props);
  const checkPage = useStable(checks.all);
  const go = (to: Cell) => {
    setCursor(atCell(to));
    view.reveal(to.row, to.col);
  };
  const cellId = `${id}-at`;
  const editing = useEditing({ sheet, editing: owner, cursor, bounds, root, cellId, go });
  useGridHandle({ handle: props.handle, columns: laid.columns, cursor, editing, root, go });
  const open = (index: number): boolean => {
    const row = recordAt(rows, index);
    if (row === undefined || !onOpen) return false;
    onOpen(row, rowKey(row, index));
    return true;
  };
  const handlers = useHandlers(
    { props, positioned: laid, view, cursor, bounds, editing, checks, set: setCursor, open },
    root,
  );
  const clipboard = clipboardOf({
    sheet,
    cursor,
    editing: owner,
    take: editing.take,
    clear: editing.clear,
    select: setCursor,
  });
  const inView = cursor && cursor.at.row >= view.rows.from && cursor.at.row < view.rows.to;
  return (
    <div className={styles.host}>
      <div
        ref={root}
        role="grid"
        tabIndex={0}
        aria-label={label}
        aria-rowcount={(total ?? count) + 1}
        aria-colcount={laid.columns.length + laid.before + (actions ? 1 : 0)}
        aria-multiselectable={onSelect ? true : undefined}
        aria-readonly={owner ? undefined : true}
        aria-busy={busy}
        aria-activedescendant={inView ? cellId : undefined}
        className={gridClass(props, covers)}
        style={{ ...laid.style, '--line': `${rowHeight - 1}px` } as CSSProperties}
        onKeyDown={handlers.onKeyDown}
        onScroll={(event) => {
          markShift(event);
          view.onScroll();
        }}
        {...clipboard}
      >
        <Header
          laid={laid}
          root={root}
          from={view.columns.from}
          to={view.columns.to}
          sort={sort}
          checked={checks.state}
          onCheck={checkPage}
          hasActions={actions !== undefined}
          onSort={props.onSort}
          onResize={props.onResize}
          onMove={props.onMove}
          onHide={props.onHide}
          onPin={props.onPin}
          menu={props.menu}
        />
        <div
          role="rowgroup"
          className={styles.body}
          style={{ height: count * rowHeight }}
          onPointerDown={handlers.onPointerDown}
          onClick={handlers.onClick}
          onDoubleClick={owner ? handlers.onDoubleClick : undefined}
          onMouseOver={titleCut}
        >
          <Rows props={props} view={view} positioned={laid} cursor={cursor} cellId={cellId} />
        </div>
        {props.footer && (
          <Footer
            laid={laid}
            from={view.columns.from}
            to={view.columns.to}
            place={(total ?? count) + 2}
            draw={props.footer}
            hasActions={actions !== undefined}
          />
        )}
      </div>
      {editing.layer}
    </div>
  );
}
