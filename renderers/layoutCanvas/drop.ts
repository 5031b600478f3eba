import { closestCenter, pointerWithin, type CollisionDetection } from '@dnd-kit/core';
import { levelOf, type CanvasLevel, type CanvasPosition } from './positions.ts';

/**
 * What a droppable represents: a page, section or item, or the space of a section after its last
 * item.
 */
export interface DropZone {
  readonly place: CanvasPosition;
  /** Items are side by side here. */
  readonly beside: boolean;
  readonly end?: boolean;
}
interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}
interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * The place of a drop over a target: before it, or after it when the pointer is in its second half.
 */
export function dropPosition(
  { place, beside, end }: DropZone,
  box: Box,
  { x, y }: Point,
): CanvasPosition {
  if (end) return place;
  const after = beside ? x > box.left + box.width / 2 : y > box.top + box.height / 2;
  if (!after) return place;
  const level = levelOf(place);
  return { ...place, [level]: place[level] + 1 };
}

/**
 * Only spots of the level that is dragged count: an item lands among items, a section among
 * sections. `point` keeps the pointer.
 */
export const collisions =
  (point: { current: Point | null }): CollisionDetection =>
  (args) => {
    point.current = args.pointerCoordinates;
    const level = (args.active.data.current as { level?: CanvasLevel } | undefined)?.level;
    const fitting = args.droppableContainers.filter(({ data }) => {
      const spot = data.current as DropZone | undefined;
      return spot !== undefined && levelOf(spot.place) === level;
    });
    const within = pointerWithin({ ...args, droppableContainers: fitting });
    // The room of a section holds its items: they go first.
    if (within.length > 0) return within.toSorted((a, b) => Number(isEnd(a)) - Number(isEnd(b)));
    return closestCenter({ ...args, droppableContainers: fitting });
  };
const isEnd = ({
  data,
}: {
  data?: { droppableContainer?: { data: { current?: unknown } } };
}): boolean => (data?.droppableContainer?.data.current as DropZone | undefined)?.end === true;
