import { setFilter } from './filters/set.ts';
import type { FieldKind } from './kind.ts';
import { normalizeReference } from './settings.ts';
import { isUuid, readRefs } from './values.ts';

const read = (value: unknown) => (isUuid(value) ? value.toLowerCase() : undefined);

/**
 * Several records of an object, in the order given: rows of a table that joins the two objects'
 * tables.
 */
export const lookups: FieldKind = {
  type: 'lookups',
  settings: ['refObject', 'candidates', 'shows'],
  canBeUnique: false,
  canHaveDefault: false,
  virtual: true,
  filter: setFilter('uuid', read, '记录编号'),
  normalize: normalizeReference,
  column: () => 'uuid[]',
  parse: (value, field, refuse) => readRefs(value, field, refuse, read, '记录编号'),
  expression: (column) => `(${column})::text[]`,
};
