import { clean, readOwn } from './value.ts';

/**
 * Where an expression's names are read. `get` receives the full path each time, so that a reactive
 * scope tracks exactly what was used. Values are plain: what JSON holds, and Date. A path never
 * leads through a list: sum(lines.amount) reads lines.amount (must be undefined), then lines, and
 * does the last step itself.
 */
export interface Scope {
  get(path: readonly string[]): unknown;
  /**
   * The rows of the list at the path as scopes, where they are not plain records; undefined when
   * there is no list.
   */
  rows?(path: readonly string[]): readonly Scope[] | undefined;
}

/** A scope over a plain value; reads own properties only. */
export const scopeOf = (value: unknown): Scope => ({ get: (path) => readOwn(value, path) });

/** Reads a name in a scope, normalised for the language. */
export const read = (scope: Scope, path: readonly string[]): unknown => clean(scope.get(path));

/** A row: its own names first, then the surrounding scope. */
export function rowScope(row: unknown, outer: Scope): Scope {
  const isOwn = (name: string): boolean =>
    typeof row === 'object' && row !== null && Object.hasOwn(row, name);
  return {
    get: (path) => (isOwn(path[0]!) ? readOwn(row, path) : outer.get(path)),
    rows: (path) => (isOwn(path[0]!) ? undefined : outer.rows?.(path)),
  };
}
/** A row that is a scope itself: names it does not have are read in the surrounding scope. */
export const nestedScope = (row: Scope, outer: Scope): Scope => ({
  get: (path) => {
    const value = row.get(path);
    return value === undefined ? outer.get(path) : value;
  },
  rows: (path) => row.rows?.(path) ?? outer.rows?.(path),
});
