import { defineField } from './descriptor.ts';
import { CHOICE, SET_CONDITIONS, SET_OPS, codes } from './families.ts';

export const multiSelect = defineField({
  type: 'multiSelect',
  title: '多选',
  ...CHOICE,
  icon: 'unordered-list',
  input: 'multiSelect',
  reads: { list: 'text' },
  schema: (field) => ({
    type: 'array',
    uniqueItems: true,
    items: { type: 'string', enum: codes(field.options) },
  }),
  format: 'options',
  read: 'options',
  operators: SET_OPS,
  conditions: SET_CONDITIONS,
});
