/**
 * The expression language: one text, four readings (JavaScript, types, SQL, a Chinese sentence)
 * that agree. Imports no other room; runs in the browser under a strict content security policy and
 * in Node. The syntax is documented in README.md beside this file.
 */
export type { AggregateName, Ast, BinaryOp } from './language/ast.ts';
export { ExpressionError, type ErrorCode } from './values/errors.ts';
export { nearest } from './values/nearest.ts';
export { parse, type ParseResult } from './language/parser.ts';
export { parseTemplate, type TemplatePart, type TemplateResult } from './language/template.ts';
export { compile, compileTemplate, type Closure, type CompileEnv } from './run/compile.ts';
export { explain, type ExplainedPart } from './run/explain.ts';
export type { Cost } from './check/cost.ts';
export { dependencies, templateDependencies } from './check/dependencies.ts';
export { scopeOf, type Scope } from './values/scope.ts';
export { readOwn, showValue, type Context } from './values/value.ts';
export { Duration, toInstant, toWall } from './values/calendar.ts';
export {
  FUNCTIONS,
  findFunction,
  type ArgType,
  type FunctionDefinition,
  type FunctionGroup,
} from './language/functions.ts';
export {
  typeName,
  type ListType,
  type RecordType,
  type ScalarType,
  type Type,
} from './values/types.ts';
export * as limits from './values/limits.ts';
export { check, type CheckEnv, type CheckResult } from './check/check.ts';
export { print, writeName, type PrintOptions } from './language/print.ts';
export {
  named,
  parseDisplayText,
  toStored,
  toDisplayText,
  type LabeledName,
} from './wording/wording.ts';
export { toSentence, type SentenceNames } from './wording/sentence.ts';
export type { SqlColumn, SqlEnv, SqlRelation } from './sql/fragment.ts';
export { toSql, type Sql } from './sql/writer.ts';
