import type { Tree, TreeNode } from './data.ts';

export type CheckState = 'all' | 'some' | 'none';

/**
 * State of every node's checkbox. A checked node's descendants are checked with it, unless they are
 * independent.
 */
export function checksOf(
  tree: Tree,
  ids: ReadonlySet<string>,
  independent: boolean,
): ReadonlyMap<string, CheckState> {
  const checks = new Map<string, CheckState>();
  const visit = (node: TreeNode, from: boolean): CheckState => {
    const own = from || ids.has(node.id);
    const inner = node.children.map((child) => visit(child, own && !independent));
    const together = own || inner.length === 0 ? own : inner.every((check) => check === 'all');
    const check = independent
      ? own
        ? 'all'
        : 'none'
      : together
        ? 'all'
        : inner.some((each) => each !== 'none')
          ? 'some'
          : 'none';
    checks.set(node.id, check);
    return check;
  };
  tree.roots.forEach((node) => visit(node, false));
  return checks;
}

/** Nodes a press on this box turns: itself, or what can be turned at the ends of its branches. */
function turned(node: TreeNode, independent: boolean): TreeNode[] {
  if (node.disabled) return [];
  return independent || node.children.length === 0
    ? [node]
    : node.children.flatMap((child) => turned(child, independent));
}

/**
 * Ids that are checked after a press on a node's box, in the tree's order; ids the tree does not
 * hold stay. Disabled nodes keep theirs.
 */
export function toggleCheck(
  tree: Tree,
  ids: ReadonlySet<string>,
  node: TreeNode,
  independent: boolean,
): string[] {
  const checks = checksOf(tree, ids, independent);
  const now = new Set([...tree.byId.keys()].filter((id) => checks.get(id) === 'all'));
  const ends = turned(node, independent);
  const on = ends.some(({ id }) => !now.has(id));
  for (const { id } of ends)
    if (on) now.add(id);
    else now.delete(id);
  // A parent is checked when all its descendants are.
  const checkFromChildren = (each: TreeNode): boolean => {
    if (each.children.length === 0) return now.has(each.id);
    const all = each.children.map(checkFromChildren).every(Boolean);
    if (all) now.add(each.id);
    else now.delete(each.id);
    return all;
  };
  if (!independent) tree.roots.forEach(checkFromChildren);
  const unknown = [...ids].filter((id) => !tree.byId.has(id));
  return [...[...tree.byId.keys()].filter((id) => now.has(id)), ...unknown];
}
