import { MAX_LIST, MAX_TEXT } from '../values/limits.ts';
import { showValue, type Context } from '../values/value.ts';
import type { Library } from './kind.ts';

/** Characters trim() removes: space, tab, line ends, no-break space, full-width space. */
export const SPACES = ' \t\n\r\u00a0\u3000';
const EDGES = new RegExp(`^[${SPACES}]+|[${SPACES}]+$`, 'g');

/** Letters are code points: 𠮷 is one. */
const letters = (text: string): string[] => Array.from(text);
/** The first `count` letters; all but the last ones when it is negative. */
const left = (text: string, count: number): string => letters(text).slice(0, count).join('');
const right = (text: string, count: number): string =>
  letters(text)
    .slice(count === 0 ? Infinity : -count)
    .join('');

function find(text: string, piece: string): number {
  const at = text.indexOf(piece);
  return at < 0 ? 0 : lengthOf(text.slice(0, at)) + 1;
}

const isHigh = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;
const isLow = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;
/** How many letters a text has. */
function lengthOf(text: string): number {
  let length = text.length;
  for (let i = 1; i < text.length; i++)
    if (isLow(text.charCodeAt(i)) && isHigh(text.charCodeAt(i - 1))) length--;
  return length;
}

/**
 * A text of more letters than MAX_TEXT is null. A letter has at most two code units, so most texts
 * need no count.
 */
const isWithin = (units: number, text: () => string): boolean =>
  units <= MAX_TEXT || (units <= 2 * MAX_TEXT && lengthOf(text()) <= MAX_TEXT);
/** The texts joined, or null beyond the limit; then nothing is joined. */
function joined(parts: readonly string[], by = ''): string | null {
  const units = parts.reduce(
    (sum, part) => sum + part.length,
    Math.max(0, parts.length - 1) * by.length,
  );
  if (units > 2 * MAX_TEXT) return null;
  const text = parts.join(by);
  return isWithin(units, () => text) ? text : null;
}

/** A value as a person reads it, or null beyond the limit. */
export function shown(value: unknown, ctx: Context, isText = false): string | null {
  if (!Array.isArray(value)) return showValue(value, ctx, isText);
  return joinedOf(
    value.map((item: unknown) => shown(item, ctx)),
    '、',
  );
}
/** Texts joined; null when one of them or all of them are beyond the limit. */
export const joinedOf = (parts: readonly (string | null)[], by?: string): string | null =>
  parts.every((part) => part !== null) ? joined(parts, by) : null;

/**
 * The length is known from the number of occurrences before anything is created. A text that does
 * not grow is within its own.
 */
function replace(text: string, from: string, to: string): string | null {
  if (from === '') return text;
  const pieces = text.split(from);
  const growth = lengthOf(to) - lengthOf(from);
  if (growth > 0 && lengthOf(text) + (pieces.length - 1) * growth > MAX_TEXT) return null;
  return pieces.join(to);
}

/** Null beyond MAX_LIST items. */
function split(text: string, by: string): string[] | null {
  const items = by === '' ? letters(text) : text.split(by, MAX_LIST + 1);
  return items.length > MAX_LIST ? null : items;
}

export const texts = {
  len: ([t]) => lengthOf(t as string),
  left: ([t, n]) => left(t as string, n as number),
  right: ([t, n]) => right(t as string, n as number),
  mid: ([t, from, n]) =>
    left(
      letters(t as string)
        .slice(Math.max((from as number) - 1, 0))
        .join(''),
      n as number,
    ),
  upper: ([t]) => (t as string).replace(/[a-z]+/g, (part) => part.toUpperCase()),
  lower: ([t]) => (t as string).replace(/[A-Z]+/g, (part) => part.toLowerCase()),
  trim: ([t]) => (t as string).replace(EDGES, ''),
  contains: ([t, piece]) => (t as string).includes(piece as string),
  startsWith: ([t, piece]) => (t as string).startsWith(piece as string),
  endsWith: ([t, piece]) => (t as string).endsWith(piece as string),
  find: ([t, piece]) => find(t as string, piece as string),
  replace: ([t, from, to]) => replace(t as string, from as string, to as string),
  split: ([t, by]) => split(t as string, by as string),
} satisfies Library;
