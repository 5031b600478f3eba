import { numberFilter } from './filters/number.ts';
import type { FieldKind } from './kind.ts';
import { UNIT_SETTINGS, normalizeDecimal } from './settings.ts';
import { numberSort } from './sorts.ts';
import { decimalText, readDecimal } from './values.ts';

/** Filter of every type that is stored as numeric. */
export const numericFilter = numberFilter('numeric', decimalText, '数字');

export const decimal: FieldKind = {
  type: 'decimal',
  settings: ['precision', 'scale', 'min', 'max', 'thousands', ...UNIT_SETTINGS, 'noSum'],
  canBeUnique: true,
  canHaveDefault: true,
  filter: numericFilter,
  sort: numberSort,
  normalize: (input, refuse) => normalizeDecimal(input, refuse),
  column: (field) => `numeric(${field.precision},${field.scale})`,
  parse: readDecimal,
  asText: () => 'trim_scale({f})::text',
};

/** The double that a number of JSON is read as; what is beyond doubles is as JavaScript reads it. */
const doubleSql = (column: string): string =>
  `(SELECT CASE WHEN abs(_v) >= 1e308 THEN sign(_v)::float8 * 'Infinity'::float8
    WHEN abs(_v) < 1e-300 THEN 0 ELSE _v::float8 END
    FROM (SELECT (${column})::numeric AS _v OFFSET 0) AS _once)`;
const doubleFilter = numberFilter('float8', decimalText, '数字');

/** How a computed decimal differs: a quotient has more digits than who reads it can send back. */
export const decimalResult: Pick<FieldKind, 'filter' | 'json' | 'sent'> = {
  filter: {
    ...doubleFilter,
    sql: (op, column, operand, bind) =>
      doubleFilter.sql(op, operand.kind === 'none' ? column : doubleSql(column), operand, bind),
  },
  json: (column) => `trim_scale((${column})::numeric)`,
  sent: doubleSql,
};
