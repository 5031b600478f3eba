import { missingField, problem, type FieldDescribe, type Problem } from '../../contract/index.ts';
import { ExpressionError, type Closure, type Context, type Scope } from '../../expression/index.ts';
import { isEmpty } from './empty.ts';
import type { FieldLogic } from './logic.ts';

/** An expression's value; null when its evaluation exceeds the limits. */
export function answerOf(run: Closure, scope: Scope, ctx: Context): unknown {
  try {
    return run(scope, ctx);
  } catch (failure) {
    if (failure instanceof ExpressionError) return null;
    throw failure;
  }
}

/** Whether the field must be filled in now. */
export const isRequired = (
  required: boolean,
  logic: FieldLogic | null,
  scope: Scope,
  ctx: Context,
): boolean =>
  required || (logic?.requiredWhen != null && answerOf(logic.requiredWhen, scope, ctx) === true);

/** The field is needed and empty: the problem, else nothing. */
export const missing = (
  value: unknown,
  required: boolean,
  field: Pick<FieldDescribe, 'label' | 'type'>,
  path: string,
): Problem[] => (required && isEmpty(value) ? [missingField(path, field)] : []);

/** Conditions of the field that do not hold. */
export function brokenRules(
  logic: FieldLogic | null,
  scope: Scope,
  ctx: Context,
  path: string,
): Problem[] {
  return (logic?.checks ?? []).flatMap(({ run, message }) =>
    answerOf(run, scope, ctx) === false ? [problem(path, 'RULE_BROKEN', { message })] : [],
  );
}
