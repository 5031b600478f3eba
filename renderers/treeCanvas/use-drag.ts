import {
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
  type DragEndEvent,
  type DragMoveEvent,
  type DragStartEvent,
} from '@dnd-kit/core';
import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import {
  placeNear,
  type LayoutPlace,
  type Point,
  type TreeLayout,
} from '../../src/document/layout/index.ts';
import { mouseDrag, touchDrag } from '../../src/ui/hooks/index.ts';
import { toDrawing } from './camera.ts';
import { movedTo, placesFor, type Target } from './moves.ts';
import type { Canvas } from './rows.ts';
import type { CameraControl } from './use-camera.ts';

/** A place takes what is dropped this far from it, in pixels of the screen. */
const REACH = 140;
/** Near an edge of the frame the drawing moves, this far a frame of the screen. */
const EDGE = 48;
const PUSH = 12;

const beginOf = (event: Event): Point => {
  const { touches, clientX, clientY } = event as Partial<TouchEvent> & Partial<MouseEvent>;
  const from = touches?.[0] ?? { clientX: clientX ?? 0, clientY: clientY ?? 0 };
  return { x: from.clientX, y: from.clientY };
};
const pushAt = (at: number, length: number): number =>
  at < EDGE ? PUSH : at > length - EDGE ? -PUSH : 0;

/**
 * Drags a node to another place. What follows the pointer changes styles only; React draws at the
 * beginning and at the end.
 */
export function useDrag(
  canvas: Canvas,
  layout: TreeLayout,
  camera: CameraControl,
  marker: RefObject<HTMLElement | null>,
  move: (id: string, to: Target) => void,
) {
  const sensors = useSensors(useSensor(MouseSensor, mouseDrag), useSensor(TouchSensor, touchDrag));
  const [active, setActive] = useState<string | null>(null);
  const dragged = useRef<string | null>(null);
  const places = useRef<readonly LayoutPlace[]>([]);
  const target = useRef<LayoutPlace | null>(null);
  const pointer = useRef<Point>({ x: 0, y: 0 });
  const timer = useRef(0);

  const point = (): void => {
    const view = camera.current();
    const at = toDrawing(view, camera.inFrame(pointer.current));
    const next = placeNear(places.current, at, REACH / view.zoom) ?? null;
    if (next === target.current) return;
    target.current = next;
    const line = marker.current;
    if (!line) return;
    line.dataset['shown'] = next ? (next.beside ? 'beside' : 'below') : '';
    if (next) line.style.transform = `translate(${next.x}px, ${next.y}px)`;
  };
  const push = (): void => {
    const { width, height } = camera.frameSize();
    const at = camera.inFrame(pointer.current);
    const by = { x: pushAt(at.x, width), y: pushAt(at.y, height) };
    if (by.x !== 0 || by.y !== 0) {
      camera.move(by);
      point();
    }
    timer.current = requestAnimationFrame(push);
  };
  const stop = (): void => {
    cancelAnimationFrame(timer.current);
    dragged.current = null;
    target.current = null;
    if (marker.current) marker.current.dataset['shown'] = '';
    setActive(null);
  };
  useEffect(() => () => cancelAnimationFrame(timer.current), []);
  return {
    sensors,
    active,
    held: () => dragged.current !== null,
    start: ({ active: { id }, activatorEvent }: DragStartEvent): void => {
      dragged.current = String(id);
      places.current = placesFor(canvas, layout, String(id));
      pointer.current = beginOf(activatorEvent);
      setActive(String(id));
      timer.current = requestAnimationFrame(push);
    },
    move: ({ activatorEvent, delta }: DragMoveEvent): void => {
      const from = beginOf(activatorEvent);
      pointer.current = { x: from.x + delta.x, y: from.y + delta.y };
      point();
    },
    end: ({ active: { id } }: DragEndEvent): void => {
      const to = target.current;
      stop();
      const place = to && movedTo(canvas, String(id), { parentId: to.parent, index: to.index });
      if (place) move(String(id), place);
    },
    cancel: stop,
  };
}
