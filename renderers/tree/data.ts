import { isRecord, recordsOf, rowsOf, textOf } from '../../src/values/index.ts';

/**
 * A node of the tree's own model; rebuilt whenever the data change, so that moves may be tried on
 * it.
 */
export interface TreeNode {
  readonly id: string;
  title: string;
  readonly icon: string;
  readonly count: string;
  /** What it is found by beside its title. */
  readonly words: string;
  /** The row it was made of. */
  readonly data: Record<string, unknown>;
  parent: TreeNode | null;
  children: TreeNode[];
  /** Children may come when it is opened. */
  readonly lazy: boolean;
  readonly disabled: boolean;
  readonly movable: boolean;
  readonly droppable: boolean;
  readonly menu: boolean;
}
export interface Tree {
  readonly roots: TreeNode[];
  readonly byId: ReadonlyMap<string, TreeNode>;
}
export interface TreeOptions {
  id: string;
  parent: string;
  children: string;
  title: string;
  icon: string;
  count: string;
  words?: string;
  lazy: boolean;
}

/** Levels that are drawn: deeper data is nearly always a circle. */
const MAX_LEVELS = 32;
/**
 * Nodes of one tree: more than a person can look through, and what a browser still sorts at once.
 */
const MAX_NODES = 50_000;
const TITLES = ['title', 'name', 'label'];

const titleOf = (row: Record<string, unknown>, shape: TreeOptions, id: string): string =>
  [shape.title, ...TITLES].map((name) => (name ? textOf(row[name]) : '')).find(Boolean) ?? id;

/** What a row says may be done with its node. */
const permitted = (row: Record<string, unknown>) => ({
  disabled: row['disabled'] === true,
  movable: row['draggable'] !== false && row['disabled'] !== true,
  droppable: row['droppable'] !== false,
  menu: row['menu'] !== false,
});

function nodeOf(
  row: Record<string, unknown>,
  shape: TreeOptions,
  taken: ReadonlyMap<string, TreeNode>,
  more: ReadonlyMap<string, unknown>,
): TreeNode {
  const own = textOf(row[shape.id]);
  const id = own && !taken.has(own) ? own : `#${taken.size}`;
  const leaf = row['isLeaf'] === true || row['hasChildren'] === false;
  return {
    id,
    title: titleOf(row, shape, id),
    icon: textOf(row[shape.icon]),
    count: shape.count ? textOf(row[shape.count]) : '',
    words: shape.words ? textOf(row[shape.words]) : '',
    data: row,
    parent: null,
    children: [],
    lazy: shape.lazy && !leaf && !more.has(id),
    ...permitted(row),
  };
}

/**
 * Nodes from nested or flat rows, or both; `more` holds rows loaded for a node later. Never fails:
 * nodes of a cycle are at the top level.
 */
export function buildTree(
  rows: readonly unknown[],
  shape: TreeOptions,
  more: ReadonlyMap<string, readonly unknown[]> = new Map(),
): Tree {
  const byId = new Map<string, TreeNode>();
  const top: TreeNode[] = [];
  const add = (list: readonly unknown[], parent: TreeNode | null, level: number): void => {
    for (const row of recordsOf(list)) {
      if (byId.size >= MAX_NODES) return;
      const node = nodeOf(row, shape, byId, more);
      byId.set(node.id, node);
      node.parent = parent;
      if (parent) parent.children.push(node);
      else top.push(node);
      if (level < MAX_LEVELS)
        add([...rowsOf(row[shape.children]), ...(more.get(node.id) ?? [])], node, level + 1);
    }
  };
  add(rows, null, 1);
  const roots = top.filter((node) => {
    const parent = byId.get(textOf(node.data[shape.parent]));
    if (!parent || parent === node || isWithin(parent, node)) return true;
    node.parent = parent;
    parent.children.push(node);
    return false;
  });
  return { roots: [...roots, ...tooDeep(roots)], byId };
}
/** Removes levels below MAX_LEVELS, so that no walk of the tree overflows the stack. */
function tooDeep(roots: readonly TreeNode[]): TreeNode[] {
  let level: readonly TreeNode[] = roots;
  for (let depth = 1; depth < MAX_LEVELS && level.length > 0; depth++)
    level = level.flatMap(({ children }) => children);
  const cutOff: TreeNode[] = [];
  for (const last of level) {
    const below = last.children.splice(0);
    for (let node = below.pop(); node; node = below.pop()) {
      below.push(...node.children.splice(0));
      node.parent = null;
      cutOff.push(node);
    }
  }
  return cutOff;
}

/** True when `node` is `above` or a descendant of it. */
export function isWithin(node: TreeNode | null, above: TreeNode): boolean {
  for (let at = node; at; at = at.parent) if (at === above) return true;
  return false;
}
export function levelOf(node: TreeNode): number {
  let level = 1;
  for (let at = node.parent; at; at = at.parent) level++;
  return level;
}
/** Levels from the node to its deepest descendant, itself included. */
export const depthOf = (node: TreeNode): number =>
  1 + node.children.reduce((most, child) => Math.max(most, depthOf(child)), 0);
export const siblingsOf = (tree: Tree, node: TreeNode): TreeNode[] =>
  node.parent?.children ?? tree.roots;

/** What a page says about lazy loading; null when it does not, or not in a usable way. */
export interface ChildLoad {
  call: string;
  param: string;
  input: Record<string, unknown>;
}
export function childLoadOf(value: unknown): ChildLoad | null {
  if (!isRecord(value) || !textOf(value['call'])) return null;
  return {
    call: textOf(value['call']),
    param: textOf(value['param']) || 'parentId',
    input: isRecord(value['input']) ? value['input'] : {},
  };
}
