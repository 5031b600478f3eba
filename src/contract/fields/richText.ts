import { defineField, type ValueSchema } from './descriptor.ts';
import { SEARCH_OPS } from './families.ts';

/** The document's outline; its content is checked by richTextFault, on both sides. */
const OUTLINE: ValueSchema = {
  type: 'object',
  required: ['type'],
  additionalProperties: false,
  properties: { type: { const: 'doc' }, content: { type: 'array', items: { type: 'object' } } },
};

export const richText = defineField({
  type: 'richText',
  title: '富文本',
  group: '文本',
  icon: 'edit',
  family: 'content',
  input: 'richText',
  reads: 'any',
  schema: () => OUTLINE,
  format: 'richLine',
  operators: SEARCH_OPS,
  inRows: 'accepted',
  noCell: 'any',
  wide: true,
  long: true,
});
