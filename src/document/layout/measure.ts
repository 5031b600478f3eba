import { MAX_DEPTH } from '../base/limits.ts';
import type { NodeDocument } from '../nodes/document.ts';
import { slotIds, slotsOf } from '../nodes/slots.ts';
import type { LayoutRules, Size } from './types.ts';

/** A slot with the nodes in it that can be drawn. */
export interface MeasuredSlot {
  readonly name: string;
  readonly children: readonly Measured[];
  /** Distance of each column's axis from the axis of the node; null for a list. */
  readonly columns: readonly number[] | null;
}
/** A node and how far it and all below it reach to either side of its axis. */
export interface Measured {
  readonly id: string;
  readonly box: Size | undefined;
  readonly slots: readonly MeasuredSlot[];
  readonly hidden: number;
  readonly left: number;
  readonly right: number;
}

/**
 * Measures from the leaves up. Total: what is missing, placed twice, or too deep is left out, so
 * that any JSON can be drawn.
 */
export class TreeMeasure {
  private readonly seen = new Set<string>();
  constructor(
    private readonly document: NodeDocument,
    private readonly rules: LayoutRules,
  ) {}

  node(id: string, depth = 1): Measured | undefined {
    const { nodes } = this.document;
    if (depth > MAX_DEPTH || this.seen.has(id) || !Object.hasOwn(nodes, id)) return undefined;
    this.seen.add(id);
    const box = this.rules.sizeOf(id);
    const half = (box?.width ?? 0) / 2;
    if (this.rules.folded.has(id)) {
      const hidden = this.countBelow(id, depth);
      return { id, box, slots: [], hidden, left: half, right: half };
    }
    const slots = slotsOf(nodes[id]).map(([name, slot]) => this.slot(name, slotIds(slot), depth));
    let left = half;
    let right = half;
    for (const { children, columns } of slots)
      children.forEach((child, at) => {
        const axis = columns?.[at] ?? 0;
        left = Math.max(left, child.left - axis);
        right = Math.max(right, child.right + axis);
      });
    return { id, box, slots, hidden: 0, left, right };
  }

  private slot(name: string, ids: readonly string[], depth: number): MeasuredSlot {
    const children = ids.flatMap((child) => this.node(child, depth + 1) ?? []);
    return {
      name,
      children,
      columns: this.rules.sideBySide.has(name) ? columnsOf(children, this.rules.gapX) : null,
    };
  }

  private countBelow(id: string, depth: number): number {
    if (depth >= MAX_DEPTH) return 0;
    let count = 0;
    for (const [, slot] of slotsOf(this.document.nodes[id]))
      for (const child of slotIds(slot)) {
        if (this.seen.has(child) || !Object.hasOwn(this.document.nodes, child)) continue;
        this.seen.add(child);
        count += 1 + this.countBelow(child, depth + 1);
      }
    return count;
  }
}

/** Axes of columns in a row; the middle of the first and the last axis is zero. */
function columnsOf(children: readonly Measured[], gap: number): number[] {
  const axes: number[] = [];
  let edge = 0;
  for (const { left, right } of children) {
    axes.push(edge + left);
    edge += left + right + gap;
  }
  const middle = ((axes[0] ?? 0) + (axes.at(-1) ?? 0)) / 2;
  return axes.map((axis) => axis - middle);
}
