import { DECIMAL_MAX_PRECISION } from '../../contract/index.ts';

/**
 * Numbers as people read and write them. Values are JSON numbers of at most 15 digits, so decimal
 * text is exact.
 */

/** The number's shortest decimal text without an exponent: 1e-7 -> 0.0000001. */
export function plainNumber(value: number): string {
  const text = String(value);
  const match = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (!match) return text;
  const [, sign = '', head = '', tail = '', power = '0'] = match;
  const digits = head + tail;
  const point = 1 + Number(power);
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  return point >= digits.length
    ? `${sign}${digits}${'0'.repeat(point - digits.length)}`
    : `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

/** Groups the digits before the point in threes. */
export function groupDigits(plain: string): string {
  const [whole = '', fraction] = plain.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/**
 * Rounds half away from zero by the digits people read: 1.115 is 1.12, as in formulas and
 * spreadsheets, though what binary makes of it is less.
 */
export function roundNumber(value: number, scale: number): number {
  const size = Math.round(Number(`${plainNumber(Math.abs(value))}e${scale}`));
  return Math.sign(value) * Number(`${plainNumber(size)}e-${scale}`);
}

/**
 * Decimal text with exactly `scale` digits after the point (as many as there are when left out).
 */
export function fixedNumber(value: number, scale?: number): string {
  const plain = plainNumber(value);
  if (scale === undefined) return plain;
  const [whole = '0', fraction = ''] = plain.split('.');
  // Stored values keep to their scale; one that does not is rounded for reading only.
  if (fraction.length > scale) return roundNumber(value, scale).toFixed(scale);
  return scale === 0 ? whole : `${whole}.${fraction.padEnd(scale, '0')}`;
}

export const formatNumber = (value: number, scale?: number, grouped = true): string =>
  grouped ? groupDigits(fixedNumber(value, scale)) : fixedNumber(value, scale);

const SIGNS: Record<string, string> = {
  CNY: '¥',
  USD: '$',
  EUR: '€',
  GBP: '£',
  JPY: '¥',
  HKD: 'HK$',
  TWD: 'NT$',
  KRW: '₩',
};
/**
 * The sign before an amount; the code itself, with a space, for a currency without a well-known
 * sign.
 */
export const currencySign = (code = 'CNY'): string => SIGNS[code] ?? `${code} `;

/** -1234.5 -> -¥1,234.50 */
export function formatCurrency(value: number, code?: string, scale = 2, grouped = true): string {
  const text = formatNumber(Math.abs(value), scale, grouped);
  return `${value < 0 ? '-' : ''}${currencySign(code)}${text}`;
}

/** Digits after the point of a number that is shown short. */
const SHORT_SCALE = 2;
const WAN = 10_000;
/** 12345 -> 1.23 and 万; the number itself below ten thousand. */
export function shortNumber(value: number): { value: number; mark: string } {
  if (Math.abs(value) < WAN) return { value, mark: '' };
  const short = (by: number): number => roundNumber(value / by, SHORT_SCALE);
  return Math.abs(short(WAN)) < WAN
    ? { value: short(WAN), mark: '万' }
    : { value: short(WAN * WAN), mark: '亿' };
}

/**
 * A number's text with its unit: 3 台, 1.2 万台, ¥1,200/㎡. A unit of letters or Chinese characters
 * has a space before it.
 */
export function withUnit(text: string, unit: string, isFirst = false): string {
  if (isFirst) return text.startsWith('-') ? `-${unit}${text.slice(1)}` : `${unit}${text}`;
  const close =
    /^[/%°℃‰'"]/.test(unit) || (/\p{Script=Han}$/u.test(text) && /^\p{Script=Han}/u.test(unit));
  return close ? `${text}${unit}` : `${text} ${unit}`;
}

const FULL_WIDTH: Record<string, string> = {
  '。': '.',
  '．': '.',
  '，': ',',
  '－': '-',
  '—': '-',
  '＋': '+',
  ｅ: 'e',
  Ｅ: 'e',
};
/**
 * What a person typed or pasted, as ASCII: full-width forms are turned, currency and percent signs
 * and blanks go.
 */
export function cleanNumberText(text: string): string {
  return text
    .replace(/[０-９]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0))
    .replace(/[。．，－—＋ｅＥ]/g, (sign) => FULL_WIDTH[sign] ?? sign)
    .replace(/[\s¥￥$€£%％]/g, '');
}
export const isPercentage = (text: string): boolean => /[%％]/.test(text);
/** Groups of three before the point, or no groups at all: 1,2 is no number a person meant. */
const NUMBER = /^[+-]?(\d{1,3}(,\d{3})+(\.\d*)?|\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i;
/** Significant digits of a decimal text. */
const digitsOf = (text: string): number =>
  text
    .replace(/e.*$/i, '')
    .replace(/\D/g, '')
    .replace(/^0+|0+$/g, '').length;

/**
 * The number in the text, undefined when it is empty, null when it is (still) none, such as "-",
 * "1e" or "12a", or has more digits than a JSON number keeps: it would come out as another number.
 * 85% is 0.85, as in a spreadsheet, and 85 where the value is a `share`.
 */
export function parseNumber(text: string, share = false): number | null | undefined {
  const clean = cleanNumberText(text);
  if (clean === '') return undefined;
  if (!NUMBER.test(clean) || digitsOf(clean) > DECIMAL_MAX_PRECISION) return null;
  const value = Number(clean.replaceAll(',', ''));
  if (!Number.isFinite(value)) return null;
  return share || !isPercentage(text)
    ? value + 0
    : Number((value / 100).toPrecision(DECIMAL_MAX_PRECISION));
}
