import { difference, move } from '../library/dates.ts';
import { Duration } from '../values/calendar.ts';
import { isNum, type Num } from '../values/number.ts';
import type { Context } from '../values/value.ts';
import type { CompiledNode } from './run.ts';

type Other = (a: unknown, b: unknown, ctx: Context) => unknown;
const nothing: Other = () => null;
/** Of two numbers by `numbers`, of anything else by `other`. */
export function arithmetic(
  left: CompiledNode,
  right: CompiledNode,
  numbers: (a: Num, b: Num) => Num | null,
  other: Other = nothing,
): CompiledNode {
  return (scope, ctx) => {
    const a = left(scope, ctx);
    const b = right(scope, ctx);
    return isNum(a) && isNum(b) ? numbers(a, b) : other(a, b, ctx);
  };
}
export const plus: Other = (a, b, ctx) => {
  if (typeof a === 'string' && b instanceof Duration) return move(a, b, 1, ctx);
  if (a instanceof Duration && typeof b === 'string') return move(b, a, 1, ctx);
  return a instanceof Duration && b instanceof Duration ? a.plus(b, 1) : null;
};
export const minusMoment: Other = (a, b, ctx) => {
  if (typeof a === 'string' && b instanceof Duration) return move(a, b, -1, ctx);
  if (typeof a === 'string' && typeof b === 'string') return difference(a, b, ctx);
  return a instanceof Duration && b instanceof Duration ? a.plus(b, -1) : null;
};
