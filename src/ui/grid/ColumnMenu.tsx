import { useRef } from 'react';
import type { KeyboardEvent, RefObject } from 'react';
import { Icon } from '../icons/icons.tsx';
import { FloatingPanel } from '../overlay/FloatingPanel.tsx';
import { arrowTarget } from '../hooks/focus.ts';
import type { GridColumn, GridMenuItem, VirtualGridProps } from './types.ts';
import styles from './grid.module.css';

interface Props<R> extends Pick<
  VirtualGridProps<R>,
  'onSort' | 'onMove' | 'onHide' | 'onPin' | 'menu'
> {
  anchor: RefObject<HTMLElement | null>;
  column: GridColumn<R>;
  columns: readonly GridColumn<R>[];
  dir: 'asc' | 'desc' | undefined;
  /** Makes the column as wide as what it holds; undefined where widths are fixed. */
  onFit: (() => void) | undefined;
  onClose(): void;
}

type Items = readonly (GridMenuItem | false | undefined)[];

function sortItems<R>({ column, dir, onSort }: Props<R>): Items {
  if (!onSort) return [];
  return [
    column.sortable === true &&
      dir !== 'asc' && {
        text: '升序',
        icon: 'sort-ascending',
        run: () => onSort(column.id, 'asc', false),
      },
    column.sortable === true &&
      dir !== 'desc' && {
        text: '降序',
        icon: 'sort-descending',
        run: () => onSort(column.id, 'desc', false),
      },
    dir !== undefined && {
      text: '取消排序',
      icon: 'close',
      run: () => onSort(column.id, null, true),
    },
  ];
}
/** Moves stay among the frozen or among the other columns. */
function moveItems<R>({ column, columns, onMove }: Props<R>): Items {
  if (!onMove) return [];
  const kin = columns.filter((other) => !!other.frozen === !!column.frozen);
  const at = kin.indexOf(column);
  const left = kin[at - 1];
  return [
    left && { text: '左移', icon: 'arrow-left', run: () => onMove(column.id, left.id) },
    kin[at + 1] && {
      text: '右移',
      icon: 'arrow-right',
      run: () => onMove(column.id, kin[at + 2]?.id ?? null),
    },
  ];
}
/** What can be done with a column. */
function itemsOf<R>(props: Props<R>): GridMenuItem[] {
  const { column, columns, onHide, onPin, onFit, menu } = props;
  const items: Items = [
    ...sortItems(props),
    ...(menu?.(column) ?? []),
    onPin && {
      text: column.frozen ? '取消冻结' : '冻结此列',
      icon: column.frozen ? 'unlock' : 'lock',
      run: () => onPin(column.id, !column.frozen),
    },
    ...moveItems(props),
    onFit && { text: '按内容调整宽度', icon: 'expand', run: onFit },
    onHide &&
      columns.length > 1 && {
        text: '隐藏此列',
        icon: 'eye-invisible',
        run: () => onHide(column.id),
      },
  ];
  return items.filter((item): item is GridMenuItem => !!item);
}

/** The menu of a column's header; also the keyboard's way to what dragging does. */
export function ColumnMenu<R>(props: Props<R>) {
  const list = useRef<HTMLDivElement>(null);
  const { column, onClose } = props;
  const keys = (event: KeyboardEvent) => {
    const target = arrowTarget(event, list.current, '[role^="menuitem"]');
    if (target) {
      event.preventDefault();
      target.focus();
    }
    if (event.key === 'Tab') onClose();
    if (event.key !== 'Escape') event.stopPropagation();
  };
  return (
    <FloatingPanel
      anchor={props.anchor}
      title={column.title}
      width={184}
      role="none"
      onClose={onClose}
    >
      <div
        ref={list}
        role="menu"
        aria-label={`${column.title}列`}
        className={styles.menu}
        onKeyDown={keys}
      >
        {itemsOf(props).map((item) => (
          <button
            key={item.text}
            type="button"
            role={item.checked === undefined ? 'menuitem' : 'menuitemcheckbox'}
            aria-checked={item.checked}
            tabIndex={-1}
            className={styles.menuItem}
            onClick={() => {
              onClose();
              item.run();
            }}
          >
            <Icon name={item.icon} />
            {item.text}
            {item.checked && <Icon name="check" className={styles.menuCheck} />}
          </button>
        ))}
      </div>
    </FloatingPanel>
  );
}
