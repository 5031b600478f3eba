import { TIME_ZONE } from '../../../contract/index.ts';
import { instantOf } from './filters/calendar.ts';
import { dateTimeFilter } from './filters/date.ts';
import type { FieldKind } from './kind.ts';
import { dateTimeSort } from './sorts.ts';

/**
 * An instant. Without a zone it is read in the tenant's; it travels back as ISO 8601 in UTC, to the
 * millisecond.
 */
export const dateTime: FieldKind = {
  type: 'dateTime',
  settings: [],
  canBeUnique: true,
  canHaveDefault: true,
  filter: dateTimeFilter,
  sort: dateTimeSort,
  normalize: () => ({}),
  column: () => 'timestamptz(3)',
  parse(value, field, refuse) {
    if (typeof value !== 'string')
      return refuse('VALUE_TYPE', { label: field.label, expected: '日期时间' });
    return (
      instantOf(value) ??
      refuse('VALUE_FORMAT', { label: field.label, expected: '日期时间，如 2026-01-31 08:00:00' })
    );
  },
  json: (column) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  asText: () => `to_char({f} AT TIME ZONE '${TIME_ZONE}', 'YYYY-MM-DD HH24:MI:SS')`,
};
