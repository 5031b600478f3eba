import { defineField } from './descriptor.ts';
import { COMPUTED, LINE } from './families.ts';

export const autoNumber = defineField({
  type: 'autoNumber',
  title: '自动编号',
  ...COMPUTED,
  icon: 'tag',
  input: 'autoNumber',
  reads: 'text',
  operators: LINE.operators,
  conditions: LINE.conditions,
  comparedAs: 'text',
  sortable: true,
  titles: 'chosen',
  searched: 'always',
  heads: true,
});
