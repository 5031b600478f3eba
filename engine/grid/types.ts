import type { ReactNode } from 'react';

/** Height of the header row, in pixels. */
export const HEADER_HEIGHT = 40;
/** Width of the column with check boxes, in pixels. */
export const CHECK_WIDTH = 44;
/** Rows drawn beyond the window at either end, so that a short scroll shows no gap. */
export const OVERSCAN = 6;
/** Height taken for the window until it is measured, in pixels: one screen of rows at the first paint. */
export const FIRST_SCREEN = 800;

export interface GridColumn<R> {
  id: string;
  title: string;
  /** Pixels. */
  width: number;
  align?: 'left' | 'right';
  /** Stays at the left edge while the others scroll. Frozen columns come first, whatever their place in the list. */
  frozen?: boolean;
  /** Takes the room that is left over; `width` is its least. Not for a frozen column that another one follows. */
  grow?: boolean;
  sortable?: boolean;
  /** A string is the cheapest cell; called for rows in the window only. */
  render(row: R): ReactNode;
}
export interface GridSort { field: string; dir: 'asc' | 'desc' }

export interface VirtualGridProps<R> {
  /** Accessible name. */
  label: string;
  rows: readonly R[];
  columns: readonly GridColumn<R>[];
  rowKey(row: R, index: number): string;
  /** Pixels, the same for every row. */
  rowHeight: number;
  /** Number of records before the first row, and of all records, for screen readers of a paged list. */
  offset?: number;
  total?: number;
  sort?: readonly GridSort[];
  /** Sets the direction of one column (null: not sorted by it); `add` keeps the others. */
  onSort?(id: string, dir: 'asc' | 'desc' | null, add: boolean): void;
  selection?: ReadonlySet<string>;
  onSelect?(keys: readonly string[], on: boolean): void;
  /** Without it rows cannot be opened, and do not look it. */
  onOpen?(row: R, key: string): void;
  onResize?(id: string, width: number): void;
  onMove?(id: string, before: string | null): void;
  onHide?(id: string): void;
  /** Buttons at the end of a row. */
  actions?(row: R, key: string, index: number): ReactNode;
  /** Pixels. */
  actionsWidth?: number;
  /** New answers are on their way: says so to screen readers, changes nothing else. */
  busy?: boolean;
  /** When this changes, the grid goes back to its top and forgets the active row. */
  place?: string;
}
