import type { FieldKind } from '../kind.ts';
import { textFilter } from '../filters/text.ts';
import { normalizeNumberRule } from './rule.ts';
import { readOnly } from '../values.ts';
import { textSort } from '../sorts.ts';

/** A number the server gives each new record: unique, rising, never reused. */
export const autoNumber: FieldKind = {
  type: 'autoNumber',
  settings: ['numberRule'],
  canBeUnique: true,
  canHaveDefault: false,
  alwaysUnique: true,
  filter: textFilter,
  sort: textSort,
  normalize: (input, refuse) => ({ numberRule: normalizeNumberRule(input.numberRule, refuse) }),
  column: () => 'text',
  parse: readOnly,
  asText: () => '{f}',
};
