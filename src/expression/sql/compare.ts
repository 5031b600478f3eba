import type { BinaryOp, InNode } from '../language/ast.ts';
import { comparable, isList, isMoment, typeName } from '../values/types.ts';
import { cast, named, notSql, wrongType, type SqlFragment, type Writer } from './fragment.ts';

/**
 * Ordered by code points, as JavaScript does it. Equality needs no collation: deterministic ones
 * agree.
 */
const C = 'COLLATE "C"';

function requireComparable(a: SqlFragment, b: SqlFragment, isOrder: boolean): void {
  if (!comparable(a.type, b.type) || a.type === 'any' || b.type === 'any')
    throw wrongType(b, typeName(a.type));
  if ([a.type, b.type].some((type) => typeof type === 'object'))
    throw notSql(a.ast, '列表或记录的比较');
  if (isOrder && (a.type === 'boolean' || b.type === 'boolean'))
    throw notSql(a.ast, '是否值的大小比较');
}

/** Both sides as operands. */
function operands(
  a: SqlFragment,
  b: SqlFragment,
  writer: Writer,
  isOrder: boolean,
): [string, string] {
  requireComparable(a, b, isOrder);
  const type = a.type === 'null' ? b.type : a.type;
  if (type === 'null') return ['NULL::text', 'NULL::text'];
  if (isMoment(a.type) && isMoment(b.type) && a.type !== b.type)
    return [writer.instant(a), writer.instant(b)];
  if (type === 'number') return [side(a, b), side(b, a)];
  const [x, y] = [cast(a, type), cast(b, type)];
  return type === 'text' && isOrder ? [`${x} ${C}`, `${y} ${C}`] : [x, y];
}
/** A number beside another: a column is unchanged, a whole literal beside a column is int8. */
function side(piece: SqlFragment, other: SqlFragment): string {
  if (piece.isColumn) return piece.sql;
  return other.isColumn && piece.asInteger !== undefined ? piece.asInteger : cast(piece, 'number');
}

const OPERATORS: Partial<Record<BinaryOp, string>> = {
  '=': '=',
  '!=': '<>',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
};
export function compareSql(op: BinaryOp, a: SqlFragment, b: SqlFragment, writer: Writer): string {
  const [x, y] = operands(a, b, writer, op !== '=' && op !== '!=');
  return `(${x} ${OPERATORS[op]!} ${y})`;
}

export function betweenSql(
  arg: SqlFragment,
  low: SqlFragment,
  high: SqlFragment,
  not: boolean,
  writer: Writer,
): string {
  const both = named(
    arg,
    (value) =>
      `(${compareSql('>=', value, low, writer)} AND ${compareSql('<=', value, high, writer)})`,
  );
  return not ? `(NOT ${both})` : both;
}

/** `x IN (a, b)`; an empty list contains nothing, not even null. */
export function inSql(ast: InNode, writer: Writer): string {
  const arg = writer.fragment(ast.arg);
  const found =
    ast.list.kind === 'list'
      ? inItems(
          arg,
          ast.list.items.map((item) => writer.fragment(item)),
          writer,
        )
      : inColumn(arg, writer.fragment(ast.list));
  return ast.not ? `(NOT ${found})` : found;
}
function inItems(arg: SqlFragment, items: readonly SqlFragment[], writer: Writer): string {
  if (items.length === 0) return `(${arg.sql} IS NULL AND false)`;
  const pairs = items.map((item) => operands(arg, item, writer, false));
  const [x] = pairs[0]!;
  if (pairs.every(([other]) => other === x))
    return `(${x} IN (${pairs.map(([, y]) => y).join(', ')}))`;
  return named(
    arg,
    (value) =>
      `(${items.map((item) => operands(value, item, writer, false).join(' = ')).join(' OR ')})`,
  );
}
function inColumn(arg: SqlFragment, list: SqlFragment): string {
  if (!isList(list.type)) throw wrongType(list, '列表');
  return `(${cast(arg, list.type.list)} = ANY(${cast(list, list.type)}))`;
}
