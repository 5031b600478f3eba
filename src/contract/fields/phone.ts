import { defineField } from './descriptor.ts';
import { LINE, textSchema } from './families.ts';

const SHAPE = '^\\+?[0-9(][0-9 ()-]{3,24}(转\\d{1,6})?$';

export const phone = defineField({
  type: 'phone',
  title: '电话',
  ...LINE,
  input: 'phone',
  bare: true,
  schema: textSchema(30, SHAPE),
  example: '电话号码，如 13800000000',
  link: 'phone',
  mask: 'phone',
  titles: 'chosen',
  searched: 'always',
  heads: true,
  inCodes: true,
  pasted: true,
});
