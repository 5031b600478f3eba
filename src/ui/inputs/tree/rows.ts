import type { SelectOption } from '../../../contract/index.ts';

/** A node with its ancestors, from the root down; the last one is the node. */
export type Path = readonly SelectOption[];
/** Found paths shown at most: typing on narrows a longer list. */
export const MAX_MATCHES = 100;

export const childrenOf = (node: SelectOption | undefined): readonly SelectOption[] =>
  node?.children ?? [];
export const pathText = (path: Path): string => path.map(({ label }) => label).join(' / ');

/** The path to a code; empty when the tree has it not. */
export function pathTo(tree: readonly SelectOption[], code: unknown): Path {
  for (const node of tree) {
    if (node.code === code) return [node];
    const below = pathTo(childrenOf(node), code);
    if (below.length > 0) return [node, ...below];
  }
  return [];
}
/** The tree down to a level (1 is the roots). */
export const downTo = (tree: readonly SelectOption[], level: number): SelectOption[] =>
  tree.map(({ children, ...node }) =>
    level > 1 && children ? { ...node, children: downTo(children, level - 1) } : node,
  );

/** The lists side by side: the roots, then the children of each opened node. */
export function columnsOf(
  tree: readonly SelectOption[],
  opened: readonly string[],
): (readonly SelectOption[])[] {
  const columns = [tree];
  for (const code of opened) {
    const below = childrenOf(columns.at(-1)?.find((node) => node.code === code));
    if (below.length === 0) break;
    columns.push(below);
  }
  return columns;
}

type Initials = (label: string) => string;
interface Match {
  readonly path: Path;
  readonly rank: number;
}
const bestOf = (found: readonly Match[]): Path[] =>
  found
    .toSorted((a, b) => b.rank - a.rank || a.path.length - b.path.length)
    .slice(0, MAX_MATCHES)
    .map(({ path }) => path);
/**
 * Paths that can be taken and whose names, or their pinyin initials, hold the text; names that
 * begin with it first.
 */
export function find(
  tree: readonly SelectOption[],
  text: string,
  takes: (path: Path) => boolean,
  initials: Initials | null,
): Path[] {
  const wanted = text
    .trim()
    .toLowerCase()
    .replace(/\s*\/\s*/g, ' / ');
  const found: Match[] = [];
  const visit = (nodes: readonly SelectOption[], above: Path): void => {
    for (const node of nodes) {
      const path = [...above, node];
      const rank = takes(path) ? rankOf(path, wanted, initials) : 0;
      if (rank > 0) found.push({ path, rank });
      visit(childrenOf(node), path);
    }
  };
  visit(tree, []);
  return bestOf(found);
}
function rankOf(path: Path, wanted: string, initials: Initials | null): number {
  const own = path.at(-1)?.label.toLowerCase() ?? '';
  if (own.startsWith(wanted)) return 4;
  if (own.includes(wanted)) return 3;
  const names = path.map(({ label }) => label.toLowerCase());
  if (pathText(path).toLowerCase().includes(wanted) || madeOf(names, wanted)) return 2;
  return initials && /^[a-z]+$/.test(wanted) && madeOf(names.map(initials), wanted) ? 1 : 0;
}
/**
 * Whether a text is the beginnings of the parts, in their order, some left out: 浙江西湖 of 浙江省,
 * 杭州市, 西湖区.
 */
function madeOf([first, ...rest]: readonly string[], wanted: string): boolean {
  if (wanted === '') return true;
  if (first === undefined) return false;
  let common = 0;
  while (common < wanted.length && wanted[common] === first[common]) common++;
  for (let taken = common; taken >= 0; taken--) if (madeOf(rest, wanted.slice(taken))) return true;
  return false;
}
