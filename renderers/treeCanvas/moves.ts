import type { LayoutBox, LayoutPlace, TreeLayout } from '../../src/document/layout/index.ts';
import { childrenOf, parentOf, within, type Canvas, type CanvasKind } from './rows.ts';

export interface Target {
  readonly parentId: string;
  readonly index: number;
}

/** Kinds that only lie side by side in another one. */
const isBranch = ({ kinds }: Canvas, kind: CanvasKind): boolean =>
  kinds.some(({ branch }) => branch === kind.key);
/** Whether a node of the kind may be directly in this one. */
function takes(canvas: Canvas, parent: string, kind: CanvasKind): boolean {
  const branch = canvas.nodes.get(parent)?.kind.branch;
  return branch === undefined ? !isBranch(canvas, kind) : branch === kind.key;
}
/** Kinds that may be added below a node's place. */
export const addable = (canvas: Canvas): CanvasKind[] =>
  canvas.kinds.filter(({ addable }) => addable === true);

/** Places a node may be moved to: not into itself, and not where it is. */
export function placesFor(
  canvas: Canvas,
  { places }: TreeLayout,
  id: string,
): readonly LayoutPlace[] {
  const node = canvas.nodes.get(id);
  if (!node || node.fixed) return [];
  const inside = within(canvas, id);
  return places.filter(
    ({ parent, index }) =>
      parent !== id &&
      !inside.has(parent) &&
      takes(canvas, parent, node.kind) &&
      movedTo(canvas, id, { parentId: parent, index }) !== null,
  );
}

/** Where it then is, counted without itself; null when it stays where it is. */
export function movedTo(canvas: Canvas, id: string, { parentId, index }: Target): Target | null {
  if (parentOf(canvas, id) !== parentId) return { parentId, index };
  const at = childrenOf(canvas, parentId).indexOf(id);
  if (index === at || index === at + 1) return null;
  return { parentId, index: index > at ? index - 1 : index };
}

/** Where something is added behind a node: after it, at the beginning of a branch. */
export function behind(canvas: Canvas, id: string): Target | null {
  const node = canvas.nodes.get(id);
  if (!node) return null;
  if (isBranch(canvas, node.kind)) return { parentId: id, index: 0 };
  const parentId = parentOf(canvas, id);
  return { parentId, index: childrenOf(canvas, parentId).indexOf(id) + 1 };
}
/** Where a copy of a node goes that is pasted while another one is selected. */
export function pasteTarget(canvas: Canvas, copied: string, selected: string): Target | null {
  const node = canvas.nodes.get(copied);
  const target = canvas.nodes.get(selected);
  if (!node || !target || node.fixed) return null;
  const branches = isBranch(canvas, node.kind);
  if (!branches) return behind(canvas, selected);
  for (let at = selected; ; at = parentOf(canvas, at)) {
    if (takes(canvas, at, node.kind)) return { parentId: at, index: childrenOf(canvas, at).length };
    const parent = parentOf(canvas, at);
    if (parent === at) return null;
    if (takes(canvas, parent, node.kind))
      return { parentId: parent, index: childrenOf(canvas, parent).indexOf(at) + 1 };
  }
}

/** One place up or down among those a node may be moved to, in the order they are drawn. */
export function stepped(canvas: Canvas, layout: TreeLayout, id: string, by: 1 | -1): Target | null {
  const box = layout.boxes.find((each) => each.id === id);
  if (!box) return null;
  const beside = canvas.nodes.get(parentOf(canvas, id))?.kind.branch !== undefined;
  const ahead = aheadOf(box, beside ? 'x' : 'y', by);
  const places = placesFor(canvas, layout, id).filter(
    (place) => ahead(place) > 0 && (!beside || place.parent === parentOf(canvas, id)),
  );
  const best = nearest(places, ahead);
  return best ? movedTo(canvas, id, { parentId: best.parent, index: best.index }) : null;
}

/** How far a place lies ahead of a box: to the right or below it, or the other way. */
function aheadOf(box: LayoutBox, axis: 'x' | 'y', by: 1 | -1) {
  const middle = axis === 'x' ? box.x + box.width / 2 : box.y + box.height / 2;
  return (place: LayoutPlace): number => (place[axis] - middle) * by;
}

/** The first of the places that are least far. */
const nearest = (
  places: readonly LayoutPlace[],
  distance: (place: LayoutPlace) => number,
): LayoutPlace | undefined =>
  places.length === 0
    ? undefined
    : places.reduce((best, place) => (distance(place) < distance(best) ? place : best));
