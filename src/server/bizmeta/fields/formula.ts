import { presenceFilter } from './filters/presence.ts';
import type { FieldKind } from './kind.ts';
import { RESULT_SETTINGS, normalizeResult } from './settings.ts';
import { readOnly } from './values.ts';

/**
 * Computed from the record's other fields when it is read; its type is the expression's. Filters
 * and sorting follow the type of the result.
 */
export const formula: FieldKind = {
  type: 'formula',
  settings: ['formula', ...RESULT_SETTINGS],
  canBeUnique: false,
  canHaveDefault: false,
  virtual: true,
  filter: presenceFilter,
  normalize(input, refuse) {
    const { formula } = input;
    if (!formula) refuse('/formula', '请填写公式');
    return { ...(formula && { formula }), ...normalizeResult(input, refuse) };
  },
  column: () => 'text',
  parse: readOnly,
};
