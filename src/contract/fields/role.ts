import { defineField } from './descriptor.ts';
import { REFERENCE } from './families.ts';

export const role = defineField({
  type: 'role',
  title: '角色',
  ...REFERENCE,
  icon: 'idcard',
  family: 'member',
  input: 'role',
  names: 'role',
  views: ['lane'],
});
