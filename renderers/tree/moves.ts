import { depthOf, isWithin, levelOf, siblingsOf, type Tree, type TreeNode } from './data.ts';

export type DropSide = 'before' | 'inside' | 'after';
export interface DropTarget {
  readonly target: TreeNode;
  readonly where: DropSide;
}
export interface MoveRules {
  dropInside: boolean;
  sameParent: boolean;
  maxDepth: number;
}
/** Target of a move: the parent, and the index among its children without the node. */
export interface Move {
  readonly id: string;
  readonly parentId: string | null;
  readonly index: number;
  /** the node it is then before, null at the end */
  readonly beforeId: string | null;
}

/** Why a node may not be put there, as a sentence; null when it may. */
export function moveRefusal(
  node: TreeNode,
  { target, where }: DropTarget,
  rules: MoveRules,
): string | null {
  const parent = where === 'inside' ? target : target.parent;
  if (!node.movable) return '不能移动';
  if (isWithin(target, node)) return '不能放到自己里面';
  if (where === 'inside' && !rules.dropInside) return '不能放进其他节点';
  if (parent && !parent.droppable) return `不能放进“${parent.title}”`;
  if (rules.sameParent && parent !== node.parent) return '只能在同一个上级里移动';
  if ((parent ? levelOf(parent) : 0) + depthOf(node) > rules.maxDepth)
    return `最多 ${rules.maxDepth} 层`;
  return null;
}

/** The move that puts a node at a place. */
export function moveTo(tree: Tree, node: TreeNode, { target, where }: DropTarget): Move {
  const parent = where === 'inside' ? target : target.parent;
  const others = (parent?.children ?? tree.roots).filter((each) => each !== node);
  const index =
    where === 'inside' ? others.length : others.indexOf(target) + (where === 'after' ? 1 : 0);
  return { id: node.id, parentId: parent?.id ?? null, index, beforeId: others[index]?.id ?? null };
}

/**
 * Where Alt and an arrow lead: among siblings, into the one above, or out of the parent. Null when
 * there is nothing.
 */
export function keyboardTarget(tree: Tree, node: TreeNode, key: string): DropTarget | null {
  const siblings = siblingsOf(tree, node);
  const at = siblings.indexOf(node);
  const [above, below] = [siblings[at - 1], siblings[at + 1]];
  if (key === 'ArrowUp') return above ? { target: above, where: 'before' } : null;
  if (key === 'ArrowDown') return below ? { target: below, where: 'after' } : null;
  if (key === 'ArrowRight') return above ? { target: above, where: 'inside' } : null;
  return key === 'ArrowLeft' && node.parent ? { target: node.parent, where: 'after' } : null;
}

/** Moves a node of this tree; nothing when it is no longer there or would end up within itself. */
export function applyMove(tree: Tree, { id, parentId, index }: Move): void {
  const node = tree.byId.get(id);
  const parent = parentId === null ? null : tree.byId.get(parentId);
  if (!node || parent === undefined || (parent && isWithin(parent, node))) return;
  const from = siblingsOf(tree, node);
  from.splice(from.indexOf(node), 1);
  node.parent = parent;
  (parent?.children ?? tree.roots).splice(index, 0, node);
}

/** Shares of a row's height at its edges that mean before and after; the middle means inside. */
const EDGE = 0.28;
/** Where on a row the pointer is; `share` is 0 at its top and 1 at its foot. */
export const dropSideAt = (share: number, inside: boolean): DropSide =>
  inside
    ? share < EDGE
      ? 'before'
      : share > 1 - EDGE
        ? 'after'
        : 'inside'
    : share < 0.5
      ? 'before'
      : 'after';
