import { useCallback, useRef, useState } from 'react';
import type { PointerEvent, RefObject } from 'react';
import { useStable } from '../../hooks/index.ts';

/** Within so many pixels of the upper or lower edge the rows scroll along, by so many a frame. */
const EDGE = 32;
const SCROLL = 8;

/**
 * Dragging a row by its handle to another place: `mark` is the position of the insertion line, in
 * pixels below the host's top, while it is dragged. Places are computed from fixed heights, so that
 * rows that are not drawn count as well.
 */
export function useRowDrag(
  host: RefObject<HTMLElement | null>,
  rowHeight: number,
  count: number,
  onMove: (from: number, to: number) => void,
) {
  const [mark, setMark] = useState<number | null>(null);
  const dragging = useRef<{ from: number; gap: number; frame: number } | null>(null);
  const parts = () => {
    const scroller = host.current?.querySelector<HTMLElement>('[role="grid"]');
    return {
      scroller,
      body: scroller?.querySelector<HTMLElement>('[role="rowgroup"]:nth-of-type(2)') ?? null,
    };
  };

  const place = useStable((y: number): void => {
    const { scroller, body } = parts();
    const { current: drag } = dragging;
    if (!scroller || !body || !drag || !host.current) return;
    drag.gap = Math.max(
      0,
      Math.min(count, Math.round((y - body.getBoundingClientRect().top) / rowHeight)),
    );
    setMark(
      body.getBoundingClientRect().top -
        host.current.getBoundingClientRect().top +
        drag.gap * rowHeight,
    );
    const box = scroller.getBoundingClientRect();
    cancelAnimationFrame(drag.frame);
    const by = y < box.top + rowHeight + EDGE ? -SCROLL : y > box.bottom - EDGE ? SCROLL : 0;
    if (by !== 0)
      drag.frame = requestAnimationFrame(() => {
        scroller.scrollTop += by;
        place(y);
      });
  });
  const end = useStable((event: PointerEvent, drop: boolean): void => {
    const { current: drag } = dragging;
    dragging.current = null;
    setMark(null);
    if (!drag) return;
    cancelAnimationFrame(drag.frame);
    if (event.currentTarget.hasPointerCapture(event.pointerId))
      event.currentTarget.releasePointerCapture(event.pointerId);
    const to = drag.gap > drag.from ? drag.gap - 1 : drag.gap;
    if (drop && to !== drag.from) onMove(drag.from, to);
  });
  const handle = useCallback(
    (index: number) => ({
      onPointerDown: (event: PointerEvent) => {
        event.preventDefault();
        event.stopPropagation();
        event.currentTarget.setPointerCapture(event.pointerId);
        dragging.current = { from: index, gap: index, frame: 0 };
      },
      onPointerMove: (event: PointerEvent) => {
        if (dragging.current) place(event.clientY);
      },
      onPointerUp: (event: PointerEvent) => end(event, true),
      onPointerCancel: (event: PointerEvent) => end(event, false),
    }),
    [place, end],
  );
  return { mark, handle };
}
