import { presenceFilter } from '../filters/presence.ts';
import type { FieldKind } from '../kind.ts';
import { readOnly } from '../values.ts';

/** Digits after the point a result is shown with at most; it is worked out exactly. */
const MAX_SCALE = 10;

/** A figure over the rows of a sub-table, or over the records that refer to this one, worked out when it is read. Filters and sorting go by the type of the result. */
export const rollup: FieldKind = {
  type: 'rollup', title: '汇总', settings: ['rollup', 'resultType', 'scale', 'thousands'], canBeUnique: false, canHaveDefault: false, virtual: true,
  filter: presenceFilter,
  settle({ rollup, resultType, scale, thousands }, refuse) {
    if (scale !== undefined && (scale < 0 || scale > MAX_SCALE)) refuse('/scale', `小数位数应为 0 至 ${MAX_SCALE}`);
    if (!rollup) refuse('/rollup', '请填写汇总');
    return { ...(rollup && { rollup }), ...(resultType && { resultType }), ...(scale !== undefined && { scale }), ...(thousands !== undefined && { thousands }) };
  },
  column: () => 'text',
  parse: readOnly,
};
