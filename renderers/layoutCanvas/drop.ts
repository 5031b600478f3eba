import { closestCenter, pointerWithin, type CollisionDetection } from '@dnd-kit/core';
import { levelOf, type Level, type Place } from './places.ts';

/**
 * What a droppable stands for: a page, section or item, or the room of a section after its last
 * item.
 */
export interface Spot {
  readonly place: Place;
  /** Items stand side by side here. */
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
 * The place something would have, let go over a spot: before it, or after it when the pointer is in
 * its second half.
 */
export function placeOver({ place, beside, end }: Spot, box: Box, { x, y }: Point): Place {
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
    const level = (args.active.data.current as { level?: Level } | undefined)?.level;
    const fitting = args.droppableContainers.filter(({ data }) => {
      const spot = data.current as Spot | undefined;
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
}): boolean => (data?.droppableContainer?.data.current as Spot | undefined)?.end === true;
