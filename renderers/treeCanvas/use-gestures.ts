import { useEffect, useRef } from 'react';
import type { PointerEvent, RefObject } from 'react';
import type { Point } from '../../src/document/layout/index.ts';
import { useStable } from '../../src/ui/hooks/index.ts';
import type { CameraControl } from './use-camera.ts';

/** Zoom of one line of a wheel, and of one pixel of a trackpad. */
const WHEEL_ZOOM = 0.0025;
/** A finger that moves less is a tap. */
const SLACK = 8;

interface Gestures {
  readonly onPointerDown: (event: PointerEvent) => void;
  readonly onPointerMove: (event: PointerEvent) => void;
  readonly onPointerUp: (event: PointerEvent) => void;
  readonly onPointerCancel: (event: PointerEvent) => void;
}
const pointOf = ({ clientX, clientY }: PointerEvent): Point => ({ x: clientX, y: clientY });
const middleOf = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

/**
 * Moving and zooming: the wheel moves, with Ctrl it zooms around the pointer; the background, the
 * middle button or a finger drags; two fingers zoom. `held` is true while a node is dragged.
 */
export function useGestures(
  frame: RefObject<HTMLElement | null>,
  camera: CameraControl,
  held: () => boolean,
): Gestures {
  const pointers = useRef(new Map<number, Point>());
  const start = useRef<Point | null>(null);
  const panning = useRef(false);
  const wheel = useStable((event: WheelEvent): void => {
    event.preventDefault();
    const unit = event.deltaMode === 1 ? 20 : 1;
    if (event.ctrlKey || event.metaKey) {
      const at = camera.inFrame({ x: event.clientX, y: event.clientY });
      camera.zoomBy(Math.exp(-event.deltaY * unit * WHEEL_ZOOM), at);
    } else {
      const sideways = event.shiftKey && event.deltaX === 0;
      const [x, y] = sideways ? [event.deltaY, 0] : [event.deltaX, event.deltaY];
      camera.move({ x: -x * unit, y: -y * unit });
    }
  });
  useEffect(() => {
    const box = frame.current;
    box?.addEventListener('wheel', wheel, { passive: false });
    return () => box?.removeEventListener('wheel', wheel);
  }, [frame, wheel]);

  const onPointerDown = (event: PointerEvent): void => {
    const target = event.target as Element;
    const onNode = target.closest('[data-node], [data-tool]') !== null;
    if (event.pointerType !== 'touch' && event.button !== 1 && (event.button !== 0 || onNode))
      return;
    if (target.closest('[data-tool]')) return;
    pointers.current.set(event.pointerId, pointOf(event));
    start.current = pointOf(event);
    panning.current = pointers.current.size > 1;
    if (event.pointerType !== 'touch') {
      panning.current = true;
      (event.currentTarget as Element).setPointerCapture(event.pointerId);
    }
  };
  const pinch = (event: PointerEvent, before: Point): void => {
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
    if (!other) return;
    const now = pointOf(event);
    const [from, to] = [middleOf(before, other), middleOf(now, other)];
    camera.move({ x: to.x - from.x, y: to.y - from.y });
    const spread = distance(before, other);
    if (spread > 0) camera.zoomBy(distance(now, other) / spread, camera.inFrame(to));
  };
  const onPointerMove = (event: PointerEvent): void => {
    const before = pointers.current.get(event.pointerId);
    if (!before || held()) return;
    const now = pointOf(event);
    if (!panning.current) {
      if (start.current && distance(start.current, now) < SLACK) return;
      panning.current = true;
    }
    pointers.current.set(event.pointerId, now);
    if (pointers.current.size > 1) pinch(event, before);
    else camera.move({ x: now.x - before.x, y: now.y - before.y });
  };
  const onPointerUp = (event: PointerEvent): void => {
    pointers.current.delete(event.pointerId);
    panning.current = pointers.current.size > 0;
  };
  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp };
}
