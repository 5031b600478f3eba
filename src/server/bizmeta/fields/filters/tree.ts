import type { FieldDescribe } from '../../../../contract/index.ts';
import type { FilterFamily } from '../kind.ts';
import { one } from './operands.ts';
import { pickFilter } from './pick.ts';

type Read = (value: unknown, field: FieldDescribe) => string | undefined;

/**
 * One node of a tree: as one of a set, and `inTree`, the node itself or any below it, which `below`
 * lists.
 */
export function treeFilter(
  read: Read,
  below: (code: string, field: FieldDescribe) => readonly string[],
  expected: string,
): FilterFamily {
  const pick = pickFilter('text', read, expected);
  return {
    ...pick,
    operand(op, value, field, evaluation, refuse) {
      if (op !== 'inTree') return pick.operand(op, value, field, evaluation, refuse);
      const chosen = one(value, (each) => read(each, field), expected, refuse);
      return chosen?.kind === 'one'
        ? { kind: 'many', values: below(chosen.value, field) }
        : undefined;
    },
    sql: (op, column, operand, bind) =>
      pick.sql(op === 'inTree' ? 'in' : op, column, operand, bind),
    test: (op, cell, operand) => pick.test(op === 'inTree' ? 'in' : op, cell, operand),
  };
}
