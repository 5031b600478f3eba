import { textFilter } from './filters/text.ts';
import type { FieldKind } from './kind.ts';
import { normalizeLength } from './settings.ts';
import { textSort } from './sorts.ts';
import { readShaped } from './values.ts';

/** Longest address mail servers take (RFC 5321). */
const MAX_EMAIL = 254;
const SHAPE = /^[^\s@<>"(),:;[\]\\]{1,64}@[^\s@<>"(),:;[\]\\.]+(\.[^\s@<>"(),:;[\]\\.]+)+$/u;

export const email: FieldKind = {
  type: 'email',
  settings: ['maxLength'],
  canBeUnique: true,
  canHaveDefault: true,
  filter: textFilter,
  sort: textSort,
  normalize: (input, refuse) => normalizeLength(input, refuse, MAX_EMAIL, MAX_EMAIL),
  column: (field) => `varchar(${field.maxLength})`,
  parse: (value, field, refuse) =>
    readShaped(value, field, refuse, (t) => SHAPE.test(t), '邮箱地址，如 name@example.com'),
  expression: (column) => `(${column})::text`,
};
