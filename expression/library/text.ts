import { ExpressionError } from '../errors.ts';
import { MAX_TEXT } from '../limits.ts';
import { showValue } from '../value.ts';
import type { Library } from './kind.ts';

/** What trim() takes away: space, tab, line ends, no-break space, full-width space. */
export const SPACES = ' \t\n\r\u00a0\u3000';
const EDGES = new RegExp(`^[${SPACES}]+|[${SPACES}]+$`, 'g');

/** Letters are code points: 𠮷 is one. */
const letters = (text: string): string[] => Array.from(text);
/** The first `count` letters; all but the last ones when it is negative. */
const left = (text: string, count: number): string => letters(text).slice(0, count).join('');
const right = (text: string, count: number): string => letters(text).slice(count === 0 ? Infinity : -count).join('');

function find(text: string, piece: string): number {
  const at = text.indexOf(piece);
  return at < 0 ? 0 : letters(text.slice(0, at)).length + 1;
}

/** Refuses text that would grow without end. */
export function bounded(text: string): string {
  if (text.length > MAX_TEXT) throw new ExpressionError('limit', 0, 0, `公式算出的文本太长，最多 ${MAX_TEXT} 个字符`);
  return text;
}
function replace(text: string, from: string, to: string): string {
  if (from === '') return text;
  const pieces = text.split(from);
  if (text.length + (pieces.length - 1) * to.length > 2 * MAX_TEXT) bounded(' '.repeat(MAX_TEXT + 1));
  return bounded(pieces.join(to));
}

export const text = {
  len: ([t]) => letters(t as string).length,
  left: ([t, n]) => left(t as string, n as number),
  right: ([t, n]) => right(t as string, n as number),
  mid: ([t, from, n]) => left(letters(t as string).slice(Math.max((from as number) - 1, 0)).join(''), n as number),
  upper: ([t]) => (t as string).replace(/[a-z]+/g, (part) => part.toUpperCase()),
  lower: ([t]) => (t as string).replace(/[A-Z]+/g, (part) => part.toLowerCase()),
  trim: ([t]) => (t as string).replace(EDGES, ''),
  contains: ([t, piece]) => (t as string).includes(piece as string),
  startsWith: ([t, piece]) => (t as string).startsWith(piece as string),
  endsWith: ([t, piece]) => (t as string).endsWith(piece as string),
  find: ([t, piece]) => find(t as string, piece as string),
  replace: ([t, from, to]) => replace(t as string, from as string, to as string),
  concat: (values, ctx) => bounded(values.map((value) => showValue(value, ctx)).join('')),
  text: ([value], ctx) => bounded(showValue(value, ctx)),
  split: ([t, by]) => (by === '' ? letters(t as string) : (t as string).split(by as string)),
} satisfies Library;
