/**
 * The expression language: one text, four readings (JavaScript, types, SQL, a Chinese sentence)
 * that agree. Imports no other room; runs in the browser under a strict content security policy and
 * in Node. The syntax is documented in README.md beside this file.
 */
export type { AggregateName, Ast, BinaryOp } from './ast.ts';
export { ExpressionError, type ErrorCode } from './errors.ts';
export { nearest } from './nearest.ts';
export { parse, type ParseResult } from './parser.ts';
export { parseTemplate, type TemplatePart, type TemplateResult } from './template.ts';
export { compile, compileTemplate, type Closure, type CompileEnv } from './compile.ts';
export { explain, type ExplainedPart } from './explain.ts';
export type { Cost } from './cost.ts';
export { dependencies, templateDependencies } from './dependencies.ts';
export { scopeOf, type Scope } from './scope.ts';
export { readOwn, showValue, type Context } from './value.ts';
export { Duration, toInstant, toWall } from './calendar.ts';
export {
  FUNCTIONS,
  findFunction,
  type ArgType,
  type FunctionDefinition,
  type FunctionGroup,
} from './functions.ts';
export { typeName, type ListType, type RecordType, type ScalarType, type Type } from './types.ts';
export * as limits from './limits.ts';
export { check, type CheckEnv, type CheckResult } from './check.ts';
export { print, writeName, type PrintOptions } from './print.ts';
export { named, parseDisplayText, toStored, toDisplayText, type LabeledName } from './wording.ts';
export { toSentence, type SentenceNames } from './sentence.ts';
export type { SqlColumn, SqlEnv, SqlRelation } from './sql/fragment.ts';
export { toSql, type Sql } from './sql/writer.ts';
