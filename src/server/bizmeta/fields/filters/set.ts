import type { FieldDescribe, FilterOperator } from '../../../../contract/index.ts';
import type { FilterFamily, Operand } from '../kind.ts';
import { deptsSql, isReadersDepts, many, mismatch, none, readersDepts } from './operands.ts';

function test(op: FilterOperator, cell: readonly string[] | null, operand: Operand): boolean {
  if (operand.kind === 'none') return (cell === null) === (op === 'empty');
  if (operand.kind !== 'many') return mismatch(op);
  const held = cell ?? [];
  const any = operand.values.some((v) => held.includes(v));
  const all = operand.values.every((v) => held.includes(v));
  switch (op) {
    case 'me':
    case 'hasAny':
      return any;
    case 'hasAll':
      return all;
    case 'hasNone':
      return !any;
    case 'exactly':
      return all && held.every((v) => operand.values.includes(v));
    default:
      return mismatch(op);
  }
}

/**
 * Several of a set of things, stored as an array; an empty array is never stored, it becomes null.
 * `read` reads one value, undefined when it cannot be one of the field's; `cast` is the SQL type of
 * one.
 */
export const setFilter = (
  cast: 'text' | 'uuid',
  read: (value: unknown, field: FieldDescribe) => string | undefined,
  expected: string,
): FilterFamily => ({
  operand(op, value, field, evaluation, refuse) {
    if (op === 'me') return none(value, refuse) && { kind: 'many', values: [evaluation.userId] };
    if (isReadersDepts(op)) return readersDepts(op, value, evaluation, refuse);
    if (op === 'empty' || op === 'nempty') return none(value, refuse);
    return many(value, (each) => read(each, field), expected, refuse);
  },
  sql(op, column, operand, bind) {
    if (operand.kind === 'none')
      return op === 'empty' ? `${column} IS NULL` : `${column} IS NOT NULL`;
    if (operand.kind === 'deptsOf') return `${column} && ${deptsSql(operand, bind)}`;
    if (operand.kind !== 'many') return mismatch(op);
    const list = `${bind(operand.values)}::${cast}[]`;
    switch (op) {
      case 'me':
      case 'hasAny':
        return `${column} && ${list}`;
      case 'hasAll':
        return `${column} @> ${list}`;
      case 'hasNone':
        return `(${column} IS NULL OR NOT ${column} && ${list})`;
      case 'exactly':
        return `(${column} @> ${list} AND ${column} <@ ${list})`;
      default:
        return mismatch(op);
    }
  },
  test: (op, cell, operand) => test(op, cell as readonly string[] | null, operand),
});
