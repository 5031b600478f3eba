import {
  fitsTextFormat,
  inTextFormat,
  MAX_REFS,
  TEXT_FORMATS,
  type FieldDescribe,
} from '../../../contract/index.ts';
import { isStorable } from './filters/operands.ts';
import type { Refuse } from './kind.ts';

/** Readers several types share: from the wire's value to the database's, or a problem. */

/** Characters as PostgreSQL and JSON Schema count them: code points, not UTF-16 units. */
export const lengthOf = (text: string): number => {
  let n = 0;
  for (const _ of text) n++;
  return n;
};

export function readText(value: unknown, field: FieldDescribe, refuse: Refuse): string | undefined {
  if (typeof value !== 'string')
    return refuse('VALUE_TYPE', { label: field.label, expected: '文本' });
  if (!isStorable(value))
    return refuse('VALUE_FORMAT', { label: field.label, expected: '不含控制字符的文本' });
  const max = field.maxLength ?? Infinity;
  if (value.length > max && lengthOf(value) > max)
    return refuse('VALUE_LENGTH', { label: field.label, max });
  return value;
}

/** A line of text; of a format the text as that format is stored. */
export function readFormatted(
  value: unknown,
  field: FieldDescribe,
  refuse: Refuse,
): string | undefined {
  const text = readText(value, field, refuse);
  const { textFormat, label } = field;
  if (text === undefined || textFormat === undefined) return text;
  return fitsTextFormat(text, textFormat)
    ? inTextFormat(text)
    : refuse('VALUE_FORMAT', { label, expected: TEXT_FORMATS[textFormat].example });
}

/** Text of a shape: an e-mail address, a telephone number. */
export function readShaped(
  value: unknown,
  field: FieldDescribe,
  refuse: Refuse,
  fits: (text: string) => boolean,
  expected: string,
): string | undefined {
  const text = readText(value, field, refuse);
  if (text === undefined || fits(text)) return text;
  return refuse('VALUE_FORMAT', { label: field.label, expected });
}

const DECIMAL = /^-?(0|[1-9]\d*)(\.\d+)?$/;
/**
 * The decimal text of a number or of numeric text; undefined for anything else, such as 1e21 or
 * Infinity.
 */
export function decimalText(value: unknown): string | undefined {
  if (typeof value === 'number') return exactText(value);
  return typeof value === 'string' && value.length <= 40 && DECIMAL.test(value) ? value : undefined;
}

function exactText(value: number): string | undefined {
  if (!Number.isFinite(value)) return undefined;
  const text = String(value);
  if (DECIMAL.test(text)) return text;
  // Small magnitudes print as 1e-7; toFixed spells them out. Large ones are beyond every precision.
  return Math.abs(value) < 1 ? value.toFixed(20).replace(/\.?0+$/, '') : undefined;
}

/** True when the decimal text fits numeric(precision, scale) without rounding. */
function fitsNumeric(text: string, precision: number, scale: number): boolean {
  const [whole = '', part = ''] = text.replace('-', '').split('.');
  return (
    part.replace(/0+$/, '').length <= scale && whole.replace(/^0+/, '').length <= precision - scale
  );
}

/** Refuses a number outside the field's bounds. */
export function inBounds(
  text: string,
  field: FieldDescribe,
  refuse: Refuse,
  least = -Infinity,
  most = Infinity,
): string | undefined {
  const [min, max] = [field.min ?? least, field.max ?? most];
  const value = Number(text);
  if (value >= min && value <= max) return text;
  const bound = (n: number) => (Number.isFinite(n) ? n : '不限');
  return refuse('VALUE_RANGE', { label: field.label, min: bound(min), max: bound(max) });
}

export function readDecimal(
  value: unknown,
  field: FieldDescribe,
  refuse: Refuse,
): string | undefined {
  const text = decimalText(value);
  const { label, precision = 0, scale = 0 } = field;
  if (text === undefined) return refuse('VALUE_TYPE', { label, expected: '数字' });
  if (!fitsNumeric(text, precision, scale))
    return refuse('VALUE_PRECISION', { label, precision, scale });
  return inBounds(text, field, refuse);
}

export function readCode(value: unknown, field: FieldDescribe, refuse: Refuse): string | undefined {
  if (typeof value !== 'string')
    return refuse('VALUE_TYPE', { label: field.label, expected: '选项编码' });
  if (field.options?.some((option) => option.code === value)) return value;
  return refuse('VALUE_OPTION', { label: field.label, value: value.slice(0, 40) });
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
export const isUuid = (value: unknown): value is string =>
  typeof value === 'string' && UUID.test(value);

/**
 * An id of a person or department: opaque text. Its existence is checked for the whole batch at
 * once.
 */
export const idText = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length > 0 && value.length <= 64 && isStorable(value)
    ? value
    : undefined;

/** Ids without repetition, in the order given. */
export function readRefs(
  value: unknown,
  field: FieldDescribe,
  refuse: Refuse,
  read: (each: unknown) => string | undefined,
  expected: string,
): string[] | undefined {
  const wrong = () => refuse('VALUE_TYPE', { label: field.label, expected: `${expected}的列表` });
  if (!Array.isArray(value)) return wrong();
  if (value.length > MAX_REFS) return refuse('TOO_MANY', { max: MAX_REFS, count: value.length });
  const ids: string[] = [];
  for (const each of value as unknown[]) {
    const id = read(each);
    if (id === undefined) return wrong();
    if (ids.includes(id))
      return refuse('VALUE_FORMAT', { label: field.label, expected: `不重复的${expected}` });
    ids.push(id);
  }
  return ids;
}

/** Types whose value the server computes take none from a caller. */
export const readOnly = (_value: unknown, field: FieldDescribe, refuse: Refuse): undefined =>
  refuse('READONLY_FIELD', { name: field.label });
