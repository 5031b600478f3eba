import { addDays, isDay } from './filters/calendar.ts';
import { dateRangeFilter } from './filters/date-range.ts';
import type { FieldKind } from './kind.ts';
import { rangeSort } from './sorts.ts';

/** PostgreSQL stores a range half open: the day after the last must exist too. */
const LAST_DAY = '9999-12-30';

/** From one day to another, both included. */
export const dateRange: FieldKind = {
  type: 'dateRange',
  settings: [],
  canBeUnique: false,
  canHaveDefault: true,
  filter: dateRangeFilter,
  sort: rangeSort,
  normalize: () => ({}),
  column: () => 'daterange',
  parse(value, field, refuse) {
    const { from, to, ...rest } = (
      typeof value === 'object' && value !== null ? value : {}
    ) as Record<string, unknown>;
    const wrong = () =>
      refuse('VALUE_FORMAT', {
        label: field.label,
        expected: '起止日期，如 2026-01-01 至 2026-01-31',
      });
    if (
      typeof from !== 'string' ||
      typeof to !== 'string' ||
      Object.keys(rest).length > 0 ||
      !isDay(from) ||
      !isDay(to)
    )
      return wrong();
    if (from > to)
      return refuse('VALUE_FORMAT', { label: field.label, expected: '不早于开始日期的结束日期' });
    return to > LAST_DAY ? wrong() : `[${from},${addDays(to, 1)})`;
  },
  json: (column) =>
    `CASE WHEN ${column} IS NULL THEN NULL
      ELSE json_build_object('from', to_char(lower(${column}), 'YYYY-MM-DD'), 'to',
      to_char(upper(${column}) - 1, 'YYYY-MM-DD')) END`,
  part: (column, part) =>
    part === 'from' || part === 'to'
      ? { sql: part === 'from' ? `lower(${column})` : `(upper(${column}) - 1)`, type: 'date' }
      : undefined,
};
