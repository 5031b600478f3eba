/**
 * Sizes and places of a picture in its own pixels; `side` is the edge of the square that is cut
 * out.
 */
export interface Size {
  readonly width: number;
  readonly height: number;
}
export interface CropRect {
  readonly x: number;
  readonly y: number;
  readonly side: number;
}

/** Closer than this, a telephone's picture has no detail left. */
export const MAX_ZOOM = 4;

const within = (value: number, least: number, most: number): number =>
  Math.min(Math.max(value, least), Math.max(least, most));

/** The largest square in the middle. */
export function centredCrop({ width, height }: Size): CropRect {
  const side = Math.min(width, height);
  return { x: (width - side) / 2, y: (height - side) / 2, side };
}

/** How close the cut is: 1 for the largest square. */
export const zoomOf = (size: Size, { side }: CropRect): number =>
  Math.min(size.width, size.height) / side;

/** Closer or further away around the middle of the cut, which never leaves the picture. */
export function zoomCrop(size: Size, cut: CropRect, zoom: number): CropRect {
  const side = Math.min(size.width, size.height) / within(zoom, 1, MAX_ZOOM);
  return moveCrop(
    size,
    { side, x: cut.x + (cut.side - side) / 2, y: cut.y + (cut.side - side) / 2 },
    0,
    0,
  );
}

/** Moves the picture by a number of its pixels: the visible section moves the other way. */
export const moveCrop = (
  { width, height }: Size,
  { x, y, side }: CropRect,
  right: number,
  down: number,
): CropRect => ({
  side,
  x: within(x - right, 0, width - side),
  y: within(y - down, 0, height - side),
});
