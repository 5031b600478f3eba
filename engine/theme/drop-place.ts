/**
 * Where a thing dragged from a palette was let go. Palette and list are two widgets that do not know each other: the
 * palette starts a native drag of this type, the list takes it and leaves the place here, and the palette's pick follows.
 */
export const PALETTE_TYPE = 'application/x-huozi-palette';
let place: number | null = null;
export const leavePlace = (index: number | null): void => { place = index; };
/** Reads the place and forgets it. */
export function takePlace(): number | null {
  const taken = place;
  place = null;
  return taken;
}
