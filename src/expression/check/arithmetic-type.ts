import type { BinaryOp } from '../language/ast.ts';
import { fits, isLoose, isMoment, type Type } from '../values/types.ts';

/** The type of an arithmetic result, or undefined when the two do not go together. */
export function arithmeticType(op: BinaryOp, left: Type, right: Type): Type | undefined {
  const isSum = op === '+' || op === '-';
  // Two unknowns may also be dates or durations, which are only added and subtracted.
  if (isLoose(left) && isLoose(right)) return isSum ? 'any' : 'number';
  if (fits(left, 'number') && fits(right, 'number'))
    return isSum && (isLoose(left) || isLoose(right)) ? 'any' : 'number';
  return isSum ? timeType(op, left, right) : undefined;
}

/** Sums and differences of dates and durations. */
function timeType(op: '+' | '-', left: Type, right: Type): Type | undefined {
  if (isMoment(left) && fits(right, 'duration'))
    return right === 'any' && op === '-' ? 'any' : left;
  if (isMoment(right) && fits(left, 'duration')) {
    if (op === '+') return right;
    return isLoose(left) ? 'duration' : undefined;
  }
  return op === '-' && isMoment(left) && isMoment(right) ? 'duration' : durationType(left, right);
}
function durationType(left: Type, right: Type): Type | undefined {
  if (!fits(left, 'duration') || !fits(right, 'duration')) return undefined;
  return isLoose(left) || isLoose(right) ? 'any' : 'duration';
}
