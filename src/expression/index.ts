/**
 * The expression language: one text, four readings (JavaScript, types, SQL, a Chinese sentence)
 * that agree. Imports no other room; runs in the browser under a strict content security policy and
 * in Node. The syntax is documented in README.md beside this file.
 */
export { children, type Ast } from './language/ast.ts';
export { Duration } from './values/calendar.ts';
export { ExpressionError } from './values/errors.ts';
export { nearest } from './values/nearest.ts';
export { EXPRESSION_WORDS } from './language/grammar.ts';
export { parse } from './language/parser.ts';
export { parseTemplate, type TemplatePart } from './language/template.ts';
export { compile, compileTemplate, type Closure, type CompileEnv } from './run/compile.ts';
export { explain, type ExplainedPart } from './run/explain.ts';
export { dependencies, templateDependencies } from './check/dependencies.ts';
export { scopeOf, type Scope } from './values/scope.ts';
export { readOwn, showValue, type Context } from './values/value.ts';
export { toInstant, toWall } from './values/calendar.ts';
export { FUNCTIONS, type FunctionDefinition } from './language/functions.ts';
export { typeName, type Type } from './values/types.ts';
export * as limits from './values/limits.ts';
export { resultType } from './check/duration.ts';
export { check, type CheckEnv } from './check/check.ts';
export {
  HUNDREDTH,
  isPercentNode,
  listsBelow,
  mapParts,
  scalePercents,
  times,
  toPercent,
  type IsPercent,
} from './language/percent.ts';
export { print, writeName } from './language/print.ts';
export { withTotals, type IsList } from './language/lists.ts';
export { parseDisplayText, toStored, toDisplayText, type LabeledName } from './wording/wording.ts';
export { functionText } from './wording/function-texts.ts';
export { toSentence, type SentenceNames } from './wording/sentence.ts';
export type { SqlColumn, SqlEnv, SqlRelation } from './sql/fragment.ts';
export { toSql } from './sql/writer.ts';
export { explainResult, type Explanation, type ExplanationNames } from './wording/explanation.ts';
