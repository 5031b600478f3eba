import { MAX_TEXT } from '../base/constants.ts';
import { defineField } from './descriptor.ts';
import { LINE, textSchema } from './families.ts';

export const barcode = defineField({
  type: 'barcode',
  title: '条码',
  ...LINE,
  icon: 'scan',
  input: 'scan',
  mask: 'text',
  schema: textSchema(MAX_TEXT),
  titles: 'chosen',
  searched: 'always',
  heads: true,
  inCodes: true,
});
