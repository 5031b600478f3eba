/** Where things are drawn, in pixels from the top left corner of the whole. */
export interface Point {
  readonly x: number;
  readonly y: number;
}
export interface Size {
  readonly width: number;
  readonly height: number;
}
export interface LayoutBox extends Point, Size {
  readonly id: string;
  /** Nodes below it that are not drawn, because it is folded. */
  readonly hidden: number;
}
/**
 * A position in a slot, and the point where a node put there would appear: on a line, or between two
 * columns where the nodes of the slot lie side by side.
 */
export interface LayoutPlace extends Point {
  readonly parent: string;
  readonly slot: string;
  readonly index: number;
  readonly beside: boolean;
}
/** A line from what comes before to what follows; either is missing where nodes meet or end. */
export interface LayoutEdge {
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly points: readonly Point[];
}
export interface TreeLayout extends Size {
  /** In document order. */
  readonly boxes: readonly LayoutBox[];
  readonly edges: readonly LayoutEdge[];
  readonly places: readonly LayoutPlace[];
}
export interface LayoutRules {
  /**
   * Slots whose children lie side by side and meet again below; the children of other slots follow
   * one below the other.
   */
  readonly sideBySide: ReadonlySet<string>;
  /** Ids of nodes that are drawn without what is below them. */
  readonly folded: ReadonlySet<string>;
  /** Distance of columns side by side, and of a box from the next one below. */
  readonly gapX: number;
  readonly gapY: number;
  /** Size of a node's box; undefined for a node that has none, as a root that only holds a list. */
  sizeOf(id: string): Size | undefined;
}
