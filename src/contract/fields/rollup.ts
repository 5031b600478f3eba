import { defineField } from './descriptor.ts';
import { COMPUTED } from './families.ts';

export const rollup = defineField({
  type: 'rollup',
  title: '汇总',
  ...COMPUTED,
  icon: 'select-all',
  input: 'rollup',
  reads: 'any',
});
