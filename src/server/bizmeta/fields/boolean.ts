import { pickFilter } from './filters/pick.ts';
import type { FieldKind } from './kind.ts';
import { booleanSort } from './sorts.ts';

export const boolean: FieldKind = {
  type: 'boolean',
  settings: [],
  canBeUnique: false,
  canHaveDefault: true,
  filter: pickFilter(
    'boolean',
    (value) => (typeof value === 'boolean' ? String(value) : undefined),
    '是或否',
  ),
  sort: booleanSort,
  normalize: () => ({}),
  column: () => 'boolean',
  parse: (value, field, refuse) =>
    typeof value === 'boolean'
      ? value
      : refuse('VALUE_TYPE', { label: field.label, expected: '是或否' }),
};
