import { defineField } from './descriptor.ts';
import { REFERENCES } from './families.ts';

export const depts = defineField({
  type: 'depts',
  title: '多个部门',
  ...REFERENCES,
  icon: 'mind-mapping',
  family: 'member',
  input: 'depts',
  names: 'dept',
  inRows: 'offered',
});
