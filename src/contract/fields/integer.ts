import { INTEGER_MAX, INTEGER_MIN } from '../base/constants.ts';
import { defineField } from './descriptor.ts';
import { NUMBER, bounds } from './families.ts';

export const integer = defineField({
  type: 'integer',
  title: '整数',
  ...NUMBER,
  input: 'number',
  bare: true,
  schema: (field) => ({ type: 'integer', ...bounds(field, INTEGER_MIN, INTEGER_MAX) }),
  summable: true,
  whole: true,
  showAs: true,
  figures: true,
  result: true,
  heads: true,
  inCodes: true,
  typed: true,
  views: ['progress'],
  pasted: true,
});
