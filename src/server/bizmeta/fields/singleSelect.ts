import { pickFilter } from './filters/pick.ts';
import type { FieldKind } from './kind.ts';
import { normalizeOptions } from './settings.ts';
import { optionSort } from './sorts.ts';
import { readCode } from './values.ts';

/**
 * An option's code as text: a PostgreSQL enum could not lose or rename an option without rewriting
 * the table.
 */
export const singleSelect: FieldKind = {
  type: 'singleSelect',
  settings: ['options'],
  canBeUnique: false,
  canHaveDefault: true,
  filter: pickFilter(
    'text',
    (value, field) => (field.options?.some((o) => o.code === value) ? String(value) : undefined),
    '该字段的选项',
  ),
  sort: optionSort,
  normalize: normalizeOptions,
  column: () => 'text',
  parse: readCode,
  asText: () => '{f}',
};
