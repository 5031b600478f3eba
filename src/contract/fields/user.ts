import { defineField } from './descriptor.ts';
import { PICK_OPS, REFERENCE } from './families.ts';

export const user = defineField({
  type: 'user',
  title: '人员',
  ...REFERENCE,
  family: 'member',
  input: 'user',
  operators: ['eq', 'ne', 'in', 'nin', 'me', 'empty', 'nempty'],
  conditions: ['me', ...PICK_OPS],
  names: 'user',
  besideTitle: true,
  views: ['lane'],
});
