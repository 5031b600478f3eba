import { useRef } from 'react';
import type { PointerEvent as ReactPointerEvent } from 'react';
import type { RecordValues } from '../../src/contract/index.ts';
import { useStable, suppressNextClick, useDragListening } from '../../src/ui/hooks/index.ts';
import type { GanttState } from './use-gantt.ts';

/** Pixels before a press becomes a drag. */
const SLACK = 4;
/**
 * What is dragged: the record's id, '' for a new one; and the values a drop at a position gives,
 * null for none.
 */
interface DragSource {
  id: string;
  values(event: PointerEvent, from: { x: number; y: number }): RecordValues | null;
}
export type StartDrag = (event: ReactPointerEvent, grip: DragSource) => void;

/**
 * Drags a bar, one of its ends, its progress, or a new bar; by mouse or by a long touch. Escape
 * cancels.
 */
export function useBarDrag(state: GanttState): StartDrag {
  const held = useRef<{ grip: DragSource; from: { x: number; y: number }; on: boolean } | null>(
    null,
  );
  const move = useStable((event: PointerEvent) => {
    const drag = held.current;
    if (!drag || (!drag.on && Math.abs(event.clientX - drag.from.x) < SLACK)) return;
    drag.on = true;
    state.setPreview({ id: drag.grip.id, to: drag.grip.values(event, drag.from) });
  });
  const end = useStable((event: PointerEvent | null) => {
    const drag = held.current;
    held.current = null;
    if (!drag?.on) return;
    state.setPreview(null);
    suppressNextClick();
    const values = event && drag.grip.values(event, drag.from);
    if (values) state.put(drag.grip.id, values);
  });
  const press = useDragListening(
    useStable(() => held.current?.on === true),
    move,
    end,
  );
  return (event, grip) => {
    if (event.button !== 0) return;
    event.stopPropagation();
    const from = { x: event.clientX, y: event.clientY };
    press(event, (rested) => {
      held.current = { grip, from, on: rested };
      if (rested) state.setPreview({ id: grip.id, to: null });
    });
  };
}
