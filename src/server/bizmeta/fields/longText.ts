import { MAX_LONG_TEXT } from '../../../contract/index.ts';
import { textFilter } from './filters/text.ts';
import type { FieldKind } from './kind.ts';
import { normalizeLength } from './settings.ts';
import { readText } from './values.ts';

export const longText: FieldKind = {
  type: 'longText',
  settings: ['maxLength'],
  canBeUnique: false,
  canHaveDefault: true,
  filter: textFilter,
  normalize: (input, refuse) => normalizeLength(input, refuse, MAX_LONG_TEXT, MAX_LONG_TEXT),
  column: (field) => `varchar(${field.maxLength})`,
  parse: readText,
  anyText: true,
  expression: (column) => `(${column})::text`,
};
