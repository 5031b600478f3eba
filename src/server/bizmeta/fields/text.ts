import { MAX_TEXT } from '../../../contract/index.ts';
import { textFilter } from './filters/text.ts';
import type { FieldKind } from './kind.ts';
import { normalizeLength } from './settings.ts';
import { textSort } from './sorts.ts';
import { readFormatted } from './values.ts';

/** One line of text unless the builder asks for more or less. */
const DEFAULT_LENGTH = 200;

export const text: FieldKind = {
  type: 'text',
  settings: ['maxLength', 'textFormat'],
  canBeUnique: true,
  canHaveDefault: true,
  filter: textFilter,
  sort: textSort,
  normalize: (input, refuse) => ({
    ...normalizeLength(input, refuse, DEFAULT_LENGTH, MAX_TEXT),
    ...(input.textFormat && { textFormat: input.textFormat }),
  }),
  // varchar(n): a longer n later changes the catalogue only, while a CHECK would be proven again
  // row by row.
  column: (field) => `varchar(${field.maxLength})`,
  parse: readFormatted,
  anyText: true,
  expression: (column) => `(${column})::text`,
};
