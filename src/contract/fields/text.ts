import { MAX_TEXT } from '../base/constants.ts';
import { defineField } from './descriptor.ts';
import { LINE, textSchema } from './families.ts';

export const text = defineField({
  type: 'text',
  title: '单行文本',
  ...LINE,
  icon: 'font-colors',
  input: 'text',
  bare: true,
  mask: 'text',
  schema: textSchema(MAX_TEXT),
  titles: 'always',
  searched: 'named',
  heads: true,
  inCodes: true,
  result: true,
  pasted: true,
});
