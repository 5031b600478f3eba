import { MAX_LONG_TEXT } from '../../../contract/index.ts';
import { isEmptyRichText, richTextFault, richTextLength } from '../../../values/index.ts';
import { richTextFilter } from './filters/rich-text.ts';
import type { FieldKind } from './kind.ts';
import { normalizeLength } from './settings.ts';

/**
 * A document of headings, paragraphs, lists and links. Only known nodes and marks are stored: it is
 * never HTML.
 */
export const richText: FieldKind = {
  type: 'richText',
  settings: ['maxLength'],
  canBeUnique: false,
  canHaveDefault: false,
  filter: richTextFilter,
  normalize: (input, refuse) => normalizeLength(input, refuse, MAX_LONG_TEXT, MAX_LONG_TEXT),
  column: () => 'jsonb',
  isEmpty: (value) => richTextFault(value) === undefined && isEmptyRichText(value),
  parse(value, field, refuse) {
    const fault = richTextFault(value);
    if (fault !== undefined) return refuse('VALUE_FORMAT', { label: field.label, expected: fault });
    const max = field.maxLength ?? MAX_LONG_TEXT;
    return richTextLength(value) > max
      ? refuse('VALUE_LENGTH', { label: field.label, max })
      : (value as object);
  },
};
