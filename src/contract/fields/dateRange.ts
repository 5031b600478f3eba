import { defineField, type ValueSchema } from './descriptor.ts';
import { DAY, MOMENT } from './families.ts';

/** Both days belong to it. That it does not end before it begins is beyond JSON Schema. */
const DAYS: ValueSchema = {
  type: 'object',
  required: ['from', 'to'],
  additionalProperties: false,
  properties: {
    from: { type: 'string', pattern: `^${DAY}$` },
    to: { type: 'string', pattern: `^${DAY}$` },
  },
};

export const dateRange = defineField({
  type: 'dateRange',
  title: '日期区间',
  ...MOMENT,
  icon: 'calendar-range',
  input: 'dateRange',
  reads: { fields: { from: 'date', to: 'date' } },
  schema: () => DAYS,
  example: '起止日期，如 2026-01-01 至 2026-01-31',
  format: 'span',
  read: 'span',
  operators: ['covers', 'overlaps', 'within', 'today', 'empty', 'nempty'],
});
