import { presenceFilter } from './filters/presence.ts';
import type { FieldKind } from './kind.ts';
import { RESULT_SETTINGS, normalizeResult } from './settings.ts';
import { readOnly } from './values.ts';

/**
 * An aggregate over the rows of a sub-table, or over the records that refer to this one, computed
 * when it is read. Filters and sorting follow the type of the result.
 */
export const rollup: FieldKind = {
  type: 'rollup',
  settings: ['rollup', ...RESULT_SETTINGS],
  canBeUnique: false,
  canHaveDefault: false,
  virtual: true,
  filter: presenceFilter,
  normalize(input, refuse) {
    const { rollup } = input;
    if (!rollup) refuse('/rollup', '请填写汇总');
    return { ...(rollup && { rollup }), ...normalizeResult(input, refuse) };
  },
  column: () => 'text',
  parse: readOnly,
};
