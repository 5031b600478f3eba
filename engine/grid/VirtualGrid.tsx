import { observeElementRect, useVirtualizer } from '@tanstack/react-virtual';
import type { Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useRef, useState } from 'react';
import type { CSSProperties, KeyboardEvent, MouseEvent, UIEvent } from 'react';
import { useStable } from '../kit/hooks.ts';
import { Header } from './Header.tsx';
import { isOwnKey, rowAfter } from './keyboard.ts';
import { Row } from './Row.tsx';
import { FIRST_SCREEN, HEADER_HEIGHT, OVERSCAN, type VirtualGridProps } from './types.ts';
import { useColumns } from './useColumns.ts';
import styles from './grid.module.css';

const DEFAULT_ACTIONS_WIDTH = 120;
const NO_SORT: readonly never[] = [];

/** A grid that has no height yet (not laid out, or no layout at all) still draws a first screen. */
function observeRect(instance: Virtualizer<HTMLDivElement, Element>, report: (rect: { width: number; height: number }) => void) {
  return observeElementRect(instance, (rect) => report(rect.height > 0 ? rect : { width: rect.width, height: FIRST_SCREEN }));
}

function useWindow<R>({ rows, rowHeight, place }: VirtualGridProps<R>) {
  const root = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer<HTMLDivElement, Element>({
    count: rows.length, getScrollElement: () => root.current, estimateSize: () => rowHeight, overscan: OVERSCAN,
    initialRect: { width: 0, height: FIRST_SCREEN }, observeElementRect: observeRect, scrollPaddingEnd: HEADER_HEIGHT,
  });
  // Not at the first drawing: both would lay the page out once more for nothing.
  const known = useRef({ rowHeight, place });
  useEffect(() => {
    const before = known.current;
    known.current = { rowHeight, place };
    if (before.rowHeight !== rowHeight) virtualizer.measure();
    if (before.place !== place && root.current) root.current.scrollTop = 0;
  }, [virtualizer, rowHeight, place]);
  return { root, virtualizer };
}

/** Selects a row, or with Shift all between it and the last one selected. */
function useChecks<R>({ rows, rowKey, selection, onSelect }: VirtualGridProps<R>) {
  const last = useRef(-1);
  const keyAt = (index: number) => { const row = rows[index]; return row === undefined ? [] : [rowKey(row, index)]; };
  return (index: number, range: boolean) => {
    const [key] = keyAt(index);
    if (key === undefined) return;
    const from = range && last.current >= 0 ? Math.min(last.current, index) : index;
    const to = range && last.current >= 0 ? Math.max(last.current, index) : index;
    last.current = index;
    onSelect?.(Array.from({ length: to - from + 1 }, (_, i) => keyAt(from + i)).flat(), !selection?.has(key));
  };
}

function pageState<R>({ rows, rowKey, selection, onSelect }: VirtualGridProps<R>): 'all' | 'some' | 'none' | undefined {
  if (!onSelect) return undefined;
  if (!selection?.size || rows.length === 0) return 'none';
  const chosen = rows.reduce((count, row, index) => count + (selection.has(rowKey(row, index)) ? 1 : 0), 0);
  return chosen === rows.length ? 'all' : chosen > 0 ? 'some' : 'none';
}

/** A cut-off cell says its whole text to the pointer; asked only when the pointer is there. */
function titleCut(event: MouseEvent) {
  const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('[role="gridcell"]') : null;
  if (cell) cell.title = cell.scrollWidth > cell.clientWidth && !cell.dataset['own'] ? cell.textContent ?? '' : '';
}

/** Frozen columns need to stick only while others have moved under them. */
function markShift(event: UIEvent<HTMLElement>) {
  const { currentTarget: root } = event;
  if (root.scrollLeft > 0 !== root.hasAttribute('data-shifted')) root.toggleAttribute('data-shifted');
}

/**
 * In-memory rows behind a window: fixed header, frozen columns, sorting marks, selection, keyboard. Rows on screen are kept
 * in slots that are filled anew as they scroll by, so that a jump changes texts and makes no elements.
 */
export function VirtualGrid<R>(props: VirtualGridProps<R>) {
  const { label, rows, rowKey, rowHeight, offset = 0, total, sort = NO_SORT, selection, onSelect, onOpen, actions, busy } = props;
  const id = useId();
  const [active, setActive] = useState(-1);
  useEffect(() => setActive(-1), [props.place]);
  const actionsWidth = actions ? props.actionsWidth ?? DEFAULT_ACTIONS_WIDTH : 0;
  const laid = useColumns(props.columns, onSelect !== undefined, actionsWidth);
  const { root, virtualizer } = useWindow(props);
  const check = useChecks(props);
  const checkPage = useStable((on: boolean) => onSelect?.(rows.map(rowKey), on));
  const open = (index: number) => { const row = rows[index]; if (row !== undefined) onOpen?.(row, rowKey(row, index)); };
  const keys = (event: KeyboardEvent<HTMLDivElement>) => {
    if (!isOwnKey(event)) return;
    const page = Math.max(1, Math.floor(((root.current?.clientHeight ?? 0) - HEADER_HEIGHT) / rowHeight) || 10);
    const next = rowAfter(event.key, active, rows.length, page);
    if (next !== null) { event.preventDefault(); setActive(next); virtualizer.scrollToIndex(next); }
    else if (event.key === 'Enter' && active >= 0) { event.preventDefault(); open(active); }
    else if (event.key === ' ' && active >= 0 && onSelect) { event.preventDefault(); check(active, event.shiftKey); }
    else if (event.key === 'a' && event.ctrlKey && onSelect) { event.preventDefault(); onSelect(rows.map(rowKey), true); }
  };
  const click = (event: MouseEvent) => {
    const target = event.target instanceof Element ? event.target : null;
    const index = Number(target?.closest<HTMLElement>('[data-row]')?.dataset['row'] ?? -1);
    if (index < 0 || !target) return;
    if (target.closest('[data-check]') || (onSelect && target.closest('[role="gridcell"]')?.querySelector('[data-check]'))) { check(index, event.shiftKey); return; }
    if (target.closest('[data-own], a, button, input')) return;
    setActive(index);
    open(index);
  };
  const items = virtualizer.getVirtualItems();
  // As many as can ever be on screen at once: with a changing number, rows would change slots and be drawn anew.
  const slots = Math.ceil((virtualizer.scrollRect?.height ?? FIRST_SCREEN) / rowHeight) + 2 + 2 * OVERSCAN;
  return (
    <div ref={root} role="grid" tabIndex={0} aria-label={label} aria-rowcount={(total ?? rows.length) + 1} aria-colcount={laid.columns.length + (onSelect ? 1 : 0) + (actions ? 1 : 0)} aria-multiselectable={onSelect ? true : undefined}
      aria-busy={busy} aria-activedescendant={active >= 0 && active < rows.length ? `${id}-${active}` : undefined} className={`${styles.grid} ${onOpen ? styles.opens : ''}`} style={{ ...laid.style, '--line': `${rowHeight - 1}px` } as CSSProperties} onKeyDown={keys} onScroll={markShift}>
      <Header laid={laid} root={root} sort={sort} checked={pageState(props)} onCheck={checkPage} hasActions={actions !== undefined}
        onSort={props.onSort} onResize={props.onResize} onMove={props.onMove} onHide={props.onHide} />
      <div role="rowgroup" className={styles.body} style={{ height: virtualizer.getTotalSize() }} onClick={click} onMouseOver={titleCut}>
        {items.map((item) => {
          const row = rows[item.index];
          if (row === undefined) return null;
          const key = rowKey(row, item.index);
          return (
            <Row key={item.index % slots} id={`${id}-${item.index}`} row={row} index={item.index} place={offset + item.index + 2} top={item.start} height={rowHeight} laid={laid}
              checked={onSelect ? selection?.has(key) ?? false : undefined} active={item.index === active} name={key} actions={actions} />
          );
        })}
      </div>
    </div>
  );
}
