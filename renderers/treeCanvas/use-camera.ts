import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import type { LayoutBox, Point, Size, TreeLayout } from '../../src/document/layout/index.ts';
import { useStable } from '../../src/ui/hooks/index.ts';
import {
  drawn,
  fitting,
  limited,
  opening,
  showing,
  visible,
  zoomedAt,
  ZOOM_STEP,
  type Camera,
} from './camera.ts';

export interface CameraControl {
  readonly zoom: number;
  /** The part of the drawing whose boxes are drawn; null: all of it. */
  readonly band: (Point & Size) | null;
  /** The camera as it is, which may change without a render. */
  current(): Camera;
  move(by: Point): void;
  /** Zooms around a point of the frame, else around its middle. */
  zoomBy(factor: number, at?: Point): void;
  zoomIn(): void;
  zoomOut(): void;
  actualSize(): void;
  fit(): void;
  show(box: Point & Size): void;
  /** Puts a point of the drawing into the middle. */
  center(at: Point): void;
  /** A point of the screen, as a point of the frame. */
  inFrame(at: Point): Point;
  frameSize(): Size;
  /** Calls back with what is in the frame, now and whenever it changes. */
  watch(look: (view: Point & Size) => void): () => void;
}

const sameBand = (a: (Point & Size) | null, b: (Point & Size) | null): boolean =>
  a === b ||
  (a !== null &&
    b !== null &&
    a.x === b.x &&
    a.y === b.y &&
    a.width === b.width &&
    a.height === b.height);
const axisOf = ({ boxes, width }: TreeLayout): number => {
  const [first] = boxes;
  return first ? first.x + first.width / 2 : width / 2;
};

/**
 * Looks at a part of a drawing. Moving changes a style only; React draws again when boxes come into
 * reach or the zoom changes.
 */
export function useCamera(
  frame: RefObject<HTMLElement | null>,
  world: RefObject<HTMLElement | null>,
  layout: TreeLayout,
  anchor: string,
): CameraControl {
  const camera = useRef<Camera | null>(null);
  const size = useRef<Size>({ width: 0, height: 0 });
  const looks = useRef(new Set<(view: Point & Size) => void>());
  const [zoom, setZoom] = useState(1);
  const [band, setBand] = useState<(Point & Size) | null>(null);
  const current = (): Camera => camera.current ?? { x: 0, y: 0, zoom: 1 };

  const apply = useStable((next: Camera): void => {
    const now = limited(next, layout, size.current);
    camera.current = now;
    if (world.current)
      world.current.style.transform = `translate(${now.x}px, ${now.y}px) scale(${now.zoom})`;
    const reach = size.current.width === 0 ? null : drawn(now, size.current);
    setBand((before) => (sameBand(before, reach) ? before : reach));
    setZoom(now.zoom);
    const view = visible(now, size.current);
    for (const look of looks.current) look(view);
  });
  const middle = (): Point => ({ x: size.current.width / 2, y: size.current.height / 2 });
  const zoomBy = (factor: number, at: Point = middle()): void =>
    apply(zoomedAt(current(), at, current().zoom * factor));

  /** The beginning, or as far on as what is selected lies. */
  const opened = useStable((): Camera => {
    const first = opening(layout, size.current, axisOf(layout));
    const box = layout.boxes.find(({ id }) => id === anchor);
    return box ? showing(first, box, size.current) : first;
  });

  useEffect(() => {
    const box = frame.current;
    if (!box || typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(() => {
      size.current = { width: box.clientWidth, height: box.clientHeight };
      if (size.current.width > 0) apply(camera.current ?? opened());
    });
    observer.observe(box);
    return () => observer.disconnect();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- later layouts are followed below
  }, [frame, apply, opened]);
  useAnchored(layout, anchor, (by) => {
    if (camera.current)
      apply({
        ...camera.current,
        x: camera.current.x + by.x * camera.current.zoom,
        y: camera.current.y + by.y * camera.current.zoom,
      });
  });

  return {
    zoom,
    band,
    current,
    move: (by) => apply({ ...current(), x: current().x + by.x, y: current().y + by.y }),
    zoomBy,
    zoomIn: () => zoomBy(ZOOM_STEP),
    zoomOut: () => zoomBy(1 / ZOOM_STEP),
    actualSize: () => apply(zoomedAt(current(), middle(), 1)),
    fit: () => apply(fitting(layout, size.current)),
    show: (box) => {
      if (size.current.width > 0) apply(showing(current(), box, size.current));
    },
    center: (at) =>
      apply({
        ...current(),
        x: middle().x - at.x * current().zoom,
        y: middle().y - at.y * current().zoom,
      }),
    inFrame: ({ x, y }) => {
      const box = frame.current?.getBoundingClientRect();
      return { x: x - (box?.left ?? 0), y: y - (box?.top ?? 0) };
    },
    frameSize: () => size.current,
    watch: (look) => {
      looks.current.add(look);
      look(visible(current(), size.current));
      return () => looks.current.delete(look);
    },
  };
}

const findBox = ({ boxes }: TreeLayout, id: string): LayoutBox | undefined =>
  boxes.find((box) => box.id === id);

/** How far what is looked at moved from one drawing to the next: the selected box, else the first. */
function movedBy(before: TreeLayout, now: TreeLayout, anchor: string): Point {
  const id = findBox(before, anchor) && findBox(now, anchor) ? anchor : (now.boxes[0]?.id ?? '');
  const from = findBox(before, id);
  const to = findBox(now, id);
  return from && to ? { x: from.x - to.x, y: from.y - to.y } : { x: 0, y: 0 };
}

/**
 * When the drawing changes, what is looked at stays where it is: the selected box, else the first.
 * Answers how far the drawing has to be pushed for that.
 */
function useAnchored(layout: TreeLayout, anchor: string, push: (by: Point) => void): void {
  const before = useRef(layout);
  useLayoutEffect(() => {
    const was = before.current;
    before.current = layout;
    if (was !== layout) push(movedBy(was, layout, anchor));
  });
}
