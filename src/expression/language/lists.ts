import { children, type AggregateName, type AggregateNode, type Ast } from './ast.ts';
import { AGGREGATES } from './grammar.ts';
import { mapParts } from './percent.ts';

/** Whether a path of an expression leads to a list of rows. */
export type IsList = (path: readonly string[]) => boolean;

const isAggregate = (fn: string): fn is AggregateName => AGGREGATES.has(fn);

/** The list a path leads into or to: the longest part of it that is one. */
function listIn(path: readonly string[], isList: IsList): readonly string[] | undefined {
  for (let length = path.length; length > 0; length--) {
    const list = path.slice(0, length);
    if (isList(list)) return list;
  }
  return undefined;
}
/** Lists whose rows an expression reads outside of any aggregate of its own. */
function listsRead(ast: Ast, isList: IsList): (readonly string[])[] {
  if (ast.kind === 'aggregate') return [];
  const own = ast.kind === 'path' ? listIn(ast.path, isList) : undefined;
  return own ? [own] : children(ast).flatMap((child) => listsRead(child, isList));
}
/** The same inside a row: lines.qty is qty. */
function insideRow(ast: Ast, list: readonly string[]): Ast {
  const below = mapParts(ast, (part) => insideRow(part, list));
  const isBelow =
    below.kind === 'path' &&
    below.path.length > list.length &&
    list.every((name, at) => below.path[at] === name);
  return isBelow ? { ...below, path: below.path.slice(list.length) } : below;
}

/**
 * sum(lines.qty * lines.price, lines.kind = 'part') as the aggregate it means; null for a call over
 * no list, or over several.
 */
export function totalOf(ast: Ast, isList: IsList): AggregateNode | null {
  if (ast.kind !== 'call' || !isAggregate(ast.fn) || ast.args.length > 2) return null;
  const [value, where] = ast.args;
  const lists = value ? listsRead(value, isList) : [];
  const [list] = lists;
  if (!value || !list || lists.some((each) => each.join('.') !== list.join('.'))) return null;
  return {
    kind: 'aggregate',
    fn: ast.fn,
    path: value.kind === 'path' ? value.path : [...list],
    item: value.kind === 'path' ? null : insideRow(value, list),
    where: where ? insideRow(where, list) : null,
    start: ast.start,
    end: ast.end,
  };
}

/** The tree with every call over the rows of a list as an aggregate; the same when it has none. */
export function withTotals(ast: Ast, isList: IsList): Ast {
  const inside = mapParts(ast, (part) => withTotals(part, isList));
  return totalOf(inside, isList) ?? inside;
}
