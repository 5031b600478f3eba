import { MAX_TEXT } from '../../../contract/index.ts';
import { textFilter } from './filters/text.ts';
import type { FieldKind } from './kind.ts';
import { normalizeLength } from './settings.ts';
import { textSort } from './sorts.ts';
import { readShaped } from './values.ts';

/**
 * Only addresses a browser opens as a page: a javascript: address would run in the reader's
 * session.
 */
function isWebAddress(text: string): boolean {
  if (!/^https?:\/\/[^\s]+$/i.test(text)) return false;
  return URL.canParse(text);
}

export const url: FieldKind = {
  type: 'url',
  settings: ['maxLength'],
  canBeUnique: true,
  canHaveDefault: true,
  filter: textFilter,
  sort: textSort,
  normalize: (input, refuse) => normalizeLength(input, refuse, MAX_TEXT, MAX_TEXT),
  column: (field) => `varchar(${field.maxLength})`,
  parse: (value, field, refuse) =>
    readShaped(value, field, refuse, isWebAddress, '网址，如 https://example.com'),
  expression: (column) => `(${column})::text`,
};
