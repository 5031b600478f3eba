import { defineField } from './descriptor.ts';

export const boolean = defineField({
  type: 'boolean',
  title: '是否',
  group: '选择',
  icon: 'check-square',
  family: 'boolean',
  input: 'switch',
  bare: true,
  reads: 'boolean',
  schema: () => ({ type: 'boolean' }),
  format: 'yesNo',
  read: 'yesNo',
  operators: ['eq', 'empty', 'nempty'],
  conditions: ['eq', 'empty', 'nempty'],
  wording: 'pick',
  sortable: true,
  result: true,
  inRows: 'offered',
  views: ['lane'],
  pasted: true,
});
