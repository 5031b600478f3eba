import { memo, useRef, useState } from 'react';
import type { DragEvent, KeyboardEvent, PointerEvent, RefObject } from 'react';
import { Icon } from '../theme/icons.tsx';
import { ColumnMenu } from './ColumnMenu.tsx';
import type { GridColumn, GridSort, VirtualGridProps } from './types.ts';
import type { Laid } from './useColumns.ts';
import styles from './grid.module.css';

type Handlers<R> = Pick<VirtualGridProps<R>, 'onSort' | 'onResize' | 'onMove' | 'onHide'>;
/** Narrowest a drag may show, in pixels; the owner of widths has the last word. */
const DRAG_MIN = 48;
/** One press of Alt and an arrow, in pixels. */
const KEY_STEP = 16;
const NEXT: Record<string, 'asc' | 'desc' | null> = { none: 'asc', asc: 'desc', desc: null };
const ARIA = { asc: 'ascending', desc: 'descending' } as const;

/** Drags a column's edge: the width is one CSS variable until it is let go. */
function dragEdge(event: PointerEvent<HTMLElement>, root: HTMLElement | null, [widthName, growsName]: readonly [string, string], done: (width: number) => void) {
  event.preventDefault();
  event.stopPropagation();
  const edge = event.currentTarget;
  const start = event.clientX;
  const from = edge.parentElement?.offsetWidth ?? DRAG_MIN;
  let width = from;
  edge.setPointerCapture(event.pointerId);
  const move = (next: globalThis.PointerEvent) => {
    width = Math.max(DRAG_MIN, from + next.clientX - start);
    root?.style.setProperty(widthName, `${width}px`);
    root?.style.setProperty(growsName, '0');
  };
  edge.addEventListener('pointermove', move);
  edge.addEventListener('lostpointercapture', () => { edge.removeEventListener('pointermove', move); root?.style.removeProperty(growsName); if (width !== from) done(width); }, { once: true });
}

interface CellProps<R> extends Handlers<R> {
  column: GridColumn<R>; laid: Laid<R>; root: RefObject<HTMLElement | null>; sort: readonly GridSort[]; index: number;
}
function HeadCell<R>({ column, laid, root, sort, index, onSort, onResize, onMove, onHide }: CellProps<R>) {
  const [menu, setMenu] = useState(false);
  const [over, setOver] = useState(false);
  const more = useRef<HTMLButtonElement>(null);
  const dir = sort.find((key) => key.field === column.id)?.dir;
  const rank = sort.length > 1 ? sort.findIndex((key) => key.field === column.id) + 1 : 0;
  const sortable = column.sortable === true && onSort !== undefined;
  const keys = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return;
    event.preventDefault();
    onResize?.(column.id, column.width + (event.key === 'ArrowLeft' ? -KEY_STEP : KEY_STEP));
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const moved = event.dataTransfer.getData('text/x-column');
    if (moved && moved !== column.id) onMove?.(moved, column.id);
  };
  return (
    <div role="columnheader" aria-colindex={index} aria-sort={dir ? ARIA[dir] : sortable ? 'none' : undefined} data-over={over || undefined}
      className={[styles.head, column.frozen && styles.headFrozen, column.align === 'right' && styles.headRight].filter(Boolean).join(' ')} style={laid.cell(column.id)}
      draggable={onMove !== undefined} onDragStart={(event) => event.dataTransfer.setData('text/x-column', column.id)} onDragOver={(event) => { event.preventDefault(); setOver(true); }} onDragLeave={() => setOver(false)} onDrop={drop}>
      {sortable
        ? <button type="button" className={styles.sort} title="点击排序；按住 Shift 追加；Alt 加方向键调整列宽" onKeyDown={keys} onClick={(event) => onSort(column.id, NEXT[dir ?? 'none'] ?? null, event.shiftKey)}>
            <span className={styles.headText}>{column.title}</span>
            {dir && <Icon name={dir === 'asc' ? 'arrow-up' : 'arrow-down'} className={styles.sortMark} />}{dir && rank > 0 && <span className={styles.rank}>{rank}</span>}
          </button>
        : <span className={styles.headText}>{column.title}</span>}
      {(onMove ?? onHide ?? onSort) && <button ref={more} type="button" className={styles.more} aria-label={`${column.title}列的操作`} aria-haspopup="menu" aria-expanded={menu} onClick={() => setMenu(!menu)} />}
      {menu && <ColumnMenu anchor={more} column={column} columns={laid.columns} dir={dir} onClose={() => setMenu(false)} onSort={onSort} onMove={onMove} onHide={onHide} />}
      {onResize && <span role="presentation" className={styles.edge} onPointerDown={(event) => dragEdge(event, root.current, laid.variables(column.id), (width) => onResize(column.id, width))} onClick={(event) => event.stopPropagation()} />}
    </div>
  );
}

interface Props<R> extends Handlers<R> {
  laid: Laid<R>; root: RefObject<HTMLElement | null>; sort: readonly GridSort[];
  /** Check box of the whole page; undefined: none. */
  checked: 'all' | 'some' | 'none' | undefined;
  onCheck(on: boolean): void;
  hasActions: boolean;
}
function GridHeader<R>({ laid, root, sort, checked, onCheck, hasActions, ...handlers }: Props<R>) {
  const first = checked === undefined ? 1 : 2;
  return (
    <div role="rowgroup" className={styles.headGroup}>
      <div role="row" aria-rowindex={1} className={styles.headRow}>
        {checked !== undefined && (
          <div role="columnheader" aria-label="选择" className={styles.headCheck}>
            <input type="checkbox" aria-label="选择本页全部" checked={checked === 'all'} ref={(box) => { if (box) box.indeterminate = checked === 'some'; }} onChange={(event) => onCheck(event.target.checked)} />
          </div>
        )}
        {laid.columns.map((column, index) => <HeadCell key={column.id} column={column} laid={laid} root={root} sort={sort} index={first + index} {...handlers} />)}
        {hasActions && <div role="columnheader" className={styles.headActions}>操作</div>}
      </div>
    </div>
  );
}
export const Header = memo(GridHeader) as typeof GridHeader;
