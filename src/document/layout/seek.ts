import type { NodeDocument } from '../nodes/document.ts';
import { slotIds, slotsOf } from '../nodes/slots.ts';
import type { LayoutBox, LayoutPlace, Point, Size, TreeLayout } from './types.ts';

export type Direction = 'up' | 'down' | 'left' | 'right';

/** What is moved through: the document, how it is laid out, and where its boxes are. */
export interface DrawnTree {
  readonly document: NodeDocument;
  readonly sideBySide: ReadonlySet<string>;
  readonly layout: TreeLayout;
}

/**
 * The box one step away from another one, as arrow keys go: up and down along the lines, left and
 * right to what is beside it. Undefined at the end.
 */
export function neighbour(tree: DrawnTree, from: string, direction: Direction): string | undefined {
  const { boxes } = tree.layout;
  const box = boxes.find(({ id }) => id === from);
  if (!box) return undefined;
  if (direction === 'left' || direction === 'right')
    return beside(boxes, box, direction === 'left' ? -1 : 1);
  const drawn = new Set(boxes.map(({ id }) => id));
  const homes = homesOf(tree);
  return direction === 'up' ? above(homes, drawn, from) : below(tree, homes, drawn, from);
}

interface Home {
  readonly parent: string;
  /** Nodes that follow one another; null in a slot whose nodes lie side by side. */
  readonly list: readonly string[] | null;
}
type Homes = ReadonlyMap<string, Home>;
function homesOf({ document, sideBySide }: DrawnTree): Homes {
  const homes = new Map<string, Home>();
  for (const [parent, node] of Object.entries(document.nodes))
    for (const [name, slot] of slotsOf(node)) {
      const ids = slotIds(slot);
      for (const id of ids) homes.set(id, { parent, list: sideBySide.has(name) ? null : ids });
    }
  return homes;
}

function above(homes: Homes, drawn: ReadonlySet<string>, from: string): string | undefined {
  const home = homes.get(from);
  const before = home?.list?.[home.list.indexOf(from) - 1];
  if (before !== undefined && drawn.has(before)) return before;
  for (let up = home; up; up = homes.get(up.parent)) if (drawn.has(up.parent)) return up.parent;
  return undefined;
}

function below(
  { document }: DrawnTree,
  homes: Homes,
  drawn: ReadonlySet<string>,
  from: string,
): string | undefined {
  for (const [, slot] of slotsOf(document.nodes[from]))
    for (const child of slotIds(slot)) if (drawn.has(child)) return child;
  for (let at = from, home = homes.get(from); home; at = home.parent, home = homes.get(at)) {
    const next = home.list?.[home.list.indexOf(at) + 1];
    if (next !== undefined && drawn.has(next)) return next;
  }
  return undefined;
}

/** The nearest box to one side that is about as far down. */
const beside = (boxes: readonly LayoutBox[], box: LayoutBox, side: 1 | -1): string | undefined =>
  nearest(boxes, (each) => {
    const distance = (axisOf(each) - axisOf(box)) * side;
    return distance <= 0 ? Infinity : distance + 3 * Math.abs(middleOf(each) - middleOf(box));
  });

function nearest(
  boxes: readonly LayoutBox[],
  cost: (box: LayoutBox) => number,
): string | undefined {
  let best: string | undefined;
  let least = Infinity;
  for (const box of boxes) {
    const now = cost(box);
    if (now < least) {
      least = now;
      best = box.id;
    }
  }
  return best;
}
const axisOf = ({ x, width }: LayoutBox): number => x + width / 2;
const middleOf = ({ y, height }: LayoutBox): number => y + height / 2;

/** The nearest place within a distance, among those that may be used. */
export function placeNear(
  places: readonly LayoutPlace[],
  { x, y }: Point,
  within: number,
): LayoutPlace | undefined {
  let best: LayoutPlace | undefined;
  let least = within;
  for (const place of places) {
    const distance = Math.hypot(place.x - x, place.y - y);
    if (distance <= least) {
      least = distance;
      best = place;
    }
  }
  return best;
}

/** Whether a box, or a line given by its points, reaches into a part of the drawing. */
export const touches = (view: Point & Size, ...points: readonly (Point & Partial<Size>)[]) => {
  const left = Math.min(...points.map(({ x }) => x));
  const top = Math.min(...points.map(({ y }) => y));
  const right = Math.max(...points.map(({ x, width }) => x + (width ?? 0)));
  const bottom = Math.max(...points.map(({ y, height }) => y + (height ?? 0)));
  return (
    right >= view.x &&
    bottom >= view.y &&
    left <= view.x + view.width &&
    top <= view.y + view.height
  );
};
