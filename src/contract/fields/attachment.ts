import { MAX_FILES_PER_FIELD } from '../base/constants.ts';
import { defineField } from './descriptor.ts';
import { FILES, fileSchema } from './families.ts';

export const attachment = defineField({
  type: 'attachment',
  title: '附件',
  group: '高级',
  ...FILES,
  input: 'attachment',
  schema: () => ({ type: 'array', maxItems: MAX_FILES_PER_FIELD, items: fileSchema }),
  inRows: 'offered',
  wide: true,
  apart: true,
  views: ['cover'],
});
