import { defineField } from './descriptor.ts';
import { CHOICE, codes } from './families.ts';

export const singleSelect = defineField({
  type: 'singleSelect',
  title: '单选',
  ...CHOICE,
  wording: 'pick',
  icon: 'check-circle',
  input: 'select',
  schema: (field) => ({ type: 'string', enum: codes(field.options) }),
  format: 'options',
  read: 'option',
  sortable: true,
  besideTitle: true,
  inCodes: true,
  picked: true,
  views: ['lane', 'colour'],
  pasted: true,
});
