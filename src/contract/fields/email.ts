import { defineField } from './descriptor.ts';
import { LINE, textSchema } from './families.ts';

/** Longest address mail servers take (RFC 5321). */
const MAX_EMAIL = 254;
const SHAPE =
  '^[^\\s@<>"(),:;[\\]\\\\]{1,64}@[^\\s@<>"(),:;[\\]\\\\.]+(\\.[^\\s@<>"(),:;[\\]\\\\.]+)+$';

export const email = defineField({
  type: 'email',
  title: '邮箱',
  ...LINE,
  input: 'email',
  bare: true,
  schema: textSchema(MAX_EMAIL, SHAPE),
  example: '邮箱地址，如 name@example.com',
  link: 'mail',
  mask: 'mail',
  titles: 'chosen',
  searched: 'always',
  heads: true,
  inCodes: true,
  pasted: true,
});
