import { defineField } from './descriptor.ts';
import { REFERENCES } from './families.ts';

export const users = defineField({
  type: 'users',
  title: '多个人员',
  ...REFERENCES,
  icon: 'user-group',
  family: 'member',
  input: 'users',
  operators: ['hasAny', 'hasAll', 'hasNone', 'exactly', 'me', 'empty', 'nempty'],
  names: 'user',
  inRows: 'offered',
});
