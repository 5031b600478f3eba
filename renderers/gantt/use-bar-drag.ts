import { useRef } from 'react';
import type { PointerEvent as ReactPointerEvent } from 'react';
import { useStable } from '../../engine/index.ts';
import { useDragListening } from '../../engine/parts/index.ts';
import type { Row, Shift } from './rows.ts';
import type { GanttState } from './use-gantt.ts';

/** Pixels before a press becomes a drag. */
const SLACK = 4;
export type StartDrag = (event: ReactPointerEvent, row: Row, what: Shift['what']) => void;

/** Dragging a bar or one of its ends by whole days; Escape lets go of it, a press without a drag opens the record. */
export function useBarDrag(state: GanttState): StartDrag {
  const held = useRef<{ row: Row; what: Shift['what']; x: number; on: boolean } | null>(null);
  const shiftOf = (event: PointerEvent): Shift => ({ what: held.current!.what, days: Math.round((event.clientX - held.current!.x) / state.dayWidth) });
  const move = useStable((event: PointerEvent) => {
    const drag = held.current;
    if (!drag || (!drag.on && Math.abs(event.clientX - drag.x) < SLACK)) return;
    drag.on = true;
    state.setPreview({ id: drag.row.id, shift: shiftOf(event) });
  });
  const end = useStable((event: PointerEvent | null) => {
    const drag = held.current;
    if (!drag) return;
    const shift = event && drag.on ? shiftOf(event) : null;
    held.current = null;
    state.setPreview(null);
    if (shift) state.shift(drag.row, shift);
    else if (event && !drag.on) state.open(drag.row);
  });
  useDragListening(useStable(() => held.current?.on === true), move, end);
  return (event, row, what) => {
    if (event.button !== 0) return;
    event.stopPropagation();
    // A touch scrolls; it opens a record, but does not drag it.
    if (!state.canMove || event.pointerType === 'touch') return;
    held.current = { row, what, x: event.clientX, on: false };
  };
}
