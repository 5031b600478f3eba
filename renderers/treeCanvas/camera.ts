import type { Point, Size } from '../../src/document/layout/index.ts';

/** What is looked at: a point of the frame is `position + zoom * point of the drawing`. */
export interface Camera extends Point {
  readonly zoom: number;
}
const MIN_ZOOM = 0.2;
const MAX_ZOOM = 2;
/** Zooming with buttons and keys, one step. */
export const ZOOM_STEP = 1.2;
/** Pixels around a drawing that fits. */
const MARGIN = 32;
/** What stays visible of a drawing that is pushed aside. */
const REST = 96;

const within = (least: number, value: number, most: number): number =>
  Math.max(Math.min(least, most), Math.min(value, Math.max(least, most)));
const limitedZoom = (zoom: number): number => within(MIN_ZOOM, zoom, MAX_ZOOM);

/** The drawing cannot be lost: a part of it always stays in the frame. */
export function limited({ x, y, zoom }: Camera, drawing: Size, frame: Size): Camera {
  return {
    zoom,
    x: within(REST - drawing.width * zoom, x, frame.width - REST),
    y: within(REST - drawing.height * zoom, y, frame.height - REST),
  };
}
/** The point of the frame stays where it is. */
export function zoomedAt(camera: Camera, at: Point, zoom: number): Camera {
  const next = limitedZoom(zoom);
  const ratio = next / camera.zoom;
  return { zoom: next, x: at.x - (at.x - camera.x) * ratio, y: at.y - (at.y - camera.y) * ratio };
}
export const toDrawing = ({ x, y, zoom }: Camera, at: Point): Point => ({
  x: (at.x - x) / zoom,
  y: (at.y - y) / zoom,
});

/** All of it, not larger than it is. */
export function fitting(drawing: Size, frame: Size): Camera {
  const zoom = limitedZoom(
    Math.min(
      1,
      (frame.width - 2 * MARGIN) / Math.max(1, drawing.width),
      (frame.height - 2 * MARGIN) / Math.max(1, drawing.height),
    ),
  );
  return {
    zoom,
    x: (frame.width - drawing.width * zoom) / 2,
    y: Math.max(MARGIN, (frame.height - drawing.height * zoom) / 2),
  };
}
/** The beginning, as large as can be read, with the first box in the middle. */
export function opening(drawing: Size, frame: Size, axis: number): Camera {
  const fit = fitting(drawing, frame);
  const zoom = Math.max(fit.zoom, frame.width < 480 ? 0.8 : 0.9);
  if (zoom === fit.zoom) return { ...fit, y: MARGIN };
  return { zoom, x: frame.width / 2 - axis * zoom, y: MARGIN };
}
/** Moved as little as possible so that a box is in the frame. */
export function showing(camera: Camera, box: Point & Size, frame: Size): Camera {
  const { zoom } = camera;
  const shift = (at: number, length: number, position: number, room: number): number => {
    const from = position + at * zoom;
    const to = from + length * zoom;
    if (from < MARGIN || length * zoom > room - 2 * MARGIN) return position + MARGIN - from;
    return to > room - MARGIN ? position + room - MARGIN - to : position;
  };
  return {
    zoom,
    x: shift(box.x, box.width, camera.x, frame.width),
    y: shift(box.y, box.height, camera.y, frame.height),
  };
}
/** The part of the drawing in the frame. */
export const visible = (camera: Camera, frame: Size): Point & Size => ({
  x: -camera.x / camera.zoom,
  y: -camera.y / camera.zoom,
  width: frame.width / camera.zoom,
  height: frame.height / camera.zoom,
});
/**
 * What is drawn: the part in the frame and a margin around it, in steps, so that most movements of
 * the camera draw nothing new.
 */
const BAND = 400;
export function drawn(camera: Camera, frame: Size): Point & Size {
  const view = visible(camera, frame);
  const x = Math.floor(view.x / BAND - 1) * BAND;
  const y = Math.floor(view.y / BAND - 1) * BAND;
  return {
    x,
    y,
    width: Math.ceil((view.x + view.width) / BAND + 1) * BAND - x,
    height: Math.ceil((view.y + view.height) / BAND + 1) * BAND - y,
  };
}
