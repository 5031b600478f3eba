/**
 * Where a thing dragged from a palette was let go. Palette and list are two widgets that do not
 * know each other: the palette starts a native drag of this type, the list takes it and leaves the
 * place here, and the palette's pick follows.
 */
export const PALETTE_TYPE = 'application/x-huozi-palette';
/**
 * The place in a list; `path` are the numbers of the lists around it, from the outside in: none for
 * a flat list.
 */
export interface DropTarget {
  readonly index: number;
  readonly path: readonly number[];
}
let place: DropTarget | null = null;
export const setDropTarget = (index: number | null, path: readonly number[] = []): void => {
  place = index === null ? null : { index, path };
};
/** Reads the place and forgets it. */
export function consumeDropTarget(): DropTarget | null {
  const taken = place;
  place = null;
  return taken;
}
