import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { flushSync } from 'react-dom';
import type { PositionedColumns } from './columns.ts';
import { FIRST_SCREEN, HEADER_HEIGHT } from './types.ts';

/** Rows drawn beyond the window at either end, so that a short scroll shows no gap. */
const OVERSCAN = 4;
/**
 * Grids with fewer columns draw them all: watching which can be seen would cost more than it saves.
 */
const COLUMN_WINDOW_FROM = 30;
/**
 * The window of columns moves in steps of so many, and reaches as many further: most scrolling
 * changes nothing.
 */
const COLUMN_STEP = 4;
/** Width taken for the window until it is measured, in pixels. */
const FIRST_WIDTH = 1_600;

/** From the first to before the last, by number. */
export interface Span {
  from: number;
  to: number;
}

/** Columns after the frozen ones that can be seen, with some to spare. */
export function columnSpan(
  { columns, frozen, edges }: Pick<PositionedColumns<unknown>, 'columns' | 'frozen' | 'edges'>,
  scrollLeft: number,
  width: number,
): Span {
  const count = columns.length;
  if (count < COLUMN_WINDOW_FROM) return { from: frozen, to: count };
  const first = firstAfter(edges, scrollLeft + (edges[frozen] ?? 0));
  const last = firstAfter(edges, scrollLeft + width);
  const down = Math.floor((first - 1 - frozen) / COLUMN_STEP) * COLUMN_STEP - COLUMN_STEP;
  const up = Math.ceil((last - frozen) / COLUMN_STEP) * COLUMN_STEP + COLUMN_STEP;
  return { from: frozen + Math.max(0, down), to: Math.min(count, frozen + up) };
}
/** Place of the first edge beyond `x`; edges grow from left to right. */
function firstAfter(edges: readonly number[], x: number): number {
  let low = 0;
  let high = edges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (edges[middle]! <= x) low = middle + 1;
    else high = middle;
  }
  return low;
}

export interface GridWindow {
  root: RefObject<HTMLDivElement | null>;
  rows: Span;
  columns: Span;
  /** Width of what is seen, in pixels. */
  width: number;
  /**
   * As many rows as can ever be drawn at once: with a changing number, rows would change slots and
   * be drawn again.
   */
  slots: number;
  /** Rows that fit, for PageUp and PageDown. */
  page: number;
  onScroll(): void;
  /** Brings a cell into view; of a row alone when `column` is left out. */
  reveal(row: number, column?: number): void;
}

const sameSpan = (a: Span, b: Span): boolean => a.from === b.from && a.to === b.to;
interface Size {
  width: number;
  height: number;
}
/**
 * The size of the scrolling element, reported by ResizeObserver after layout: measuring it would
 * force another layout.
 */
function useSize(root: RefObject<HTMLDivElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: FIRST_WIDTH, height: FIRST_SCREEN });
  useEffect(() => {
    if (typeof ResizeObserver === 'undefined' || !root.current) return undefined;
    // A grid that has no height yet (not laid out, or no layout at all) still draws a first screen.
    const watch = new ResizeObserver(([entry]) => {
      const { width = 0, height = 0 } = entry?.contentRect ?? {};
      setSize((old) => {
        const next = { width: width || FIRST_WIDTH, height: height || FIRST_SCREEN };
        return next.width === old.width && next.height === old.height ? old : next;
      });
    });
    watch.observe(root.current);
    return () => watch.disconnect();
  }, [root]);
  return size;
}

/**
 * Which rows and columns are drawn: fixed heights, so that a place is a division and 10,000 rows
 * cost nothing up front.
 */
export function useWindow<R>(
  laid: PositionedColumns<R>,
  count: number,
  rowHeight: number,
  place: string | undefined,
  footHeight: number,
): GridWindow {
  const root = useRef<HTMLDivElement>(null);
  const size = useSize(root);
  const [at, setAt] = useState({ row: 0, left: 0 });
  const columns = columnSpan(laid, at.left, size.width);
  const fits = Math.ceil((size.height - HEADER_HEIGHT) / rowHeight);
  const last = Math.max(0, count - fits + 1);
  const top = Math.min(at.row, last);
  const onScroll = () => {
    const { current: element } = root;
    if (!element) return;
    const { scrollTop, scrollLeft: left } = element;
    const row = Math.floor(scrollTop / rowHeight);
    // At once: what waits for the next turn shows a gap first.
    if (row !== at.row || !sameSpan(columnSpan(laid, left, size.width), columns))
      flushSync(() => setAt({ row, left }));
  };
  const known = useRef({ rowHeight, place });
  useEffect(() => {
    const before = known.current;
    known.current = { rowHeight, place };
    if (before.place !== place && root.current) root.current.scrollTop = 0;
    // Other heights: the same row stays at the top.
    else if (before.rowHeight !== rowHeight && root.current)
      root.current.scrollTop = (root.current.scrollTop / before.rowHeight) * rowHeight;
  }, [rowHeight, place]);
  return {
    root,
    columns,
    width: size.width,
    onScroll,
    slots: fits + 1 + 2 * OVERSCAN,
    page: Math.max(1, Math.floor((size.height - HEADER_HEIGHT - footHeight) / rowHeight)),
    rows: { from: Math.max(0, top - OVERSCAN), to: Math.min(count, top + fits + 1 + OVERSCAN) },
    reveal: (row, column) => {
      if (root.current)
        revealCell(root.current, laid, { row, column, rowHeight, footHeight, size });
    },
  };
}

interface Reveal {
  row: number;
  column: number | undefined;
  rowHeight: number;
  footHeight: number;
  size: Size;
}
/**
 * Scrolls as little as shows the cell whole: below the header, above the summary, right of the
 * frozen columns.
 */
function revealCell<R>(
  root: HTMLElement,
  laid: PositionedColumns<R>,
  { row, column, rowHeight, footHeight, size }: Reveal,
): void {
  const height = root.clientHeight || size.height;
  const room = height - HEADER_HEIGHT - footHeight;
  const top = row * rowHeight;
  if (top < root.scrollTop) root.scrollTop = top;
  else if (top + rowHeight > root.scrollTop + room) root.scrollTop = top + rowHeight - room;
  if (column === undefined || column < laid.frozen) return;
  const left = laid.edges[column]! - laid.edges[laid.frozen]!;
  const width = laid.edges[column + 1]! - laid.edges[column]!;
  const actions = Number.parseInt(root.style.getPropertyValue('--actions'), 10) || 0;
  const space = (root.clientWidth || size.width) - laid.edges[laid.frozen]! - actions;
  if (left < root.scrollLeft) root.scrollLeft = left;
  else if (left + width > root.scrollLeft + space)
    root.scrollLeft = left + width - Math.max(space, width);
}
