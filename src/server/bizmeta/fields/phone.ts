import { textFilter } from './filters/text.ts';
import type { FieldKind } from './kind.ts';
import { normalizeLength } from './settings.ts';
import { textSort } from './sorts.ts';
import { readShaped } from './values.ts';

/** A number with its country, area and extension, written as people write it. */
const MAX_PHONE = 30;
const SHAPE = /^\+?[0-9(][0-9 ()-]{3,24}(转\d{1,6})?$/;

export const phone: FieldKind = {
  type: 'phone',
  settings: ['maxLength'],
  canBeUnique: true,
  canHaveDefault: true,
  filter: textFilter,
  sort: textSort,
  normalize: (input, refuse) => normalizeLength(input, refuse, MAX_PHONE, MAX_PHONE),
  column: (field) => `varchar(${field.maxLength})`,
  parse: (value, field, refuse) =>
    readShaped(
      value,
      field,
      refuse,
      (t) => SHAPE.test(t),
      '电话号码，如 13800000000 或 0571-88880000',
    ),
  expression: (column) => `(${column})::text`,
};
