import { setFilter } from './filters/set.ts';
import type { FieldKind } from './kind.ts';
import { idText, readRefs } from './values.ts';

/** Several departments of the tenant, by id, in the order given. */
export const depts: FieldKind = {
  type: 'depts',
  settings: [],
  canBeUnique: false,
  canHaveDefault: true,
  index: 'gin',
  filter: setFilter('text', idText, '部门编号'),
  normalize: () => ({}),
  column: () => 'text[]',
  parse: (value, field, refuse) => readRefs(value, field, refuse, idText, '部门编号'),
};
