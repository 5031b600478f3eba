import type { FilterFamily } from '../kind.ts';
import { none } from './operands.ts';

/** Types whose values are not compared: only whether there is one. */
export const presenceFilter: FilterFamily = {
  operand: (_op, value, _field, _asker, refuse) => none(value, refuse),
  sql: (op, column) => (op === 'empty' ? `${column} IS NULL` : `${column} IS NOT NULL`),
  test: (op, cell) => (cell === null) === (op === 'empty'),
};
