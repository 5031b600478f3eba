import { numericFilter } from './decimal.ts';
import type { FieldKind } from './kind.ts';
import { normalizeDecimal } from './settings.ts';
import { numberSort } from './sorts.ts';
import { readDecimal } from './values.ts';

/** The number before the percent sign: 12.5 is 12.5%. */
export const percent: FieldKind = {
  type: 'percent',
  settings: ['precision', 'scale', 'min', 'max', 'thousands'],
  canBeUnique: false,
  canHaveDefault: true,
  filter: numericFilter,
  sort: numberSort,
  normalize: (input, refuse) => normalizeDecimal(input, refuse),
  column: (field) => `numeric(${field.precision},${field.scale})`,
  parse: readDecimal,
  asText: () => 'trim_scale({f})::text',
};
