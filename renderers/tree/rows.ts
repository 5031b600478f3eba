import type { Tree, TreeNode } from './data.ts';

/** How the children of a node that loads them later are doing. */
export type ChildLoadState = 'loading' | 'failed';
/** One line on the screen: a node, or the state of children that are loading. */
export interface TreeRow {
  readonly key: string;
  readonly node: TreeNode;
  readonly level: number;
  readonly loadState?: ChildLoadState;
  readonly place: number;
  readonly size: number;
  readonly expandable: boolean;
  readonly open: boolean;
}

/**
 * Identity of a line and the position of its node in the tree: a different text when it was moved,
 * the same when lines above it came or went.
 */
export const rowPositionKey = (row: TreeRow | undefined): string =>
  row ? JSON.stringify([row.key, row.node.parent?.id ?? null, row.place]) : '';

export interface RowOptions {
  isOpen(node: TreeNode): boolean;
  loadStateOf(id: string): ChildLoadState | undefined;
  /** Nodes that remain while something is searched; null for all. */
  shown: ReadonlySet<string> | null;
}

/**
 * Lines from top to bottom: what is open, and while searching only what was found with the way to
 * it.
 */
export function rowsOfTree(tree: Tree, { isOpen, loadStateOf, shown }: RowOptions): TreeRow[] {
  const rows: TreeRow[] = [];
  const add = (list: readonly TreeNode[], level: number): void => {
    const kept = shown ? list.filter(({ id }) => shown.has(id)) : list;
    kept.forEach((node, index) => {
      const state = loadStateOf(node.id);
      const expandable = node.children.length > 0 || (node.lazy && !shown);
      const open = expandable && isOpen(node);
      rows.push({
        key: node.id,
        node,
        level,
        place: index + 1,
        size: kept.length,
        expandable,
        open,
      });
      if (!open) return;
      add(node.children, level + 1);
      if (state)
        rows.push({
          key: `${node.id}\u0000${state}`,
          node,
          level: level + 1,
          loadState: state,
          place: 1,
          size: 1,
          expandable: false,
          open: false,
        });
    });
  };
  add(tree.roots, 1);
  return rows;
}

interface TreeSearch {
  shown: ReadonlySet<string>;
  way: ReadonlySet<string>;
  hits: number;
}
const isHit = ({ title, words }: TreeNode, wanted: string): boolean =>
  `${title}\n${words}`.toLowerCase().includes(wanted);
/**
 * Result of a search: nodes whose title, or other searchable texts, contain the text, their
 * ancestors and their descendants. `way` are the nodes to open.
 */
export function searchTree(tree: Tree, text: string): TreeSearch | null {
  const wanted = text.trim().toLowerCase();
  if (!wanted) return null;
  const shown = new Set<string>();
  const way = new Set<string>();
  let hits = 0;
  const visit = (node: TreeNode, below: boolean): boolean => {
    const hit = isHit(node, wanted);
    if (hit) hits++;
    const inside = node.children.map((child) => visit(child, below || hit)).some(Boolean);
    if (inside) way.add(node.id);
    if (hit || inside || below) shown.add(node.id);
    return hit || inside;
  };
  tree.roots.forEach((node) => visit(node, false));
  return { shown, way, hits };
}

/** A title cut where it matches: every second part is a match. */
export function splitByMatch(title: string, text: string): string[] {
  const wanted = text.trim().toLowerCase();
  if (!wanted) return [title];
  const parts: string[] = [];
  const low = title.toLowerCase();
  let from = 0;
  for (let at = low.indexOf(wanted); at >= 0; at = low.indexOf(wanted, from)) {
    parts.push(title.slice(from, at), title.slice(at, at + wanted.length));
    from = at + wanted.length;
  }
  return [...parts, title.slice(from)];
}
