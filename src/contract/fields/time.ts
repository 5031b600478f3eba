import { defineField } from './descriptor.ts';
import { MOMENT, SPAN_OPS } from './families.ts';

export const time = defineField({
  type: 'time',
  title: '时间',
  ...MOMENT,
  wording: 'date',
  icon: 'clock-circle',
  input: 'time',
  reads: 'text',
  schema: (field) => ({
    type: 'string',
    pattern: field.seconds ? '^([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d$' : '^([01]\\d|2[0-3]):[0-5]\\d$',
  }),
  format: 'clock',
  read: 'clock',
  operators: SPAN_OPS,
  conditions: SPAN_OPS,
});
