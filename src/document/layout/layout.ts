import type { NodeDocument } from '../nodes/document.ts';
import { TreeMeasure, type Measured, type MeasuredSlot } from './measure.ts';
import type {
  LayoutBox,
  LayoutEdge,
  LayoutPlace,
  LayoutRules,
  Point,
  TreeLayout,
} from './types.ts';

/**
 * Positions of a document drawn as a tree from top to bottom: the nodes of a list below each other,
 * branches side by side, lines between them and the places where a node can be added.
 */
export function layoutTree(document: NodeDocument, rules: LayoutRules): TreeLayout {
  const root = new TreeMeasure(document, rules).node(document.root);
  if (!root) return { boxes: [], edges: [], places: [], width: 0, height: 0 };
  const placing = new Placing(rules);
  const { at } = placing.node(root, { x: root.left, y: 0 });
  const { boxes, edges, places } = placing;
  return { boxes, edges, places, width: root.left + root.right, height: at.y };
}

/** Where a line leaves a node and all below it; `from` is the last box on the way. */
interface Exit {
  readonly at: Point;
  readonly from: string | undefined;
}

class Placing {
  readonly boxes: LayoutBox[] = [];
  readonly edges: LayoutEdge[] = [];
  readonly places: LayoutPlace[] = [];
  constructor(private readonly rules: LayoutRules) {}

  /** `top`: where the axis of the node begins. */
  node(node: Measured, top: Point): Exit {
    const { id, box, slots, hidden } = node;
    if (box) this.boxes.push({ id, ...box, x: top.x - box.width / 2, y: top.y, hidden });
    let exit: Exit = {
      at: { x: top.x, y: top.y + (box?.height ?? 0) },
      from: box ? id : undefined,
    };
    for (const slot of slots)
      exit = slot.columns
        ? this.branches(id, slot, slot.columns, exit)
        : this.list(node, slot, exit);
    return exit;
  }

  /** The line past the end of a list, with a place for one more. */
  private tail(id: string, { name, children }: MeasuredSlot, { at, from }: Exit): Exit {
    const end = this.below(at);
    this.edges.push({ from, to: undefined, points: [at, end] });
    this.place(id, name, children.length, at);
    return { at: end, from };
  }

  /** Below what has a box, the list hangs on a line that goes on past its end. */
  private list({ id, box }: Measured, slot: MeasuredSlot, before: Exit): Exit {
    let exit = before;
    slot.children.forEach((child, index) => {
      const linked = box !== undefined || index > 0;
      const top = linked ? this.below(exit.at) : exit.at;
      if (linked) {
        this.edges.push({ from: exit.from, to: firstBox(child), points: [exit.at, top] });
        this.place(id, slot.name, index, exit.at);
      }
      exit = this.node(child, top);
    });
    return box === undefined ? exit : this.tail(id, slot, exit);
  }

  /** A fork, the columns, and the line where they meet. */
  private branches(
    parent: string,
    { name, children }: MeasuredSlot,
    columns: readonly number[],
    { at, from }: Exit,
  ): Exit {
    if (children.length === 0) return { at, from };
    const forkY = at.y + this.rules.gapY / 2;
    const between = this.rules.gapX / 2;
    const exits = children.map((child, index) => {
      const top = { x: at.x + columns[index]!, y: at.y + this.rules.gapY };
      const slot = { parent, slot: name, y: top.y, beside: true };
      if (index === 0) this.places.push({ ...slot, index, x: top.x - child.left - between });
      this.places.push({ ...slot, index: index + 1, x: top.x + child.right + between });
      this.edges.push({
        from,
        to: firstBox(child),
        points: [at, { x: at.x, y: forkY }, { x: top.x, y: forkY }, top],
      });
      return this.node(child, top);
    });
    const meet = { x: at.x, y: Math.max(...exits.map((exit) => exit.at.y)) };
    for (const exit of exits)
      this.edges.push({
        from: exit.from,
        to: undefined,
        points: [exit.at, { x: exit.at.x, y: meet.y }, meet],
      });
    return { at: meet, from: undefined };
  }

  private below({ x, y }: Point): Point {
    return { x, y: y + this.rules.gapY };
  }
  private place(parent: string, slot: string, index: number, { x, y }: Point): void {
    this.places.push({ parent, slot, index, x, y: y + this.rules.gapY / 2, beside: false });
  }
}

const firstBox = ({ id, box }: Measured): string | undefined => (box ? id : undefined);
