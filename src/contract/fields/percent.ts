import { defineField } from './descriptor.ts';
import { NUMBER, decimals } from './families.ts';

export const percent = defineField({
  type: 'percent',
  title: '百分比',
  ...NUMBER,
  input: 'percent',
  schema: decimals,
  format: 'share',
  figures: true,
  typed: true,
  views: ['progress'],
  pasted: true,
});
