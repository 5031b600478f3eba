import type { FilterOperator } from '../../../../contract/index.ts';
import type { FilterFamily, Operand, RefuseOperand } from '../kind.ts';
import { many, mismatch, none, one, type ReadOne } from './operands.ts';

const SIGNS: Partial<Record<FilterOperator, string>> = {
  eq: '=',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
};

function span(value: unknown, read: ReadOne, refuse: RefuseOperand): Operand | undefined {
  if (!Array.isArray(value) || value.length !== 2) return refuse('值应为两个数：[起, 止]');
  const [low, high] = [read(value[0]), read(value[1])];
  return low === undefined || high === undefined
    ? refuse('值应为两个数：[起, 止]')
    : { kind: 'span', low, high };
}

function test(op: FilterOperator, cell: number | null, operand: Operand): boolean {
  if (operand.kind === 'none') return (cell === null) === (op === 'empty');
  if (operand.kind === 'many')
    return cell !== null && operand.values.some((v) => Number(v) === cell);
  if (operand.kind === 'span')
    return cell !== null && cell >= Number(operand.low) && cell <= Number(operand.high);
  if (operand.kind !== 'one') return mismatch(op);
  const value = Number(operand.value);
  if (op === 'ne') return cell !== value;
  if (cell === null) return false;
  switch (op) {
    case 'gt':
      return cell > value;
    case 'gte':
      return cell >= value;
    case 'lt':
      return cell < value;
    case 'lte':
      return cell <= value;
    default:
      return cell === value;
  }
}

/**
 * Numbers. `cast` is the SQL type operands travel as: one of the column's own family of types, or
 * no index of the column could be used. A negative condition holds for an empty value.
 */
export function numberFilter(
  cast: 'bigint' | 'numeric' | 'float8',
  read: ReadOne,
  expected: string,
): FilterFamily {
  return {
    operand(op, value, _field, _asker, refuse) {
      if (op === 'empty' || op === 'nempty') return none(value, refuse);
      if (op === 'in') return many(value, read, expected, refuse);
      if (op === 'between') return span(value, read, refuse);
      return one(value, read, expected, refuse);
    },
    sql(op, column, operand, bind) {
      if (operand.kind === 'none')
        return op === 'empty' ? `${column} IS NULL` : `${column} IS NOT NULL`;
      if (operand.kind === 'many') return `${column} = ANY(${bind(operand.values)}::${cast}[])`;
      if (operand.kind === 'span')
        return `${column} BETWEEN ${bind(operand.low)}::${cast} AND ${bind(operand.high)}::${cast}`;
      if (operand.kind !== 'one') return mismatch(op);
      if (op === 'ne') return `${column} IS DISTINCT FROM ${bind(operand.value)}::${cast}`;
      return `${column} ${SIGNS[op] ?? mismatch(op)} ${bind(operand.value)}::${cast}`;
    },
    test: (op, cell, operand) => test(op, cell as number | null, operand),
    compare: (left, right) => Number(left) - Number(right),
  };
}
