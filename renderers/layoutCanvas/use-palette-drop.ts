import { useState } from 'react';
import type { DragEvent } from 'react';
import { PALETTE_TYPE, setDropTarget } from '../../src/ui/parts/index.ts';
import { dropPosition } from './drop.ts';
import { positionOfKey, type CanvasPosition, type CanvasLayout } from './positions.ts';

const carriesItem = (event: DragEvent): boolean => event.dataTransfer.types.includes(PALETTE_TYPE);

/**
 * Takes items dragged from a palette: leaves the place for the palette's pick, whose steps insert
 * there.
 */
export function usePaletteDrop(
  places: CanvasLayout,
  locked: boolean,
  besideIn: (part: number, group: number) => boolean,
) {
  const [over, setOver] = useState<CanvasPosition | null>(null);
  /**
   * Before or after the item under the pointer, else at the end of the section under it, else of
   * the last one.
   */
  const placeAt = (event: DragEvent): CanvasPosition | null => {
    const entry = (event.target as Element).closest<HTMLElement>('[data-entry]');
    const at = entry
      ? positionOfKey(entry.dataset['entry']!)
      : { part: places.partCount - 1, group: -1, item: -1 };
    if (entry && at.item >= 0)
      return dropPosition(
        { place: at, beside: besideIn(at.part, at.group) },
        entry.getBoundingClientRect(),
        { x: event.clientX, y: event.clientY },
      );
    const last = places.groupsIn(at.part).at(-1);
    const here = at.group >= 0 ? at : last === undefined ? null : { ...at, group: last };
    const { part, group } = here ?? places.lastGroup ?? at;
    const items = places.itemsOf(part, group);
    return items ? { part, group, item: items.rows.length } : null;
  };
  const onDragOver = (event: DragEvent): void => {
    if (locked || !carriesItem(event)) return;
    const place = placeAt(event);
    if (!place) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    setOver(place);
  };
  const onDrop = (event: DragEvent): void => {
    const place = locked || !carriesItem(event) ? null : placeAt(event);
    setOver(null);
    if (!place) return;
    event.preventDefault();
    setDropTarget(place.item, [place.part, place.group]);
  };
  const onDragLeave = (event: DragEvent): void => {
    if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(null);
  };
  return { over, handlers: { onDragOver, onDrop, onDragLeave } };
}
