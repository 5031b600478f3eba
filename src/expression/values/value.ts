import { Duration, instantOf, looksLikeMoment, readMoment, showMoment } from './calendar.ts';
import { compareNumbers, isNum, numberText } from './number.ts';

/** The environment of an evaluation. */
export interface Context {
  now: Date;
  timeZone: string;
}

/**
 * Compares text by code points, as COLLATE "C" does; JavaScript's own order differs beyond the
 * basic plane.
 */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const [x, y] = [a.charCodeAt(i), b.charCodeAt(i)];
    if (x === y) continue;
    const isAstral = (code: number): boolean => code >= 0xd800 && code <= 0xdfff;
    if (isAstral(x) !== isAstral(y)) return isAstral(x) ? 1 : -1;
    return x - y;
  }
  return a.length - b.length;
}

/** Two texts: as moments when both are dates or date-times, else by code points. */
function compareStrings(a: string, b: string, ctx: Context): number {
  if (a === b) return 0;
  if (!looksLikeMoment(a) || !looksLikeMoment(b) || (a.length === 10 && b.length === 10))
    return compareText(a, b);
  const [x, y] = [readMoment(a, ctx.timeZone), readMoment(b, ctx.timeZone)];
  return x === null || y === null
    ? compareText(a, b)
    : instantOf(x, ctx.timeZone) - instantOf(y, ctx.timeZone);
}

/**
 * Negative, zero, positive; null when one is null or they cannot be compared. Records and lists are
 * equal only to themselves.
 */
export function compareValues(a: unknown, b: unknown, ctx: Context): number | null {
  if (a === null || b === null) return null;
  if (isNum(a) && isNum(b)) return compareNumbers(a, b);
  if (typeof a === 'string' && typeof b === 'string') return compareStrings(a, b, ctx);
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b);
  if (a instanceof Duration && b instanceof Duration) return a.total - b.total;
  return typeof a === 'object' && a === b ? 0 : null;
}

/**
 * A value as displayed text. Null is empty text; yes and no are 是 and 否; a list is joined by 、.
 */
export function showValue(value: unknown, ctx: Context, isText = false): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string')
    return isText || !looksLikeMoment(value) ? value : showText(value, ctx);
  if (isNum(value)) return numberText(value);
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (value instanceof Duration) return value.toString();
  return Array.isArray(value) ? value.map((item) => showValue(item, ctx)).join('、') : '';
}
function showText(text: string, ctx: Context): string {
  const moment = readMoment(text, ctx.timeZone);
  return moment === null ? text : showMoment(moment, ctx.timeZone);
}

/** Normalises an external value: no undefined, no NaN, no functions. */
export function clean(value: unknown): unknown {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) ? value + 0 : null;
    case 'object':
      return value instanceof Date ? cleanDate(value) : value;
    default:
      return null;
  }
}
const cleanDate = (value: Date): string | null =>
  Number.isNaN(value.getTime()) ? null : value.toISOString();

/**
 * One step down: an own property of a record, or an item of a list by its place. Never anything
 * inherited.
 */
function step(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) return /^\d{1,7}$/.test(name) ? value[Number(name)] : undefined;
  return Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}

/**
 * Reads a path below a plain value, by own properties only; undefined when there is nothing. Scopes
 * should read with this.
 */
export function readOwn(value: unknown, path: readonly string[]): unknown {
  let at = value;
  for (const name of path) {
    if (at === undefined || at === null) return undefined;
    at = step(at, name);
  }
  return at;
}
