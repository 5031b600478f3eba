import { isDay } from './filters/calendar.ts';
import { yearMonthFilter } from './filters/date.ts';
import type { FieldKind } from './kind.ts';
import { dateSort } from './sorts.ts';

const monthText = (column: string): string => `to_char(${column}, 'YYYY-MM')`;

/** A month, stored as its first day. */
export const yearMonth: FieldKind = {
  type: 'yearMonth',
  settings: [],
  canBeUnique: true,
  canHaveDefault: true,
  filter: yearMonthFilter,
  sort: dateSort,
  normalize: () => ({}),
  column: () => 'date',
  parse(value, field, refuse) {
    if (typeof value !== 'string')
      return refuse('VALUE_TYPE', { label: field.label, expected: '年月' });
    return isDay(`${value}-01`)
      ? `${value}-01`
      : refuse('VALUE_FORMAT', { label: field.label, expected: '年月，如 2026-01' });
  },
  json: monthText,
  expression: monthText,
  asText: () => monthText('{f}'),
};
