import { defineField } from './descriptor.ts';
import { DAY, MOMENT } from './families.ts';

const TIME = '([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d(\\.\\d{1,6})?)?';
/** ISO 8601 with a zone, or a wall-clock time that is read in the tenant's zone. */
const SHAPE = `^${DAY}(T${TIME}(Z|[+-](0\\d|1[0-4]):?[0-5]\\d)|[ T]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?)$`;

export const dateTime = defineField({
  type: 'dateTime',
  title: '日期时间',
  ...MOMENT,
  wording: 'date',
  icon: 'calendar-clock',
  input: 'dateTime',
  bare: true,
  reads: 'dateTime',
  schema: () => ({ type: 'string', pattern: SHAPE }),
  example: '日期时间',
  format: 'moment',
  read: 'moment',
  result: true,
  heads: true,
  views: ['day'],
  pasted: true,
});
