import type { CompiledNode } from './run.ts';
import { Duration } from '../values/calendar.ts';
import { compareNumbers, isNum, negate } from '../values/number.ts';
import type { compareValues } from '../values/value.ts';

/** Yes, no and comparison of what is computed; unknown is null. */
export const isBool = (value: unknown): boolean | null =>
  typeof value === 'boolean' ? value : null;
export const not =
  (arg: CompiledNode): CompiledNode =>
  (scope, ctx) => {
    const value = isBool(arg(scope, ctx));
    return value === null ? null : !value;
  };
export const minus =
  (arg: CompiledNode): CompiledNode =>
  (scope, ctx) => {
    const value = arg(scope, ctx);
    return isNum(value) ? negate(value) : null;
  };

export const and =
  (left: CompiledNode, right: CompiledNode): CompiledNode =>
  (scope, ctx) => {
    const a = left(scope, ctx);
    if (a === false) return false;
    const b = right(scope, ctx);
    return b === false ? false : a === true && b === true ? true : null;
  };
export const or =
  (left: CompiledNode, right: CompiledNode): CompiledNode =>
  (scope, ctx) => {
    const a = left(scope, ctx);
    if (a === true) return true;
    const b = right(scope, ctx);
    return b === true ? true : a === false && b === false ? false : null;
  };
export const coalesce =
  (left: CompiledNode, right: CompiledNode): CompiledNode =>
  (scope, ctx) =>
    left(scope, ctx) ?? right(scope, ctx);

const TESTS = {
  '=': (order: number) => order === 0,
  '!=': (order: number) => order !== 0,
  '<': (order: number) => order < 0,
  '<=': (order: number) => order <= 0,
  '>': (order: number) => order > 0,
  '>=': (order: number) => order >= 0,
} as const;
export function comparison(
  op: keyof typeof TESTS,
  left: CompiledNode,
  right: CompiledNode,
  compare: typeof compareValues,
): CompiledNode {
  const test = TESTS[op];
  return (scope, ctx) => {
    const a = left(scope, ctx);
    const b = right(scope, ctx);
    const order =
      typeof a === 'number' && typeof b === 'number' ? compareNumbers(a, b) : compare(a, b, ctx);
    return order === null ? unlike(op, a, b) : test(order);
  };
}
/**
 * Values of different kinds compare as unknown; two different records or lists are just not equal.
 */
const unlike = (op: string, a: unknown, b: unknown): boolean | null =>
  (op === '=' || op === '!=') && isPlain(a) && isPlain(b) ? op === '!=' : null;
const isPlain = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !isNum(value) && !(value instanceof Duration);
