import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent, RefObject } from 'react';
import {
  positionKey,
  isSamePosition,
  type CanvasPosition,
  type CanvasLayout,
} from './positions.ts';

interface Moving {
  /** What was taken up with the keyboard, where it now is. */
  readonly lifted: CanvasPosition | null;
  /** What a screen reader says about it. */
  readonly said: string;
  key(event: KeyboardEvent, place: CanvasPosition): void;
  /** The handle lost the focus: what was lifted stays where it is. */
  drop(): void;
  /** Moves at once, as a drag does. */
  move(from: CanvasPosition, to: CanvasPosition): void;
}

const STEPS: Readonly<Record<string, 1 | -1>> = {
  ArrowUp: -1,
  ArrowLeft: -1,
  ArrowDown: 1,
  ArrowRight: 1,
};
const isTake = ({ key }: KeyboardEvent): boolean => key === ' ' || key === 'Enter';

/**
 * Moving with keys: Space takes up, arrows move a place at a time through all sections, Space puts
 * down, Escape puts back.
 */
export function useMoving(
  root: RefObject<HTMLElement | null>,
  places: CanvasLayout,
  nameOf: (place: CanvasPosition) => string,
  select: (place: CanvasPosition) => void,
): Moving {
  const [lifted, setLifted] = useState<{ place: CanvasPosition; from: CanvasPosition } | null>(
    null,
  );
  const [said, setSaid] = useState('');
  // A row in another list is remounted: its handle takes the focus again.
  const wanted = useRef<string | null>(null);
  useEffect(() => {
    if (wanted.current === null) return;
    const handle = root.current?.querySelector<HTMLElement>(`[data-handle="${wanted.current}"]`);
    if (handle) {
      handle.focus();
      wanted.current = null;
    }
  });
  const go = (from: CanvasPosition, to: CanvasPosition): CanvasPosition | null => {
    const name = nameOf(from);
    const now = places.move(from, to);
    if (!now) return null;
    select(now);
    setSaid(`${name} 移到第 ${where(now)}`);
    return now;
  };
  const step = (place: CanvasPosition, by: 1 | -1): void => {
    const next = places.step(place, by);
    const now = next && go(place, next);
    if (!now) {
      setSaid('已经到头');
      return;
    }
    wanted.current = positionKey(now);
    setLifted((was) => was && { ...was, place: now });
  };
  const putBack = ({ place, from }: { place: CanvasPosition; from: CanvasPosition }): void => {
    const isHere = places.listOf(place).list === places.listOf(from).list;
    const target = isHere && numberIn(place) < numberIn(from) ? next(from) : from;
    const now = isSamePosition(place, from) ? null : go(place, target);
    if (now) wanted.current = positionKey(now);
    setLifted(null);
    setSaid(`已取消，${nameOf(now ?? place)} 回到原处`);
  };
  return {
    lifted: lifted?.place ?? null,
    said,
    key(event, place) {
      const by = STEPS[event.key];
      if (isTake(event)) {
        event.preventDefault();
        setSaid(
          lifted
            ? `已放下 ${nameOf(place)}`
            : `已拿起 ${nameOf(place)}，用方向键移动，按空格放下，按 Esc 取消`,
        );
        setLifted(lifted ? null : { place, from: place });
      } else if (lifted && by !== undefined) {
        event.preventDefault();
        step(lifted.place, by);
      } else if (lifted && event.key === 'Escape') {
        event.preventDefault();
        event.stopPropagation();
        putBack(lifted);
      }
    },
    drop() {
      if (wanted.current === null) setLifted(null);
    },
    move(from, to) {
      go(from, to);
    },
  };
}
const where = ({ part, group, item }: CanvasPosition): string =>
  [
    `${part + 1} 页`,
    ...(group >= 0 ? [`${group + 1} 个分区`] : []),
    ...(item >= 0 ? [`${item + 1} 项`] : []),
  ].join('第 ');
const numberIn = ({ part, group, item }: CanvasPosition): number =>
  item >= 0 ? item : group >= 0 ? group : part;
const next = (place: CanvasPosition): CanvasPosition =>
  place.item >= 0
    ? { ...place, item: place.item + 1 }
    : place.group >= 0
      ? { ...place, group: place.group + 1 }
      : { ...place, part: place.part + 1 };
