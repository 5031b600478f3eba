import { useState } from 'react';
import type { DragEvent, RefObject } from 'react';
import { PALETTE_TYPE, setDropTarget } from '../../src/ui/parts/index.ts';

const carriesItem = (event: DragEvent): boolean => event.dataTransfer.types.includes(PALETTE_TYPE);

/** The place among the rows the pointer is at: before the first row whose middle is below it. */
function placeAt(list: HTMLElement | null, y: number): number {
  const rows = [...(list?.querySelectorAll<HTMLElement>(':scope > [data-row]') ?? [])];
  const at = rows.findIndex((row) => {
    const box = row.getBoundingClientRect();
    return y < box.top + box.height / 2;
  });
  return at < 0 ? rows.length : at;
}

/**
 * Takes items dragged from a palette: leaves the place for the palette's pick, whose steps insert
 * there.
 */
export function useDrop(list: RefObject<HTMLElement | null>, locked: boolean) {
  const [at, setAt] = useState<number | null>(null);
  const over = (event: DragEvent) => {
    if (locked || !carriesItem(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    setAt(placeAt(list.current, event.clientY));
  };
  const drop = (event: DragEvent) => {
    if (locked || !carriesItem(event)) return;
    event.preventDefault();
    setDropTarget(placeAt(list.current, event.clientY));
    setAt(null);
  };
  const leave = (event: DragEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setAt(null);
  };
  return { at, handlers: { onDragOver: over, onDrop: drop, onDragLeave: leave } };
}
