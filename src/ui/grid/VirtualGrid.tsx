import { observer } from 'mobx-react-lite';
import { useRef } from 'react';
import type {
  CSSProperties,
  FocusEvent,
  KeyboardEvent,
  MouseEvent,
  RefObject,
  UIEvent,
} from 'react';
import { useStable } from '../hooks/hooks.ts';
import { clipboardOf } from './clipboard.ts';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { recordAt } from './places.ts';
import { Row } from './Row.tsx';
import { TypingBox } from './TypingBox.tsx';
import { markOf } from './selection.ts';
import type { VirtualGridProps } from './types.ts';
import { useGrid, type Grid } from './useGrid.ts';
import { useHandlers } from './useHandlers.ts';
import styles from './grid.module.css';

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

interface PartProps<R> {
  grid: Grid<R>;
}

function GridHeader<R>({ grid: { props, positioned, view, checks } }: PartProps<R>) {
  const checkPage = useStable(checks.all);
  return (
    <Header
      laid={positioned}
      root={view.root}
      from={view.columns.from}
      to={view.columns.to}
      sort={props.sort ?? NO_SORT}
      checked={checks.state}
      onCheck={checkPage}
      hasActions={props.actions !== undefined}
      onSort={props.onSort}
      onResize={props.onResize}
      onMove={props.onMove}
      onHide={props.onHide}
      onPin={props.onPin}
      menu={props.menu}
    />
  );
}

/** The rows on the screen, each in a slot that later rows reuse. */
function Rows<R>({ grid: { props, view, positioned, cursor, cellId } }: PartProps<R>) {
  const { rows, rowKey, rowHeight, offset = 0, selection, onSelect, actions, editing } = props;
  const { isNew } = props;
  const { from, to } = view.rows;
  return Array.from({ length: to - from }, (_, i) => from + i).map((index) => {
    const row = rows.at(index);
    if (row === undefined) return null;
    const record = recordAt(rows, index);
    const key = record === undefined ? '' : rowKey(record, index);
    const fresh = isNew?.(key) ?? false;
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
        fresh={fresh}
        opener={editing !== undefined && props.onOpen !== undefined && !fresh}
      />
    );
  });
}

/** Observable rows are drawn again when one of those on the screen changes. */
const DrawnRows = observer(Rows) as typeof Rows;

const countOf = <R,>({ rows, total }: VirtualGridProps<R>): number => total ?? rows.length;
const classOf = <R,>({ props: { onOpen, editing, twoLines }, covers }: Grid<R>): string =>
  [
    styles.grid,
    onOpen && !editing && styles.opens,
    twoLines && styles.twoLines,
    covers && styles.covers,
  ]
    .filter(Boolean)
    .join(' ');
const isInView = <R,>({ cursor, view: { rows } }: Grid<R>): boolean =>
  cursor !== null && cursor.at.row >= rows.from && cursor.at.row < rows.to;
/** The grid's element as screen readers and styles know it. */
function attributesOf<R>(grid: Grid<R>) {
  const { props, positioned, cursor, cellId } = grid;
  return {
    // The box that takes what is typed has the focus in its place.
    tabIndex: props.editing && cursor ? -1 : 0,
    'aria-label': props.label,
    'aria-rowcount': countOf(props) + 1,
    'aria-colcount': positioned.columns.length + positioned.before + (props.actions ? 1 : 0),
    'aria-multiselectable': props.onSelect ? true : undefined,
    'aria-readonly': props.editing ? undefined : true,
    'aria-busy': props.busy,
    'aria-activedescendant': isInView(grid) ? cellId : undefined,
    className: classOf(grid),
    style: { ...positioned.style, '--line': `${props.rowHeight - 1}px` } as CSSProperties,
  };
}
const clipboardHandlers = <R,>({ props, sheet, cursor, editing, select }: Grid<R>) =>
  clipboardOf({
    sheet,
    cursor,
    editing: props.editing,
    take: editing.take,
    clear: editing.clear,
    select,
  });

interface TypingProps<R> extends PartProps<R> {
  box: RefObject<HTMLDivElement | null>;
  onKeyDown(event: KeyboardEvent): void;
}
/** Where an editable grid is typed in, once it has an active cell. */
function Typing<R>({ grid, box, onKeyDown }: TypingProps<R>) {
  const { props, view, cursor, cellId, editing } = grid;
  if (!props.editing || !cursor) return null;
  return (
    <TypingBox
      box={box}
      root={view.root}
      label={props.label}
      cellId={cellId}
      inView={isInView(grid)}
      canWrite={editing.canWrite(cursor.at)}
      onKeyDown={onKeyDown}
      onText={(text) => editing.start(cursor.at, text)}
      {...clipboardHandlers(grid)}
    />
  );
}

/**
 * Virtualised rows and columns: fixed header and summary, frozen columns, sorting marks, check
 * boxes, a range of cells, copying and editing in place. Rows on the screen are drawn in slots that
 * are reused as they scroll by, so that a jump changes texts and creates no elements. Unused
 * features (editing, footer, bands) are not drawn and have no listeners.
 */
export function VirtualGrid<R>(props: VirtualGridProps<R>) {
  const grid = useGrid(props);
  const { onKeyDown, onDoubleClick, ...pressed } = useHandlers(grid);
  const { view, positioned } = grid;
  const box = useRef<HTMLDivElement>(null);
  const onFocus = ({ target, currentTarget }: FocusEvent) => {
    if (target === currentTarget) box.current?.focus({ preventScroll: true });
  };
  const onScroll = (event: UIEvent<HTMLElement>) => {
    markShift(event);
    view.onScroll();
  };
  return (
    <div className={styles.host} onBlur={grid.onBlur}>
      <Typing grid={grid} box={box} onKeyDown={onKeyDown} />
      <div
        ref={view.root}
        role="grid"
        {...attributesOf(grid)}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
        onScroll={onScroll}
        {...clipboardHandlers(grid)}
      >
        <GridHeader grid={grid} />
        <div
          role="rowgroup"
          className={styles.body}
          style={{ height: props.rows.length * props.rowHeight }}
          {...pressed}
          onDoubleClick={props.editing ? onDoubleClick : undefined}
          onMouseOver={titleCut}
        >
          <DrawnRows grid={grid} />
        </div>
        {props.footer && (
          <Footer
            laid={positioned}
            from={view.columns.from}
            to={view.columns.to}
            place={countOf(props) + 2}
            draw={props.footer}
            hasActions={props.actions !== undefined}
          />
        )}
      </div>
      {grid.editing.layer}
    </div>
  );
}
