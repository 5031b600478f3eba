import { useRef } from 'react';
import type { PointerEvent as ReactPointerEvent } from 'react';
import { useStable, suppressNextClick, useDragListening } from '../../src/ui/hooks/index.ts';
import type { CalendarEntry, EntryShift } from './entries.ts';
import type { CalendarState } from './use-calendar.ts';

/** Pixels before a press becomes a drag. */
const SLACK = 5;
/** Minutes a timed entry snaps to. */
const SNAP = 15;
/** Pixels of an hour in the grid of times; the style sheet's --hour. */
export const HOUR_HEIGHT = 48;

interface Under {
  entry: CalendarEntry;
  what: EntryShift['what'];
  x: number;
  y: number;
  day: number;
  timed: boolean;
  on: boolean;
}
/** The day under a point, regardless of what is drawn on it. */
const dayAt = (x: number, y: number): number | null => {
  const cell = document
    .elementsFromPoint(x, y)
    .find((element) => element instanceof HTMLElement && element.dataset['day'] !== undefined);
  return cell instanceof HTMLElement ? Number(cell.dataset['day']) : null;
};

/**
 * Drags an entry to another day, or its end, by mouse or by a long touch; Escape cancels. The press
 * of a drag is no click.
 */
export function useDayDrag(state: CalendarState) {
  const held = useRef<Under | null>(null);
  const shiftOf = ({ entry, what, y, day, timed }: Under, event: PointerEvent): EntryShift => {
    const days = (dayAt(event.clientX, event.clientY) ?? day) - day;
    const minutes =
      timed && entry.minutes
        ? Math.round((((event.clientY - y) / HOUR_HEIGHT) * 60) / SNAP) * SNAP
        : 0;
    return { days: what === 'end' && timed ? 0 : days, minutes, what };
  };
  const move = useStable((event: PointerEvent) => {
    const drag = held.current;
    if (!drag) return;
    if (!drag.on && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < SLACK) return;
    if (!drag.on) Object.assign(drag, { on: true, day: dayAt(drag.x, drag.y) ?? drag.day });
    state.setPreview({ id: drag.entry.id, shift: shiftOf(drag, event) });
  });
  const end = useStable((event: PointerEvent | null) => {
    const drag = held.current;
    held.current = null;
    if (!drag?.on) return;
    state.setPreview(null);
    if (event) state.shift(drag.entry, shiftOf(drag, event));
    suppressNextClick();
  });
  const press = useDragListening(
    useStable(() => held.current?.on === true),
    move,
    end,
  );
  return (
    event: ReactPointerEvent,
    entry: CalendarEntry,
    what: EntryShift['what'],
    timed = false,
  ): void => {
    if (!state.canMove(entry) || event.button !== 0) return;
    event.stopPropagation();
    const { clientX: x, clientY: y } = event;
    press(event, (rested) => {
      held.current = {
        entry,
        what,
        x,
        y,
        day: rested ? (dayAt(x, y) ?? entry.from) : entry.from,
        timed,
        on: rested,
      };
      if (rested) state.setPreview({ id: entry.id, shift: { days: 0, minutes: 0, what } });
    });
  };
}
export type StartDrag = ReturnType<typeof useDayDrag>;
