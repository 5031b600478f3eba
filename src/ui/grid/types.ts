import type { ReactNode, Ref } from 'react';
import type { GridBand } from './band.ts';

/** Height of the header row and of the summary row, in pixels. */
export const HEADER_HEIGHT = 40;
/** Width of the column with check boxes, in pixels. */
export const CHECK_WIDTH = 44;
/**
 * Height taken for the window until it is measured, in pixels: one screen of rows at the first
 * paint.
 */
export const FIRST_SCREEN = 800;

/**
 * Rows by number: an array is one, and so is anything that knows its length and makes a row when
 * asked.
 */
export interface GridRows<R> {
  readonly length: number;
  at(index: number): R | undefined;
}

export interface GridColumn<R> {
  id: string;
  title: string;
  /** Pixels. */
  width: number;
  align?: 'left' | 'right';
  /**
   * Sticks to the left edge while the others scroll. Frozen columns come first, from any position
   * in the list.
   */
  frozen?: boolean;
  /**
   * Takes the room that is left over; `width` is its least. Not for a frozen column that another
   * one follows.
   */
  grow?: boolean;
  sortable?: boolean;
  /** A mark in the header that says more about the column (required, locked). */
  mark?: ReactNode;
  /**
   * What a cell shows. A string is the cheapest cell; called for rows in the window only. Rows are
   * drawn again when the row object, the columns or `faults` change: a cell that follows an
   * observable gives an observer component.
   */
  render(row: R): ReactNode;
  /**
   * What is copied: as a spreadsheet would have it (plain numbers, labels, dates). Left out:
   * nothing is copied.
   */
  text?(row: R): string;
}
export interface GridSort {
  field: string;
  dir: 'asc' | 'desc';
}

/** A new value for one cell; `key` is the row's (rowKey). */
export interface CellChange {
  key: string;
  column: string;
  value: unknown;
  /** The row as it was when its input was opened: others may have changed it since. */
  seen?: unknown;
}
/** A change and the previous value. */
export interface CellStep extends CellChange {
  before: unknown;
}
/**
 * A text that should become the value of a cell; `row` and `at` count from 1 in what was pasted, to
 * say where something is wrong.
 */
export interface CellText {
  key: string;
  column: string;
  text: string;
  row: number;
  at: number;
}
/** What was pasted, laid over the grid. */
export interface Pasted {
  /** For cells that can be changed. */
  cells: readonly CellText[];
  /**
   * Rows that lie beyond the last one, by column; `from` is the number of the first of them in what
   * was pasted.
   */
  beyond: readonly Readonly<Record<string, string>>[];
  from: number;
  /** Cells left out: they cannot be changed, or lie right of the last column. */
  left: number;
  /** Cells in the clipboard when they are more than PASTE_MAX_CELLS; nothing is laid out then. */
  over: number;
}

/** What the input over a cell works with. */
export interface CellInput<R> {
  row: R;
  column: string;
  /** What is being entered now. */
  value: unknown;
  /** `done`: the choice is made and the input may close (a single select). */
  onChange(value: unknown, done?: boolean): void;
  /** Sentence about what was refused before, shown by the grid under the input. */
  fault: string | undefined;
}

/**
 * Editing in place. The grid moves, opens one input over the active cell, copies, pastes, fills,
 * clears and undoes; values, checks and saving are the owner's. An owner over a form's rows returns
 * the field's value from `value` and sets it in `write`; an owner over a list writes optimistically
 * and reports refused values through `faults`.
 */
export interface GridEditing<R> {
  /** Whether this cell can be changed; others stay readable and can be copied. */
  can(row: R, column: string): boolean;
  /** The value an input starts with, what was typed and refused included. */
  value(row: R, column: string): unknown;
  /**
   * The input of a cell; the grid positions it, gives it the focus, and handles Enter, Tab and Esc.
   */
  input(cell: CellInput<R>): ReactNode;
  /**
   * Takes these values, several cells as one step. Cells that stay what they were may be among
   * them.
   */
  write(changes: readonly CellChange[]): void;
  /**
   * Those of the steps whose cells still have the step's value; says of the others that others have
   * changed them since. Without it all may be taken back.
   */
  stillMine?(steps: readonly CellStep[]): readonly CellStep[];
  /** The value Enter and a double click give at once, without an input (a box is ticked). */
  flip?(row: R, column: string): { value: unknown } | undefined;
  /**
   * Parses pasted texts, reports to the user those it leaves out, and asks before it creates rows.
   * Without it nothing can be pasted.
   */
  paste?(pasted: Pasted): Promise<readonly CellChange[]>;
  /**
   * What was refused, by row key and column: the cell is marked, its sentence is read out where the
   * cell is active.
   */
  faults?: ReadonlyMap<string, ReadonlyMap<string, string>> | undefined;
  /** Writing into this row adds another one below it: Enter and Tab lead there. */
  begins?(key: string): boolean;
  /** The cursor left a row, or the grid was left from it. */
  leave?(key: string): void;
  /** The person gives up what was refused in a cell: Esc on the marked cell. */
  drop?(key: string, column: string): void;
}

/**
 * What the grid's owner may ask of it: tools beside it work on the active cell, errors lead to one.
 */
export interface GridHandle {
  /** The active cell, by number. */
  at(): { row: number; col: number } | null;
  /** Makes a cell the active one, brings it into view and gives the grid the focus. */
  go(row: number, column: string | number): void;
  /** Makes a row's cell the active one and brings it into view; the focus stays where it is. */
  show(row: number): void;
  /** Opens the input of the active cell. */
  edit(): void;
}

export interface VirtualGridProps<R> {
  handle?: Ref<GridHandle>;
  /** Accessible name. */
  label: string;
  /** Rows, in their order. A GridBand among them is a heading across all columns (a group). */
  rows: GridRows<R | GridBand>;
  columns: readonly GridColumn<R>[];
  /** Stable while the row lives; unique among the rows. */
  rowKey(row: R, index: number): string;
  /** Pixels, the same for every row. */
  rowHeight: number;
  /** Texts go on in a second line of a row that is high enough for it. */
  twoLines?: boolean | undefined;
  /**
   * Number of records before the first row, and of all records, for screen readers of a paged list.
   */
  offset?: number;
  total?: number;
  sort?: readonly GridSort[];
  /** Sets the direction of one column (null: not sorted by it); `add` keeps the others. */
  onSort?(id: string, dir: 'asc' | 'desc' | null, add: boolean): void;
  /** Keys of checked rows; without onSelect there are no check boxes. */
  selection?: ReadonlySet<string>;
  onSelect?(keys: readonly string[], on: boolean): void;
  /**
   * Without it rows cannot be opened, and do not look it. A click or Enter opens; with `editing` a
   * click only moves to the cell, and a button in the row's first cell, or Ctrl and Enter, opens.
   */
  onOpen?(row: R, key: string): void;
  /** Rows that are no record yet: they cannot be ticked or opened. */
  isNew?(key: string): boolean;
  onResize?(id: string, width: number): void;
  onMove?(id: string, before: string | null): void;
  onHide?(id: string): void;
  /** Freezes or frees a column at the left edge. */
  onPin?(id: string, on: boolean): void;
  /** More of a column's menu, after the grid's own items. */
  menu?(column: GridColumn<R>): readonly GridMenuItem[];
  /** Buttons at the end of a row. */
  actions?(row: R, key: string, index: number): ReactNode;
  /** Pixels. */
  actionsWidth?: number;
  editing?: GridEditing<R> | undefined;
  /** Opens or closes a heading among the rows. */
  onBand?(key: string): void;
  /** Content below a column in a row that sticks to the bottom; without it there is none. */
  footer?: ((column: GridColumn<R>) => ReactNode) | undefined;
  /** A new response is being loaded: announced to screen readers, changes nothing else. */
  busy?: boolean;
  /** When this changes, the grid goes back to its top and forgets the active cell. */
  place?: string;
}
export interface GridMenuItem {
  text: string;
  icon: string;
  run(): void;
  /** Checked or not, for a choice that stays. */
  checked?: boolean;
}
