import {
  check,
  ExpressionError,
  limits,
  toSql,
  type Ast,
  type SqlEnv,
  type Type,
} from '../../expression/index.ts';
import { TIME_ZONE } from '../../contract/index.ts';
import { isText, own, type JsonObject, type ProblemPath } from '../../document/index.ts';
import { recordType } from '../compile/scope-types.ts';
import { compileValue, faultText } from '../compile/value.ts';
import { isOfPage } from '../compile/where.ts';
import type { Validation } from './context.ts';
import { memberType, type ScopeTypes } from './scope.ts';

/**
 * A list's condition: known names, types that fit, a boolean result, and nothing that SQL cannot
 * express.
 */
export function checkWhere(
  v: Validation,
  source: JsonObject,
  scope: ScopeTypes,
  place: ProblemPath,
): void {
  const model = compileValue(source.where, place, (where, why) =>
    v.problems.expression(where, why),
  );
  if (model.kind !== 'expression')
    return model.kind === 'broken'
      ? undefined
      : v.problems.invalid(place, '条件须写作 { "$x": 公式 }');
  const describe = isText(source.list) ? v.options.describe?.(source.list) : undefined;
  const fields: Type = describe ? recordType(describe) : 'any';
  const typeOf = (path: readonly string[]): Type | undefined =>
    isOfPage(path, v.document) ? scope.typeOf(path) : memberType(fields, path);
  const names = (path: readonly string[]): readonly string[] => {
    const type = path.length === 0 ? fields : typeOf(path);
    return typeof type === 'object' && 'fields' in type
      ? Object.keys(type.fields)
      : scope.names(path);
  };
  const { type, errors } = check(model.ast, { typeOf, names, most: limits.MEMBER_COST });
  for (const error of errors) v.problems.expression(place, faultText(model.source, error));
  if (errors.length > 0) return;
  if (type !== 'boolean' && type !== 'any' && type !== 'null')
    return v.problems.expression(place, '条件的结果应为是或否');
  if (describe) notInSql(v, model.ast, model.source, typeOf, place);
}

/**
 * Names the first thing SQL refuses, by trying: what the server would say when the list is asked.
 */
function notInSql(
  v: Validation,
  ast: Ast,
  source: string,
  typeOf: (path: readonly string[]) => Type | undefined,
  place: ProblemPath,
): void {
  const column = (path: readonly string[]) => {
    const type = typeOf(path);
    return type === undefined || type === 'any' ? undefined : { sql: 'x', type };
  };
  const rows = (path: readonly string[]) => {
    const type = typeOf(path);
    return typeof type === 'object' && 'list' in type && typeof type.list === 'object'
      ? {
          from: 'x',
          link: 'true',
          column: (inner: readonly string[]) => {
            const found = memberType(type.list, inner);
            return found && found !== 'any' ? { sql: 'x', type: found } : undefined;
          },
        }
      : undefined;
  };
  const env: SqlEnv = { timeZone: TIME_ZONE, column, relation: rows };
  // Names whose type is known only when the page runs are left to the server.
  if (unknowns(ast, typeOf)) return;
  try {
    toSql(ast, env);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    v.problems.expression(place, faultText(source, error));
  }
}
function unknowns(ast: Ast, typeOf: (path: readonly string[]) => Type | undefined): boolean {
  if (ast.kind === 'path') {
    const type = typeOf(ast.path);
    return type === 'any' || (typeof type === 'object' && 'list' in type && type.list === 'any');
  }
  return Object.values(ast).some((part: unknown) =>
    (Array.isArray(part) ? part : [part]).some(
      (each) => own(each, 'kind') !== undefined && unknowns(each as Ast, typeOf),
    ),
  );
}
