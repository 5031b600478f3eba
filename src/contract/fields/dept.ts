import { defineField } from './descriptor.ts';
import { REFERENCE } from './families.ts';
import { DEPT_OPS } from './operators.ts';

export const dept = defineField({
  type: 'dept',
  title: '部门',
  ...REFERENCE,
  icon: 'mind-mapping',
  family: 'member',
  input: 'dept',
  operators: ['eq', 'ne', 'in', 'nin', ...DEPT_OPS, 'empty', 'nempty'],
  names: 'dept',
  views: ['lane'],
});
