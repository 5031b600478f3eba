import type { BoxPlace } from './Boxes.tsx';
import { childrenOf, type Canvas } from './rows.ts';

/** Depth, number among its siblings and how many they are, of every node. */
export function placesOf(canvas: Canvas): ReadonlyMap<string, BoxPlace> {
  const places = new Map<string, BoxPlace>();
  const visit = (parent: string, level: number): void => {
    const ids = childrenOf(canvas, parent);
    ids.forEach((id, at) => {
      places.set(id, { level, at: at + 1, of: ids.length });
      visit(id, level + 1);
    });
  };
  const { root } = canvas.document;
  if (canvas.nodes.has(root)) places.set(root, { level: 1, at: 1, of: 1 });
  visit(root, canvas.nodes.get(root)?.kind.shape === 'none' || !canvas.nodes.has(root) ? 1 : 2);
  return places;
}
