import { memo, useRef, useState } from 'react';
import type { DragEvent, KeyboardEvent, RefObject } from 'react';
import { Icon } from '../icons/icons.tsx';
import { ColumnMenu } from './ColumnMenu.tsx';
import type { PositionedColumns } from './columns.ts';
import type { GridColumn, GridSort, VirtualGridProps } from './types.ts';
import { dragEdge, widthToContent } from './widths.ts';
import styles from './grid.module.css';

type Handlers<R> = Pick<
  VirtualGridProps<R>,
  'onSort' | 'onResize' | 'onMove' | 'onHide' | 'onPin' | 'menu'
>;
/** One press of Alt and an arrow, in pixels. */
const KEY_STEP = 16;
const DRAGGED = 'text/x-column';
const NEXT: Record<string, 'asc' | 'desc' | null> = { none: 'asc', asc: 'desc', desc: null };
const ARIA = { asc: 'ascending', desc: 'descending' } as const;

interface CellProps<R> extends Handlers<R> {
  column: GridColumn<R>;
  place: number;
  laid: PositionedColumns<R>;
  root: RefObject<HTMLElement | null>;
  sort: readonly GridSort[];
}

/**
 * Events of a header: dragging it elsewhere, dropping another on it; Alt with the arrows resizes,
 * Alt and Shift with the arrows move it.
 */
function listenersOf<R>(
  { column, laid, onResize, onMove }: CellProps<R>,
  setOver: (on: boolean) => void,
) {
  const kin = laid.columns.filter((other) => !!other.frozen === !!column.frozen);
  const at = kin.indexOf(column);
  const moveBy = (step: 1 | -1) => {
    if (kin[at + step]) onMove?.(column.id, step < 0 ? kin[at - 1]!.id : (kin[at + 2]?.id ?? null));
  };
  const keys = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return;
    event.preventDefault();
    const step = event.key === 'ArrowLeft' ? -1 : 1;
    if (event.shiftKey) moveBy(step);
    else onResize?.(column.id, column.width + step * KEY_STEP);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const moved = event.dataTransfer.getData(DRAGGED);
    if (moved && moved !== column.id) onMove?.(moved, column.id);
  };
  const over = (event: DragEvent) => {
    if (onMove && event.dataTransfer.types.includes(DRAGGED)) {
      event.preventDefault();
      setOver(true);
    }
  };
  return {
    keys,
    drag: {
      draggable: onMove !== undefined,
      onDragStart: (event: DragEvent) => event.dataTransfer.setData(DRAGGED, column.id),
      onDragOver: over,
      onDragLeave: () => setOver(false),
      onDrop: drop,
    },
  };
}

interface SortButtonProps<R> {
  column: GridColumn<R>;
  sort: readonly GridSort[];
  dir: GridSort['dir'] | undefined;
  keys: ReturnType<typeof listenersOf>['keys'];
  onSort: NonNullable<CellProps<R>['onSort']>;
}
function SortButton<R>({ column, sort, dir, keys, onSort }: SortButtonProps<R>) {
  const rank = sort.length > 1 ? sort.findIndex((key) => key.field === column.id) + 1 : 0;
  return (
    <button
      type="button"
      className={styles.sort}
      title="点击排序；按住 Shift 追加；Alt 加方向键调整列宽，再加 Shift 移动"
      onKeyDown={keys}
      onClick={(event) => onSort(column.id, NEXT[dir ?? 'none'] ?? null, event.shiftKey)}
    >
      <span data-head className={styles.headText}>
        {column.title}
      </span>
      {column.mark}
      {dir && <Icon name={dir === 'asc' ? 'arrow-up' : 'arrow-down'} className={styles.sortMark} />}
      {dir && rank > 0 && <span className={styles.rank}>{rank}</span>}
    </button>
  );
}

const hasMenu = <R,>({ onMove, onHide, onSort, onPin, menu }: CellProps<R>): boolean =>
  [onMove, onHide, onSort, onPin, menu].some((each) => each !== undefined);
const headClass = ({ frozen, align }: Pick<GridColumn<never>, 'frozen' | 'align'>): string =>
  [styles.head, frozen && styles.headFrozen, align === 'right' && styles.headRight]
    .filter(Boolean)
    .join(' ');

/** The right edge of a column: dragging it sets the width, a double click fits the content. */
function ResizeEdge<R>({
  column,
  place,
  root,
  onResize,
  onFit,
}: CellProps<R> & {
  onResize: NonNullable<CellProps<R>['onResize']>;
  onFit: (() => void) | undefined;
}) {
  return (
    <span
      role="presentation"
      className={styles.edge}
      onPointerDown={(event) =>
        dragEdge(event, root.current, place, (width) => onResize(column.id, width))
      }
      onDoubleClick={onFit}
      onClick={(event) => event.stopPropagation()}
    />
  );
}

function HeadCell<R>(props: CellProps<R>) {
  const {
    column,
    place,
    laid,
    root,
    sort,
    onSort,
    onResize,
    onMove,
    onHide,
    onPin,
    menu: more,
  } = props;
  const [menu, setMenu] = useState(false);
  const [over, setOver] = useState(false);
  const cell = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const dir = sort.find((key) => key.field === column.id)?.dir;
  const sortable = column.sortable === true && onSort !== undefined;
  const { keys, drag } = listenersOf(props, setOver);
  const fit =
    onResize &&
    (() => {
      if (root.current && cell.current)
        onResize(column.id, widthToContent(root.current, cell.current, place));
    });
  return (
    <div
      ref={cell}
      role="columnheader"
      aria-colindex={laid.before + place + 1}
      aria-sort={dir ? ARIA[dir] : sortable ? 'none' : undefined}
      data-over={over || undefined}
      className={headClass(column)}
      style={laid.cells[place]}
      {...drag}
    >
      {onSort && column.sortable === true ? (
        <SortButton column={column} sort={sort} dir={dir} keys={keys} onSort={onSort} />
      ) : (
        <>
          <span data-head className={styles.headText}>
            {column.title}
          </span>
          {column.mark}
        </>
      )}
      {hasMenu(props) && (
        <button
          ref={opener}
          type="button"
          className={styles.more}
          aria-label={`${column.title}列的操作`}
          aria-haspopup="menu"
          aria-expanded={menu}
          onKeyDown={keys}
          onClick={() => setMenu(!menu)}
        />
      )}
      {menu && (
        <ColumnMenu
          anchor={opener}
          column={column}
          columns={laid.columns}
          dir={dir}
          onClose={() => setMenu(false)}
          onSort={onSort}
          onMove={onMove}
          onHide={onHide}
          onPin={onPin}
          onFit={fit}
          menu={more}
        />
      )}
      {onResize && <ResizeEdge {...props} onResize={onResize} onFit={fit} />}
    </div>
  );
}

interface Props<R> extends Handlers<R> {
  laid: PositionedColumns<R>;
  root: RefObject<HTMLElement | null>;
  from: number;
  to: number;
  sort: readonly GridSort[];
  /** Check box of the whole page; undefined: none. */
  checked: 'all' | 'some' | 'none' | undefined;
  onCheck(on: boolean): void;
  hasActions: boolean;
}
function GridHeader<R>({
  laid,
  root,
  from,
  to,
  sort,
  checked,
  onCheck,
  hasActions,
  ...handlers
}: Props<R>) {
  const cell = (column: GridColumn<R>, place: number) => (
    <HeadCell
      key={column.id}
      column={column}
      place={place}
      laid={laid}
      root={root}
      sort={sort}
      {...handlers}
    />
  );
  return (
    <div role="rowgroup" className={styles.headGroup}>
      <div role="row" aria-rowindex={1} className={styles.headRow}>
        {checked !== undefined && (
          <div role="columnheader" aria-label="选择" className={styles.headCheck}>
            <input
              type="checkbox"
              aria-label="选择本页全部"
              checked={checked === 'all'}
              ref={(box) => {
                if (box) box.indeterminate = checked === 'some';
              }}
              onChange={(event) => onCheck(event.target.checked)}
            />
          </div>
        )}
        {laid.columns.slice(0, laid.frozen).map(cell)}
        {from > laid.frozen && (
          <div
            className={styles.gap}
            style={{ width: laid.edges[from]! - laid.edges[laid.frozen]! }}
          />
        )}
        {laid.columns.slice(from, to).map((column, i) => cell(column, from + i))}
        {hasActions && (
          <div role="columnheader" className={styles.headActions}>
            操作
          </div>
        )}
      </div>
    </div>
  );
}
export const Header = memo(GridHeader) as typeof GridHeader;
