import { pickFilter } from './filters/pick.ts';
import type { FieldKind } from './kind.ts';
import { idText } from './values.ts';

/** A role of the tenant, by id. */
export const role: FieldKind = {
  type: 'role',
  settings: [],
  canBeUnique: false,
  canHaveDefault: true,
  filter: pickFilter('text', idText, '角色编号'),
  normalize: () => ({}),
  column: () => 'text',
  parse: (value, field, refuse) =>
    idText(value) ?? refuse('VALUE_TYPE', { label: field.label, expected: '角色编号' }),
};
