import { useRef } from 'react';
import type { KeyboardEvent, RefObject } from 'react';
import { Icon } from '../theme/icons.tsx';
import { FloatingPanel } from '../parts/FloatingPanel.tsx';
import { arrowTarget } from '../parts/focus.ts';
import type { GridColumn, VirtualGridProps } from './types.ts';
import styles from './grid.module.css';

interface Props<R> extends Pick<VirtualGridProps<R>, 'onSort' | 'onMove' | 'onHide'> {
  anchor: RefObject<HTMLElement | null>;
  column: GridColumn<R>;
  columns: readonly GridColumn<R>[];
  dir: 'asc' | 'desc' | undefined;
  onClose(): void;
}
interface Item { text: string; icon: string; run: () => void }

/** What can be done with a column; moves stay among the frozen or the other columns. */
function itemsOf<R>({ column, columns, dir, onSort, onMove, onHide }: Props<R>): Item[] {
  const kin = columns.filter((other) => !!other.frozen === !!column.frozen);
  const at = kin.indexOf(column);
  const left = kin[at - 1];
  const right = kin[at + 1];
  const items: (Item | false | undefined)[] = [
    onSort && column.sortable === true && dir !== 'asc' && { text: '升序', icon: 'sort-ascending', run: () => onSort(column.id, 'asc', false) },
    onSort && column.sortable === true && dir !== 'desc' && { text: '降序', icon: 'sort-descending', run: () => onSort(column.id, 'desc', false) },
    onSort && dir !== undefined && { text: '取消排序', icon: 'close', run: () => onSort(column.id, null, true) },
    onMove && left && { text: '左移', icon: 'arrow-left', run: () => onMove(column.id, left.id) },
    onMove && right && { text: '右移', icon: 'arrow-right', run: () => onMove(column.id, kin[at + 2]?.id ?? null) },
    onHide && columns.length > 1 && { text: '隐藏此列', icon: 'eye-invisible', run: () => onHide(column.id) },
  ];
  return items.filter((item): item is Item => !!item);
}

/** The menu of a column's header; also the keyboard's way to what dragging does. */
export function ColumnMenu<R>(props: Props<R>) {
  const list = useRef<HTMLDivElement>(null);
  const { column, onClose } = props;
  const keys = (event: KeyboardEvent) => {
    const target = arrowTarget(event, list.current, '[role="menuitem"]');
    if (target) { event.preventDefault(); target.focus(); }
    if (event.key === 'Tab') onClose();
    if (event.key !== 'Escape') event.stopPropagation();
  };
  return (
    <FloatingPanel anchor={props.anchor} title={column.title} width={160} role="none" onClose={onClose}>
      <div ref={list} role="menu" aria-label={`${column.title}列`} className={styles.menu} onKeyDown={keys}>
        {itemsOf(props).map((item) => (
          <button key={item.text} type="button" role="menuitem" tabIndex={-1} className={styles.menuItem} onClick={() => { onClose(); item.run(); }}><Icon name={item.icon} />{item.text}</button>
        ))}
      </div>
    </FloatingPanel>
  );
}
