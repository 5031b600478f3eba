import { ExpressionError } from '../values/errors.ts';
import { STEP_TEXT } from '../values/limits.ts';
import type { Scope } from '../values/scope.ts';
import type { Context } from '../values/value.ts';

/**
 * The context of one evaluation with its remaining steps; without aggregates nothing repeats and
 * nothing is counted.
 */
export interface Evaluation extends Context {
  steps?: number;
}
/** A node made into a function. */
export type CompiledNode = (scope: Scope, ctx: Evaluation) => unknown;

interface Place {
  start: number;
  end: number;
}
/** Consumes steps. Throws an ExpressionError of code `limit` when too few remain. */
export function spend(ctx: Evaluation, steps: number, { start, end }: Place): void {
  if (ctx.steps === undefined) return;
  ctx.steps -= steps;
  if (ctx.steps < 0)
    throw new ExpressionError(
      'limit',
      start,
      end,
      '公式要算的行数太多',
      '减少明细的行数，或把条件拆开',
    );
}

/** The cost of reading or creating these values: by the length of texts and lists. */
export function spendOn(ctx: Evaluation, values: readonly unknown[], place: Place): void {
  if (ctx.steps === undefined) return;
  for (const value of values) {
    if (typeof value === 'string') spend(ctx, Math.floor(value.length / STEP_TEXT), place);
    else if (Array.isArray(value)) spend(ctx, value.length, place);
  }
}
