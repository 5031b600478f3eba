import type { AggregateNode, Ast } from './ast.ts';

/** What the number before a percent sign is multiplied by; exact, as a quotient need not be. */
export const HUNDREDTH = 0.01;

/** Whether a name's number is a percentage; undefined for an unknown name. */
export type IsPercent = (path: readonly string[]) => boolean | undefined;

/** Names in an aggregate may be the row's: they are looked up below its list first. */
export function isPercentIn(
  path: readonly string[],
  lists: readonly (readonly string[])[],
  isPercent: IsPercent | undefined,
): boolean {
  for (const list of lists) {
    const known = isPercent?.([...list, ...path]);
    if (known !== undefined) return known;
  }
  return isPercent?.(path) === true;
}

export const times = (ast: Ast, factor: string): Ast => ({
  kind: 'binary',
  op: '*',
  left: ast,
  right: { kind: 'number', value: factor, start: ast.end, end: ast.end },
  start: ast.start,
  end: ast.end,
});
/** What gives the number before the percent sign where `ast` gives a ratio: 5 for 0.05. */
export const toPercent = (ast: Ast): Ast => times(ast, '100');

const isAst = (part: unknown): part is Ast =>
  typeof part === 'object' && part !== null && 'kind' in part && 'start' in part;
/** The tree with the nodes directly below mapped, the same when none changes. */
export function mapParts(ast: Ast, map: (part: Ast) => Ast): Ast {
  let changed = false;
  const each = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(each);
    const next = isAst(part) ? map(part) : part;
    changed ||= next !== part;
    return next;
  };
  const parts = Object.entries(ast).map(([key, part]) => [key, each(part)]);
  return changed ? (Object.fromEntries(parts) as unknown as Ast) : ast;
}

type Lists = readonly (readonly string[])[];
const COUNTS: readonly AggregateNode['fn'][] = ['count', 'exists'];
/** Whether the value of the node is a percentage as it is: a name's, or a total over a column. */
export const isPercentNode = (ast: Ast, isPercent: IsPercent, lists: Lists): boolean =>
  (ast.kind === 'path' || (ast.kind === 'aggregate' && !ast.item && !COUNTS.includes(ast.fn))) &&
  isPercentIn(ast.path, lists, isPercent);
/** Lists whose rows the parts of a node read first. */
export const listsBelow = (ast: Ast, lists: Lists): Lists =>
  ast.kind === 'aggregate' ? [ast.path, ...lists] : lists;

/** The tree with each percentage multiplied by a factor; the same when it reads none. */
export function scalePercents(
  ast: Ast,
  factor: string,
  isPercent: IsPercent,
  lists: Lists = [],
): Ast {
  const below = listsBelow(ast, lists);
  const inside = mapParts(ast, (part) => scalePercents(part, factor, isPercent, below));
  return isPercentNode(ast, isPercent, lists) ? times(inside, factor) : inside;
}
