import type { ParamDecl } from '../../page/index.ts';

/**
 * Parameters on their declared types: an address hands in text. What is not declared is left out;
 * what is missing is null.
 */
export function paramsOf(
  declared: ReadonlyMap<string, ParamDecl>,
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    [...declared].map(([name, decl]) => [name, coerceParam(decl, given[name])]),
  );
}
/** One value on its declared type; null for none, and for text that is no such value. */
export function coerceParam(decl: Pick<ParamDecl, 'type'>, value: unknown): unknown {
  if (value === undefined || value === '') return null;
  if (typeof value !== 'string') return value;
  switch (decl.type) {
    case 'number':
      return Number.isFinite(Number(value)) ? Number(value) : null;
    case 'boolean':
      return value === 'true' || value === '1';
    case 'list':
      return value.split(',');
    default:
      return value;
  }
}

/** Required parameters that were not given. */
export function missingParams(
  declared: ReadonlyMap<string, ParamDecl>,
  given: Readonly<Record<string, unknown>>,
): string[] {
  const values = paramsOf(declared, given);
  return [...declared]
    .filter(([name, decl]) => decl.required && values[name] === null)
    .map(([name]) => name);
}
