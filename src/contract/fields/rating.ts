import { DEFAULT_RATING } from '../base/constants.ts';
import { defineField } from './descriptor.ts';
import { NUMBER, plain } from './families.ts';

export const rating = defineField({
  type: 'rating',
  title: '评分',
  ...NUMBER,
  icon: 'star',
  input: 'rating',
  bare: true,
  schema: (field) => ({ type: 'integer', minimum: 1, maximum: field.max ?? DEFAULT_RATING }),
  format: (value, field) =>
    typeof value === 'number' ? `${value} / ${field.max ?? DEFAULT_RATING}` : plain(value),
  read: 'score',
  whole: true,
  views: ['progress'],
});
