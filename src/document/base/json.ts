export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/**
 * Small helpers over JSON of unknown origin. All read own properties only, so that __proto__ is a
 * key like any other.
 */
export type JsonObject = { [key: string]: unknown };

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const own = (object: unknown, key: string): unknown =>
  isObject(object) && Object.hasOwn(object, key) ? object[key] : undefined;
export const isText = (value: unknown): value is string => typeof value === 'string';

/** Sets an own property even for __proto__, which plain assignment would take for the prototype. */
export function put<T>(object: Record<string, T>, key: string, value: T): void {
  if (key === '__proto__')
    Object.defineProperty(object, key, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  else object[key] = value;
}

/** Deep equality of JSON; key order does not count, a key that is undefined counts as missing. */
export function same(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((item, i) => same(item, b[i]));
  if (!isObject(a) || !isObject(b)) return false;
  const keys = presentKeys(a);
  return (
    keys.length === presentKeys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && same(a[key], b[key]))
  );
}
const presentKeys = (object: JsonObject): string[] =>
  Object.keys(object).filter((key) => object[key] !== undefined);

/** A deep copy of JSON. */
export function copy<T>(value: T): T {
  if (Array.isArray(value)) return value.map(copy) as T;
  if (!isObject(value)) return value;
  const out: JsonObject = {};
  for (const key of Object.keys(value))
    if (value[key] !== undefined) put(out, key, copy(value[key]));
  return out as T;
}

/** Freezes JSON all the way down and gives it back. */
export function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const item of Object.values(value)) freeze(item);
  return Object.freeze(value);
}

/** JSON text with sorted keys: equal documents give equal text. */
export function stableText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(stableText).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? 'null';
  return `{${presentKeys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${stableText(value[key])}`)
    .join(',')}}`;
}

/**
 * A short stable hash (FNV-1a, two rounds, 13 letters and digits): names things, guards nothing.
 */
export function hashText(text: string): string {
  let a = 0x811c9dc5;
  let b = 0x9747b28c;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b ^ code, 0x85ebca6b) ^ (b >>> 13);
  }
  return ((a >>> 0).toString(36).padStart(7, '0') + (b >>> 0).toString(36).padStart(7, '0')).slice(
    0,
    14,
  );
}

/**
 * A value as text: text is unchanged, anything else becomes JSON. `String` would call a `toString`
 * that is data.
 */
export const asText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
