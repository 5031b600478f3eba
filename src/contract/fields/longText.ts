import { MAX_LONG_TEXT } from '../base/constants.ts';
import { defineField } from './descriptor.ts';
import { SEARCH_OPS, textSchema } from './families.ts';

export const longText = defineField({
  type: 'longText',
  title: '多行文本',
  group: '文本',
  icon: 'align-left',
  family: 'text',
  input: 'textarea',
  bare: true,
  mask: 'text',
  reads: 'text',
  schema: textSchema(MAX_LONG_TEXT),
  format: 'plain',
  read: 'asIs',
  operators: SEARCH_OPS,
  conditions: SEARCH_OPS,
  searched: 'chosen',
  heads: true,
  inRows: 'offered',
  noCell: 'rows',
  wide: true,
  long: true,
  typed: true,
  pasted: true,
});
