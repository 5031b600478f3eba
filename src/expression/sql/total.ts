import type { Ast } from '../language/ast.ts';
import { DIVISION_SCALE, SUM_DIGITS } from '../values/limits.ts';
import type { Type } from '../values/types.ts';
import { digitsOf, limited, notSql, wrongType, type SqlFragment } from './fragment.ts';

/**
 * x / y rounded half away from zero: the digits one place further, cut off exactly, then rounded.
 */
export const divideSql = (x: string, y: string): string =>
  `round(div(${x} * 1e${DIVISION_SCALE + 1}, NULLIF(${y}, 0)) * 1e-${DIVISION_SCALE + 1}, ${DIVISION_SCALE})`;

/** Digits of a quotient of two numbers that have so many together. */
export const quotientDigits = (both: number): number => Math.max(both + 1, DIVISION_SCALE);

/** An aggregate over the column _v of a FROM item; `size` says how large its values may be. */
export function totalSql(
  fn: string,
  type: Type,
  from: string,
  ast: Ast,
  size: Pick<SqlFragment, 'most'>,
): SqlFragment {
  const isOrdered = type !== 'boolean' && typeof type !== 'object';
  if ((fn === 'sum' || fn === 'avg') && type !== 'number' && type !== 'null')
    throw wrongType({ sql: '', type, ast }, '数字');
  if ((fn === 'min' || fn === 'max') && !isOrdered) throw notSql(ast, '是否值的大小比较');
  const made = (value: string, of: Type, rows = from): SqlFragment => ({
    sql: `(SELECT ${value} FROM ${rows})`,
    type: of,
    ast,
  });
  const most = digitsOf(size) + SUM_DIGITS;
  switch (fn) {
    case 'sum':
      return { ...limited(made('COALESCE(sum(_v), 0)', 'number').sql, most), ast };
    // Values that are used twice: OFFSET 0 keeps the planner from computing them twice, as in
    // once().
    case 'avg':
      return {
        ...limited(
          made(
            divideSql('sum(_v)', 'count(_v)'),
            'number',
            `(SELECT _v FROM ${from} OFFSET 0) AS _all`,
          ).sql,
          quotientDigits(most),
        ),
        ast,
      };
    case 'count':
      return made('count(_v)::numeric', 'number');
    case 'exists':
      return { sql: `EXISTS (SELECT 1 FROM ${from} WHERE _v IS NOT NULL)`, type: 'boolean', ast };
    default:
      return {
        ...made(`${fn}(_v${type === 'text' ? ' COLLATE "C"' : ''})`, type),
        ...(size.most !== undefined && { most: size.most }),
      };
  }
}
