import { defineField } from './descriptor.ts';
import { CHOICE, PICK_OPS } from './families.ts';

export const area = defineField({
  type: 'area',
  title: '省市区',
  ...CHOICE,
  wording: 'pick',
  icon: 'compass',
  input: 'area',
  schema: () => ({ type: 'string', pattern: '^[1-9]\\d{5}$' }),
  format: 'region',
  operators: ['inTree', ...PICK_OPS],
  names: 'area',
});
