import type { Ast } from '../ast.ts';
import { DIVISION_SCALE } from '../limits.ts';
import type { Type } from '../types.ts';
import { notSql, wrongType, type Piece } from './piece.ts';

/** x / y rounded half away from zero: the digits one place further, cut off exactly, then rounded. */
export const divideSql = (x: string, y: string): string => `round(div(${x} * 1e${DIVISION_SCALE + 1}, NULLIF(${y}, 0)) * 1e-${DIVISION_SCALE + 1}, ${DIVISION_SCALE})`;

/** An aggregate over the column _v of a FROM item. */
export function totalSql(fn: string, type: Type, from: string, ast: Ast): Piece {
  const isOrdered = type !== 'boolean' && typeof type !== 'object';
  if ((fn === 'sum' || fn === 'avg') && type !== 'number' && type !== 'null') throw wrongType({ sql: '', type, ast }, '数字');
  if ((fn === 'min' || fn === 'max') && !isOrdered) throw notSql(ast, '是否值的大小比较');
  const made = (value: string, of: Type): Piece => ({ sql: `(SELECT ${value} FROM ${from})`, type: of, ast });
  switch (fn) {
    case 'sum': return made('COALESCE(sum(_v), 0)', 'number');
    case 'avg': return made(divideSql('sum(_v)', 'count(_v)'), 'number');
    case 'count': return made('count(_v)::numeric', 'number');
    case 'exists': return { sql: `EXISTS (SELECT 1 FROM ${from} WHERE _v IS NOT NULL)`, type: 'boolean', ast };
    default: return made(`${fn}(_v${type === 'text' ? ' COLLATE "C"' : ''})`, type);
  }
}
