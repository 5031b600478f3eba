import { presenceFilter } from '../filters/presence.ts';
import type { FieldKind } from '../kind.ts';
import { readOnly } from '../values.ts';

/** Worked out of the record's other fields when it is read; its type is what the expression gives. Filters and sorting go by the type of the result. */
export const formula: FieldKind = {
  type: 'formula', title: '公式', settings: ['formula', 'resultType'], canBeUnique: false, canHaveDefault: false, virtual: true,
  filter: presenceFilter,
  settle({ formula, resultType }, refuse) {
    if (!formula) refuse('/formula', '请填写公式');
    return { ...(formula && { formula }), ...(resultType && { resultType }) };
  },
  column: () => 'text',
  parse: readOnly,
};
