/**
 * Where the nodes of a document are drawn as a tree from top to bottom, pure. A door of its own: only
 * what draws such trees needs it.
 */
export { layoutTree } from './layout.ts';
export { neighbour, placeNear, touches, type Direction } from './seek.ts';
export type {
  LayoutBox,
  LayoutEdge,
  LayoutPlace,
  LayoutRules,
  Point,
  Size,
  TreeLayout,
} from './types.ts';
