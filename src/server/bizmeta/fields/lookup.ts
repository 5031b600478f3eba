import { pickFilter } from './filters/pick.ts';
import type { FieldKind } from './kind.ts';
import { normalizeReference } from './settings.ts';
import { isUuid } from './values.ts';

const read = (value: unknown) => (isUuid(value) ? value.toLowerCase() : undefined);

/**
 * A record of an object, by id: a foreign key inside the tenant's schema. Unless the builder chose
 * otherwise, a record that others point to is not deleted (RECORD_IN_USE).
 */
export const lookup: FieldKind = {
  type: 'lookup',
  settings: ['refObject', 'candidates', 'shows', 'fills', 'onTargetDeleted'],
  canBeUnique: true,
  canHaveDefault: false,
  filter: pickFilter('uuid', read, '记录编号'),
  normalize: (input, refuse) => ({
    ...normalizeReference(input, refuse),
    ...(input.fills && input.fills.length > 0 && { fills: input.fills }),
  }),
  column: () => 'uuid',
  parse: (value, field, refuse) =>
    typeof value === 'string'
      ? (read(value) ?? refuse('REFERENCE_MISSING', { label: field.label }))
      : refuse('VALUE_TYPE', { label: field.label, expected: '记录编号' }),
  expression: (column) => `(${column})::text`,
};
