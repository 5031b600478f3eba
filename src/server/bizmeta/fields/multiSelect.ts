import { setFilter } from './filters/set.ts';
import type { FieldKind } from './kind.ts';
import { normalizeOptions } from './settings.ts';
import { readCode } from './values.ts';

/** Codes of options, without repetition, in the order given. */
export const multiSelect: FieldKind = {
  type: 'multiSelect',
  settings: ['options'],
  canBeUnique: false,
  canHaveDefault: true,
  filter: setFilter(
    'text',
    (value, field) => (field.options?.some((o) => o.code === value) ? String(value) : undefined),
    '该字段的选项',
  ),
  normalize: normalizeOptions,
  column: () => 'text[]',
  parse(value, field, refuse) {
    if (!Array.isArray(value))
      return refuse('VALUE_TYPE', { label: field.label, expected: '选项编码的列表' });
    const codes: string[] = [];
    for (const each of value as unknown[]) {
      const code = readCode(each, field, refuse);
      if (code === undefined) return undefined;
      if (codes.includes(code))
        return refuse('VALUE_FORMAT', { label: field.label, expected: '不重复的选项' });
      codes.push(code);
    }
    return codes;
  },
};
