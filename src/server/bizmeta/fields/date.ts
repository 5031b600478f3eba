import { isDay } from './filters/calendar.ts';
import { dateFilter } from './filters/date.ts';
import type { FieldKind } from './kind.ts';
import { dateSort } from './sorts.ts';

export const date: FieldKind = {
  type: 'date',
  settings: [],
  canBeUnique: true,
  canHaveDefault: true,
  filter: dateFilter,
  sort: dateSort,
  normalize: () => ({}),
  column: () => 'date',
  parse(value, field, refuse) {
    if (typeof value !== 'string')
      return refuse('VALUE_TYPE', { label: field.label, expected: '日期' });
    return isDay(value)
      ? value
      : refuse('VALUE_FORMAT', { label: field.label, expected: '日期，如 2026-01-31' });
  },
  asText: () => `to_char({f}, 'YYYY-MM-DD')`,
};
