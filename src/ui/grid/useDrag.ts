import { useEffect, useRef } from 'react';
import type { PointerEvent, RefObject } from 'react';
import type { Cell } from './selection.ts';

/**
 * Rows scrolled a tick, and milliseconds between ticks, while the pointer is held beyond the edge.
 */
const PULL_MS = 50;

/**
 * A press with the mouse and a move to other cells selects a range; held beyond the edge, the grid
 * scrolls on. Listens to the window only while the button is down. `moved`: the following click
 * ends a drag.
 */
export function useDrag(
  root: RefObject<HTMLElement | null>,
  rowHeight: number,
  cellAt: (element: Element | null) => Cell | null,
  extend: (to: Cell) => void,
) {
  const moved = useRef(false);
  const stop = useRef<(() => void) | null>(null);
  const latest = useRef({ cellAt, extend });
  latest.current = { cellAt, extend };
  useEffect(() => () => stop.current?.(), []);
  const begin = (event: PointerEvent, start: Cell) => {
    moved.current = false;
    if (event.pointerType === 'touch' || event.button !== 0) return;
    let last = start;
    let pointer = { x: event.clientX, y: event.clientY };
    const reach = () => {
      const cell = latest.current.cellAt(document.elementFromPoint?.(pointer.x, pointer.y) ?? null);
      if (!cell || (cell.row === last.row && cell.col === last.col)) return;
      last = cell;
      moved.current = true;
      latest.current.extend(cell);
    };
    const pull = setInterval(() => {
      const box = root.current?.getBoundingClientRect();
      if (!box || !root.current || !moved.current) return;
      if (pointer.y > box.bottom - 4) root.current.scrollTop += rowHeight;
      else if (pointer.y < box.top + rowHeight) root.current.scrollTop -= rowHeight;
      if (pointer.x > box.right - 4) root.current.scrollLeft += rowHeight;
      reach();
    }, PULL_MS);
    const move = (next: globalThis.PointerEvent) => {
      pointer = { x: next.clientX, y: next.clientY };
      reach();
    };
    const end = () => {
      clearInterval(pull);
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', end);
      window.removeEventListener('pointercancel', end);
      stop.current = null;
    };
    stop.current?.();
    stop.current = end;
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', end);
    window.addEventListener('pointercancel', end);
  };
  return { begin, moved };
}
