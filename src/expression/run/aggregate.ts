import { size, type AggregateNode } from '../language/ast.ts';
import type { Implementation } from '../library/kind.ts';
import { spend, spendOn, type CompiledNode } from './run.ts';
import { nestedScope, read, rowScope, type Scope } from '../values/scope.ts';
import { clean, readOwn } from '../values/value.ts';

/** Rows of a list: scopes to read their names in, and the value of each. */
interface Rows {
  length: number;
  scope(at: number): Scope;
  value(at: number, rest: readonly string[]): unknown;
}

const plainRows = (list: readonly unknown[], outer: Scope): Rows => ({
  length: list.length,
  scope: (at) => rowScope(list[at], outer),
  value: (at, rest) => clean(readOwn(list[at], rest)),
});
/** Rows that are scopes of their own; a row without the rest of a path only counts as present. */
const scopeRows = (list: readonly Scope[], outer: Scope): Rows => ({
  length: list.length,
  scope: (at) => nestedScope(list[at]!, outer),
  value: (at, rest) => (rest.length === 0 ? true : read(list[at]!, rest)),
});

function rowsAt(scope: Scope, path: readonly string[]): Rows | null {
  const scopes = scope.rows?.(path);
  if (scopes !== undefined) return scopeRows(scopes, scope);
  const value = scope.get(path);
  return Array.isArray(value) ? plainRows(value, scope) : null;
}

/** Sees the rows of an aggregate: how many there are, and each that counts. */
export interface RowObserver {
  all(length: number): void;
  one(value: unknown, scope: () => Scope): void;
}

/** Finds the list a path leads into: the longest prefix of it that is a list. */
function locate(
  scope: Scope,
  path: readonly string[],
): { rows: Rows; rest: readonly string[] } | null {
  for (let length = path.length; length > 0; length--) {
    const rows = rowsAt(scope, path.slice(0, length));
    if (rows !== null) return { rows, rest: path.slice(length) };
  }
  return null;
}

/**
 * An aggregate over the rows of a list. A path that leads to one value instead of a list counts as
 * a list of it. A row whose value is a list contributes all its items, and costs steps for the
 * list's length.
 */
export function aggregate(
  ast: AggregateNode,
  item: CompiledNode | null,
  where: CompiledNode | null,
  combine: Implementation,
  observer?: RowObserver,
): CompiledNode {
  const cost = size(ast);
  return (scope, ctx) => {
    const found = locate(scope, ast.path);
    if (found === null)
      return combine(item === null && where === null ? [read(scope, ast.path)] : [], ctx);
    const { rows, rest } = found;
    spend(ctx, rows.length * cost, ast);
    observer?.all(rows.length);
    const values: unknown[] = [];
    for (let at = 0; at < rows.length; at++) {
      if (where !== null && where(rows.scope(at), ctx) !== true) continue;
      const value = item === null ? rows.value(at, rest) : item(rows.scope(at), ctx);
      if (Array.isArray(value)) spendOn(ctx, [value], ast);
      values.push(value);
      observer?.one(value, () => rows.scope(at));
    }
    return combine(values, ctx);
  };
}
