import type { FilterOperator } from '../../../../contract/index.ts';
import { likeText } from '../../../kernel/index.ts';
import type { Bind, FilterFamily, Operand } from '../kind.ts';
import { isStorable, many, mismatch, none, one } from './operands.ts';

const read = (value: unknown) =>
  typeof value === 'string' && isStorable(value) ? value : undefined;

const around: Partial<Record<FilterOperator, (text: string) => string>> = {
  contains: (t) => `%${t}%`,
  ncontains: (t) => `%${t}%`,
  starts: (t) => `${t}%`,
  ends: (t) => `%${t}`,
};

function likeSql(op: FilterOperator, column: string, text: string, bind: Bind): string {
  const pattern = `${bind(around[op]?.(likeText(text)))}::text`;
  return op === 'ncontains'
    ? `(${column} IS NULL OR ${column} NOT ILIKE ${pattern})`
    : `${column} ILIKE ${pattern}`;
}

function textSql(op: FilterOperator, column: string, operand: Operand, bind: Bind): string {
  if (operand.kind === 'none')
    return op === 'empty' ? `${column} IS NULL` : `${column} IS NOT NULL`;
  if (operand.kind === 'many') {
    const list = `${bind(operand.values)}::text[]`;
    return op === 'in'
      ? `${column} = ANY(${list})`
      : `(${column} IS NULL OR ${column} <> ALL(${list}))`;
  }
  if (operand.kind !== 'one') return mismatch(op);
  if (op === 'eq') return `${column} = ${bind(operand.value)}::text`;
  if (op === 'ne') return `${column} IS DISTINCT FROM ${bind(operand.value)}::text`;
  return likeSql(op, column, operand.value, bind);
}

function testText(op: FilterOperator, cell: string | null, operand: Operand): boolean {
  if (operand.kind === 'none') return (cell === null) === (op === 'empty');
  if (operand.kind === 'many') {
    const isOne = cell !== null && operand.values.includes(cell);
    return op === 'in' ? isOne : !isOne;
  }
  if (operand.kind !== 'one') return mismatch(op);
  if (op === 'eq') return cell === operand.value;
  if (op === 'ne') return cell !== operand.value;
  return testLike(op, cell, operand.value);
}

/** What `likeSql` asks of a cell, whatever the case of its letters. */
function testLike(op: FilterOperator, cell: string | null, value: string): boolean {
  const [hay, needle] = [cell?.toLowerCase(), value.toLowerCase()];
  if (op === 'ncontains') return hay === undefined || !hay.includes(needle);
  if (hay === undefined) return false;
  if (op === 'starts') return hay.startsWith(needle);
  return op === 'ends' ? hay.endsWith(needle) : hay.includes(needle);
}

/**
 * Text: equal is exact; contains, starts and ends ignore case. A negative condition (ne, nin,
 * ncontains) holds for an empty value, as a person expects of 不等于.
 */
export const textFilter: FilterFamily = {
  operand(op, value, _field, _asker, refuse) {
    if (op === 'empty' || op === 'nempty') return none(value, refuse);
    if (op === 'in' || op === 'nin') return many(value, read, '文本', refuse);
    return one(value, read, '文本', refuse);
  },
  sql: textSql,
  test: (op, cell, operand) => testText(op, cell as string | null, operand),
  compare: (left, right) => (left === right ? 0 : String(left) < String(right) ? -1 : 1),
};
