import { defineField } from './descriptor.ts';
import { REFERENCES } from './families.ts';
import { DEPT_OPS } from './operators.ts';

export const depts = defineField({
  type: 'depts',
  title: '多个部门',
  ...REFERENCES,
  icon: 'mind-mapping',
  family: 'member',
  input: 'depts',
  operators: ['hasAny', 'hasAll', 'hasNone', 'exactly', ...DEPT_OPS, 'empty', 'nempty'],
  names: 'dept',
  inRows: 'offered',
});
