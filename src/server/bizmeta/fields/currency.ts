import { DECIMAL_MAX_PRECISION } from '../../../contract/index.ts';
import { numericFilter } from './decimal.ts';
import type { FieldKind } from './kind.ts';
import { normalizeCurrency, normalizeDecimal } from './settings.ts';
import { numberSort } from './sorts.ts';
import { readDecimal } from './values.ts';

/**
 * Amounts: the precision is the most that travels without loss, so that no turnover is too large.
 */
export const currency: FieldKind = {
  type: 'currency',
  settings: [
    'precision',
    'scale',
    'min',
    'max',
    'currencyCode',
    'thousands',
    'unit',
    'compact',
    'noSum',
  ],
  canBeUnique: false,
  canHaveDefault: true,
  filter: numericFilter,
  sort: numberSort,
  normalize: (input, refuse) => ({
    ...normalizeDecimal(input, refuse, DECIMAL_MAX_PRECISION),
    ...normalizeCurrency(input, refuse),
  }),
  column: (field) => `numeric(${field.precision},${field.scale})`,
  parse: readDecimal,
  asText: () => 'trim_scale({f})::text',
};
