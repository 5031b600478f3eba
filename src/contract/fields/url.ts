import { MAX_TEXT } from '../base/constants.ts';
import { defineField } from './descriptor.ts';
import { LINE, textSchema } from './families.ts';

const SHAPE = '^[Hh][Tt][Tt][Pp][Ss]?://[^\\s]+$';

export const url = defineField({
  type: 'url',
  title: '网址',
  ...LINE,
  icon: 'link',
  input: 'url',
  bare: true,
  schema: textSchema(MAX_TEXT, SHAPE),
  example: '网址，如 https://example.com',
  link: 'web',
  mask: 'text',
  titles: 'chosen',
  searched: 'chosen',
  heads: true,
  pasted: true,
});
