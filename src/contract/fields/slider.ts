import { defineField } from './descriptor.ts';
import { NUMBER, bounds } from './families.ts';

export const slider = defineField({
  type: 'slider',
  title: '滑块',
  ...NUMBER,
  icon: 'minus',
  input: 'slider',
  bare: true,
  schema: (field) => ({ type: 'number', ...bounds(field) }),
  format: 'stepped',
  showAs: true,
  figures: true,
  noCell: 'rows',
  views: ['progress'],
});
