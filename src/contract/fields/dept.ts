import { defineField } from './descriptor.ts';
import { REFERENCE } from './families.ts';

export const dept = defineField({
  type: 'dept',
  title: '部门',
  ...REFERENCE,
  icon: 'mind-mapping',
  family: 'member',
  input: 'dept',
  names: 'dept',
  views: ['lane'],
});
