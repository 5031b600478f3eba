/**
 * Whether a value counts as not entered: null, blank text, an empty list or an empty object
 * (platform specification, section 5). Numbers and booleans are never empty, 0 and false included.
 * The same on forms and server.
 */
export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  if (typeof value === 'string') return value.trim() === '';
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === 'object' && !(value instanceof Date) && Object.keys(value).length === 0;
}
