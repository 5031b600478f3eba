import { INTEGER_MAX, INTEGER_MIN } from '../../../contract/index.ts';
import { numberFilter } from './filters/number.ts';
import type { FieldKind } from './kind.ts';
import { UNIT_SETTINGS, normalizeInteger } from './settings.ts';
import { integerSort } from './sorts.ts';
import { decimalText, inBounds } from './values.ts';

/** Whole numbers that a bigint operand holds. */
const whole = (value: unknown) => {
  const text = decimalText(value);
  return text !== undefined && !text.includes('.') && text.length <= 18 ? text : undefined;
};

export const integer: FieldKind = {
  type: 'integer',
  settings: ['min', 'max', 'thousands', ...UNIT_SETTINGS, 'noSum'],
  canBeUnique: true,
  canHaveDefault: true,
  filter: numberFilter('bigint', whole, '整数'),
  sort: integerSort,
  normalize: (input, refuse) => normalizeInteger(input, refuse, INTEGER_MIN, INTEGER_MAX),
  column: () => 'integer',
  whole: [INTEGER_MIN, INTEGER_MAX],
  parse(value, field, refuse) {
    const text = decimalText(value);
    if (text === undefined || text.includes('.'))
      return refuse('VALUE_TYPE', { label: field.label, expected: '整数' });
    const kept = inBounds(text, field, refuse, INTEGER_MIN, INTEGER_MAX);
    return kept === undefined ? undefined : Number(kept);
  },
  asText: () => '{f}::text',
};
