/**
 * Structural equality of plain data (JSON with undefined and Date); cheap for primitives, which
 * most values are.
 */
export function equalData(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a))
    return (
      Array.isArray(b) && a.length === b.length && a.every((item, at) => equalData(item, b[at]))
    );
  if (Array.isArray(b)) return false;
  if (a instanceof Date || b instanceof Date)
    return a instanceof Date && b instanceof Date && a.getTime() === b.getTime();
  return equalObjects(a as PlainObject, b as PlainObject);
}
type PlainObject = Readonly<Record<string, unknown>>;
function equalObjects(a: PlainObject, b: PlainObject): boolean {
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && equalData(a[key], b[key]))
  );
}

/**
 * What a field stores: undefined for anything that is no entry (null, empty text, an empty list);
 * false and 0 stay.
 */
export function stored(value: unknown): unknown {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0)
    ? undefined
    : value;
}
