import { MAX_ROWS } from '../../../contract/index.ts';
import { presenceFilter } from './filters/presence.ts';
import type { FilterFamily } from './kind.ts';
import type { FieldKind } from './kind.ts';

/** On the wire of a list a sub-table is the number of its rows. */
const rowsFilter: FilterFamily = {
  ...presenceFilter,
  test: (op, cell, operand) =>
    presenceFilter.test(
      op,
      cell === 0 || (Array.isArray(cell) && cell.length === 0) ? null : cell,
      operand,
    ),
};

/**
 * Rows of a table of its own, in their order. What a row holds is read by the types of its columns
 * (records/rows.ts).
 */
export const subTable: FieldKind = {
  type: 'subTable',
  settings: ['fields'],
  canBeUnique: false,
  canHaveDefault: false,
  virtual: true,
  filter: rowsFilter,
  normalize({ fields = [] }, refuse) {
    if (fields.every((field) => field.removed)) refuse('/fields', '至少要有一列');
    return {};
  },
  column: () => 'integer',
  json: (column) => `coalesce(${column}, 0)`,
  parse(value, field, refuse) {
    const isRow = (row: unknown) => typeof row === 'object' && row !== null && !Array.isArray(row);
    if (!Array.isArray(value) || !value.every(isRow))
      return refuse('VALUE_TYPE', { label: field.label, expected: '行的列表' });
    return value.length > MAX_ROWS
      ? refuse('TOO_MANY', { max: MAX_ROWS, count: value.length })
      : value;
  },
};
