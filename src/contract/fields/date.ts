import { defineField } from './descriptor.ts';
import { DAY, MOMENT } from './families.ts';

export const date = defineField({
  type: 'date',
  title: '日期',
  ...MOMENT,
  wording: 'date',
  icon: 'calendar',
  input: 'date',
  bare: true,
  reads: 'date',
  schema: () => ({ type: 'string', pattern: `^${DAY}$`, format: 'date' }),
  example: '日期',
  format: 'day',
  read: 'day',
  conditions: ['eq', 'lt', 'lte', 'gt', 'gte', 'between', 'today', 'empty', 'nempty'],
  result: true,
  heads: true,
  inCodes: true,
  views: ['day'],
  pasted: true,
});
