import type { FieldDescribe } from '../../../contract/index.ts';
import { timeFilter } from './filters/time.ts';
import type { FieldKind } from './kind.ts';
import { timeSort } from './sorts.ts';

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
const WITH_SECONDS = /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;

const timeText = (column: string, field: FieldDescribe): string =>
  `to_char(${column}, '${field.seconds ? 'HH24:MI:SS' : 'HH24:MI'}')`;

/** A time of day, without a zone. */
export const time: FieldKind = {
  type: 'time',
  settings: ['seconds'],
  canBeUnique: false,
  canHaveDefault: true,
  filter: timeFilter,
  sort: timeSort,
  normalize: ({ seconds }) => (seconds ? { seconds } : {}),
  column: () => 'time(0)',
  parse(value, field, refuse) {
    const expected = field.seconds ? '时间，如 08:30:00' : '时间，如 08:30';
    if (typeof value !== 'string') return refuse('VALUE_TYPE', { label: field.label, expected });
    return (field.seconds ? WITH_SECONDS : TIME).test(value)
      ? value
      : refuse('VALUE_FORMAT', { label: field.label, expected });
  },
  json: timeText,
  expression: timeText,
  asText: (field) => timeText('{f}', field),
};
