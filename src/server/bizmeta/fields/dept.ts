import { pickFilter } from './filters/pick.ts';
import type { FieldKind } from './kind.ts';
import { idText } from './values.ts';

/** A department of the tenant, by id. */
export const dept: FieldKind = {
  type: 'dept',
  settings: [],
  canBeUnique: true,
  canHaveDefault: true,
  filter: pickFilter('text', idText, '部门编号'),
  normalize: () => ({}),
  column: () => 'text',
  parse: (value, field, refuse) =>
    idText(value) ?? refuse('VALUE_TYPE', { label: field.label, expected: '部门编号' }),
};
