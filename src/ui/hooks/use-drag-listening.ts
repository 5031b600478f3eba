import { useEffect, useRef } from 'react';
import type { PointerEvent as ReactPointerEvent } from 'react';
import { useStable } from './hooks.ts';
import { TOUCH_DELAY_MS, TOUCH_SLACK } from './drag-sensors.ts';

/**
 * Begins a drag: `begin` runs at once for a mouse, and for a finger when it has rested a while,
 * with true; a finger that moves on scrolls.
 */
export type StartDrag = (event: ReactPointerEvent, begin: (rested: boolean) => void) => void;
interface Waiting {
  id: number;
  x: number;
  y: number;
  timer: ReturnType<typeof setTimeout>;
}

/**
 * Follows a drag wherever the pointer goes: `move` each time, `end` with the release, or with null
 * when it was cancelled (Escape while `isOn`, a gesture the system took over). Both must be stable
 * functions. Returns the handler that starts a drag.
 */
export function useDragListening(
  isOn: () => boolean,
  move: (event: PointerEvent) => void,
  end: (event: PointerEvent | null) => void,
): StartDrag {
  const waiting = useRef<Waiting | null>(null);
  /** What the finger holds: the page does not scroll meanwhile. */
  const touched = useRef<EventTarget | null>(null);
  const hold = useStable((event: Event) => {
    if (touched.current) event.preventDefault();
  });
  const rest = useStable(() => {
    if (waiting.current) clearTimeout(waiting.current.timer);
    waiting.current = null;
  });
  useEffect(() => {
    const left = (event: PointerEvent | null): void => {
      rest();
      // An element that was rendered again elsewhere still gets the finger's events, and is the
      // only one.
      touched.current?.removeEventListener('touchmove', hold);
      touched.current = null;
      end(event);
    };
    const moved = (event: PointerEvent): void => {
      const { current } = waiting;
      if (
        current?.id === event.pointerId &&
        Math.hypot(event.clientX - current.x, event.clientY - current.y) > TOUCH_SLACK
      )
        rest();
      move(event);
    };
    const cancel = () => left(null);
    const key = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && isOn()) {
        event.stopPropagation();
        left(null);
      }
    };
    addEventListener('pointermove', moved);
    addEventListener('pointerup', left);
    addEventListener('pointercancel', cancel);
    addEventListener('keydown', key, true);
    // Browsers decide before the first move whether a listener may prevent scrolling.
    addEventListener('touchmove', hold, { passive: false });
    addEventListener('contextmenu', hold);
    return () => {
      rest();
      removeEventListener('pointermove', moved);
      removeEventListener('pointerup', left);
      removeEventListener('pointercancel', cancel);
      removeEventListener('keydown', key, true);
      removeEventListener('touchmove', hold);
      removeEventListener('contextmenu', hold);
    };
  }, [isOn, move, end, hold, rest]);
  return useStable((event: ReactPointerEvent, begin: (rested: boolean) => void): void => {
    if (event.pointerType !== 'touch') {
      begin(false);
      return;
    }
    const { pointerId, clientX, clientY, target } = event;
    rest();
    const start = (): void => {
      waiting.current = null;
      touched.current = target;
      target.addEventListener('touchmove', hold, { passive: false });
      begin(true);
    };
    waiting.current = {
      id: pointerId,
      x: clientX,
      y: clientY,
      timer: setTimeout(start, TOUCH_DELAY_MS),
    };
  });
}

const swallow = (event: Event): void => {
  event.stopPropagation();
  event.preventDefault();
};
/** The release of a drag is no click: that which follows it comes before the next task. */
export function suppressNextClick(): void {
  addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener('click', swallow, { capture: true }), 0);
}
