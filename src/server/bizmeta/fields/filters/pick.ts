import type { FieldDescribe, FilterOperator } from '../../../../contract/index.ts';
import type { FilterFamily, Operand } from '../kind.ts';
import { deptsSql, isReadersDepts, many, mismatch, none, one, readersDepts } from './operands.ts';

function test(op: FilterOperator, cell: unknown, operand: Operand): boolean {
  if (operand.kind === 'none') return (cell === null) === (op === 'empty');
  if (operand.kind === 'many') {
    const held = cell !== null && operand.values.includes(String(cell));
    return op === 'in' ? held : !held;
  }
  if (operand.kind !== 'one') return mismatch(op);
  const same = cell !== null && String(cell) === operand.value;
  return op === 'ne' ? !same : same;
}

/**
 * One of a set of things: an option, a person, a department, a record. `read` says whether a value
 * can be one of the field's; `cast` is the column's SQL type.
 */
export function pickFilter(
  cast: 'text' | 'uuid' | 'boolean',
  read: (value: unknown, field: FieldDescribe) => string | undefined,
  expected: string,
): FilterFamily {
  return {
    operand(op, value, field, evaluation, refuse) {
      const readOne = (each: unknown) => read(each, field);
      if (op === 'me') return none(value, refuse) && { kind: 'one', value: evaluation.userId };
      if (isReadersDepts(op)) return readersDepts(op, value, evaluation, refuse);
      if (op === 'empty' || op === 'nempty') return none(value, refuse);
      return op === 'in' || op === 'nin'
        ? many(value, readOne, expected, refuse)
        : one(value, readOne, expected, refuse);
    },
    sql(op, column, operand, bind) {
      if (operand.kind === 'none')
        return op === 'empty' ? `${column} IS NULL` : `${column} IS NOT NULL`;
      if (operand.kind === 'many') {
        const list = `${bind(operand.values)}::${cast}[]`;
        return op === 'in'
          ? `${column} = ANY(${list})`
          : `(${column} IS NULL OR ${column} <> ALL(${list}))`;
      }
      if (operand.kind === 'deptsOf') return `${column} = ANY(${deptsSql(operand, bind)})`;
      if (operand.kind !== 'one') return mismatch(op);
      const value = `${bind(operand.value)}::${cast}`;
      return op === 'ne' ? `${column} IS DISTINCT FROM ${value}` : `${column} = ${value}`;
    },
    test,
    compare: (left, right) => (left === right ? 0 : String(left) < String(right) ? -1 : 1),
  };
}
