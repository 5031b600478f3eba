import { defineField } from './descriptor.ts';
import { MOMENT, SPAN_OPS } from './families.ts';

export const yearMonth = defineField({
  type: 'yearMonth',
  title: '年月',
  ...MOMENT,
  wording: 'date',
  icon: 'schedule',
  input: 'yearMonth',
  reads: 'text',
  schema: () => ({ type: 'string', pattern: '^\\d{4}-(0[1-9]|1[0-2])$' }),
  format: 'month',
  read: 'month',
  operators: [
    'eq',
    'lt',
    'lte',
    'gt',
    'gte',
    'between',
    'thisMonth',
    'lastMonth',
    'thisYear',
    'empty',
    'nempty',
  ],
  conditions: SPAN_OPS,
});
