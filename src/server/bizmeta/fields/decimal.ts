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
