import { defineField } from './descriptor.ts';
import { CHOICE, PICK_OPS, codes } from './families.ts';

export const cascade = defineField({
  type: 'cascade',
  title: '级联选择',
  ...CHOICE,
  picked: 'rows',
  wording: 'pick',
  icon: 'branch',
  input: 'cascade',
  schema: (field) => ({ type: 'string', enum: codes(field.options) }),
  format: 'path',
  read: 'path',
  operators: ['inTree', ...PICK_OPS],
});
