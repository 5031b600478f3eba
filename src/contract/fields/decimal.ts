import { defineField } from './descriptor.ts';
import { NUMBER, decimals } from './families.ts';

export const decimal = defineField({
  type: 'decimal',
  title: '小数',
  ...NUMBER,
  input: 'number',
  schema: decimals,
  summable: true,
  showAs: true,
  figures: true,
  result: true,
  heads: true,
  typed: true,
  views: ['progress'],
  pasted: true,
});
