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
  settings: ['refObject', 'candidates', 'shows', 'onTargetDeleted'],
  canBeUnique: false,
  canHaveDefault: false,
  virtual: true,
  filter: setFilter('uuid', read, '记录编号'),
  normalize: (input, refuse) => {
    if (input.onTargetDeleted === 'cascade')
      refuse('/onTargetDeleted', '可以选多条记录的字段不能随其中一条删除');
    return normalizeReference(input, refuse);
  },
  column: () => 'uuid[]',
  parse: (value, field, refuse) => readRefs(value, field, refuse, read, '记录编号'),
  expression: (column) => `(${column})::text[]`,
};
