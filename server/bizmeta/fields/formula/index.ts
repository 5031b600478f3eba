import { presenceFilter } from '../filters/presence.ts';
import type { FieldKind } from '../kind.ts';
import { readOnly } from '../values.ts';

/** Digits after the point a result is shown with at most; it is worked out exactly. */
const MAX_SCALE = 10;

/** Worked out of the record's other fields when it is read; its type is what the expression gives. Filters and sorting go by the type of the result. */
export const formula: FieldKind = {
  type: 'formula', title: '公式', settings: ['formula', 'resultType', 'scale', 'thousands'], canBeUnique: false, canHaveDefault: false, virtual: true,
  filter: presenceFilter,
  settle({ formula, resultType, scale, thousands }, refuse) {
    if (scale !== undefined && (scale < 0 || scale > MAX_SCALE)) refuse('/scale', `小数位数应为 0 至 ${MAX_SCALE}`);
    if (!formula) refuse('/formula', '请填写公式');
    return { ...(formula && { formula }), ...(resultType && { resultType }), ...(scale !== undefined && { scale }), ...(thousands !== undefined && { thousands }) };
  },
  column: () => 'text',
  parse: readOnly,
};
