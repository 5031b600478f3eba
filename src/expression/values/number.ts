import { Decimal } from 'decimal.js';
import { DIVISION_SCALE, MAX_DIGITS } from './limits.ts';

/**
 * Exact decimal arithmetic. A JavaScript number is read as the decimal its shortest text shows (0.1
 * is a tenth), so that up to 15 digits it is exact; a Decimal is used only for what has more. Every
 * result is written the short way again, so almost all work is done on plain numbers: whole ones as
 * they are, those with up to 4 decimals as scaled whole ones.
 */
export type Num = number | Decimal;

/**
 * A product of two numbers of MAX_DIGITS on both sides of the point is exact, as it is in
 * PostgreSQL.
 */
const Exact = Decimal.clone({
  precision: 4 * MAX_DIGITS + 100,
  rounding: Decimal.ROUND_HALF_UP,
  toExpNeg: -9e15,
  toExpPos: 9e15,
});
/**
 * Quotients need their digits up to DIVISION_SCALE only; the wide one is for huge dividends, and
 * for roots. What is beyond the precision is cut off, so that a result is rounded once.
 */
const Quotient = Decimal.clone({ precision: 100, rounding: Decimal.ROUND_DOWN });
const WideQuotient = Decimal.clone({
  precision: MAX_DIGITS + 100,
  rounding: Decimal.ROUND_DOWN,
});
const toScale = (value: Decimal): Decimal =>
  new Exact(value.toDecimalPlaces(DIVISION_SCALE, Decimal.ROUND_HALF_UP));
/** Digits a double always represents exactly. */
const DOUBLE_DIGITS = 15;
const SCALE = 1e4;
const SCALED_LIMIT = 1e15;

export const isNum = (value: unknown): value is Num =>
  typeof value === 'number' || value instanceof Exact;

/**
 * Shortest writing: a number where its digits fit, else a Decimal; null when it is out of range.
 */
function short(value: Decimal): Num | null {
  if (!value.isFinite() || value.e >= MAX_DIGITS || value.decimalPlaces() > MAX_DIGITS) return null;
  if (value.precision() <= DOUBLE_DIGITS && Math.abs(value.e) < 300) return value.toNumber() + 0;
  return value;
}
const wide = (value: Num): Decimal => (typeof value === 'number' ? new Exact(value) : value);

/** The number times 10,000 if that is whole and safe, else NaN. */
function scaled(value: number): number {
  const whole = Math.round(value * SCALE);
  return whole / SCALE === value && whole < SCALED_LIMIT && whole > -SCALED_LIMIT ? whole : NaN;
}
const within = (value: number): boolean => value < SCALED_LIMIT && value > -SCALED_LIMIT;

/** Reads decimal text such as -12.50; null when it is something else. */
export function readNumber(text: string): Num | null {
  return /^-?\d+(\.\d+)?$/.test(text) && text.length <= MAX_DIGITS ? short(new Exact(text)) : null;
}
/** Decimal text without exponent or needless zeros. */
export function numberText(value: Num): string {
  return typeof value === 'number' && Number.isSafeInteger(value)
    ? String(value)
    : wide(value).toFixed();
}
/** The nearest JavaScript number: exact for up to 15 digits. */
export const toDouble = (value: Num): number =>
  typeof value === 'number' ? value : value.toNumber();

export function add(a: Num, b: Num): Num | null {
  if (typeof a === 'number' && typeof b === 'number') {
    const sum = a + b;
    if (Number.isSafeInteger(a) && Number.isSafeInteger(b) && Number.isSafeInteger(sum)) return sum;
    const parts = scaled(a) + scaled(b);
    if (within(parts)) return parts / SCALE;
  }
  return short(wide(a).plus(wide(b)));
}

/** The sum of all; only the whole of it must be within the limit. */
const unbounded = (all: readonly Num[]): Num =>
  all.reduce<Num>(
    (sum, n) =>
      typeof sum === 'number' && typeof n === 'number'
        ? (add(sum, n) ?? wide(sum).plus(wide(n)))
        : wide(sum).plus(wide(n)),
    0,
  );
const withinLimit = (value: Num): Num | null => (typeof value === 'number' ? value : short(value));
export const sumOf = (all: readonly Num[]): Num | null => withinLimit(unbounded(all));
/** Null for no numbers. */
export const averageOf = (all: readonly Num[]): Num | null =>
  all.length === 0 ? null : divide(unbounded(all), all.length);

export function negate(a: Num): Num {
  return typeof a === 'number' ? 0 - a : wide(a).negated();
}
export const subtract = (a: Num, b: Num): Num | null => add(a, negate(b));

export function multiply(a: Num, b: Num): Num | null {
  if (typeof a === 'number' && typeof b === 'number') {
    const product = a * b;
    if (Number.isSafeInteger(a) && Number.isSafeInteger(b) && Number.isSafeInteger(product))
      return product + 0;
    const parts = scaled(a) * scaled(b);
    if (within(parts)) return parts / (SCALE * SCALE) + 0;
  }
  return short(wide(a).times(wide(b)));
}

/** Exact quotient if both are scaled whole numbers and it has at most 4 decimals, else NaN. */
function quickQuotient(a: number, b: number): number {
  const quotient = a / b;
  return scaled(quotient) * scaled(b) === scaled(a) * SCALE && within(scaled(quotient) * scaled(b))
    ? quotient + 0
    : NaN;
}

/**
 * Rounded to DIVISION_SCALE digits after the point, half away from zero; null for a divisor of
 * zero.
 */
export function divide(a: Num, b: Num): Num | null {
  if (typeof a === 'number' && typeof b === 'number') {
    if (b === 0) return null;
    const quick = quickQuotient(a, b);
    if (!Number.isNaN(quick)) return quick;
  }
  const [x, y] = [wide(a), wide(b)];
  if (y.isZero()) return null;
  if (x.e - y.e > MAX_DIGITS) return null;
  const quotient = (x.e - y.e < 50 ? new Quotient(x) : new WideQuotient(x)).dividedBy(y);
  return short(toScale(quotient));
}

/** The sign is the dividend's, as in SQL; null for a divisor of zero. */
export function remainder(a: Num, b: Num): Num | null {
  if (
    typeof a === 'number' &&
    typeof b === 'number' &&
    Number.isSafeInteger(a) &&
    Number.isSafeInteger(b)
  )
    return b === 0 ? null : (a % b) + 0;
  return wide(b).isZero() ? null : short(wide(a).modulo(wide(b)));
}

/** Negative, zero or positive as a is less than, equal to or greater than b. */
export function compareNumbers(a: Num, b: Num): number {
  if (typeof a === 'number' && typeof b === 'number') return a < b ? -1 : a > b ? 1 : 0;
  return wide(a).comparedTo(wide(b));
}

type Rounding = 'round' | 'ceil' | 'floor' | 'trunc';
const ROUNDING: Record<Rounding, Decimal.Rounding> = {
  round: Decimal.ROUND_HALF_UP,
  ceil: Decimal.ROUND_CEIL,
  floor: Decimal.ROUND_FLOOR,
  trunc: Decimal.ROUND_DOWN,
};
/** To so many digits after the point; negative digits round to tens, hundreds. */
export function roundTo(value: Num, digits: number, how: Rounding = 'round'): Num | null {
  if (typeof value === 'number' && Number.isSafeInteger(value) && digits >= 0) return value;
  const by = digits >= 0 ? 0 : -digits;
  const moved = by === 0 ? wide(value) : wide(value).times(new Exact(10).pow(-by));
  const rounded = moved.toDecimalPlaces(Math.max(digits, 0), ROUNDING[how]);
  return short(by === 0 ? rounded : rounded.times(new Exact(10).pow(by)));
}

export const absolute = (value: Num): Num =>
  typeof value === 'number' ? Math.abs(value) : value.abs();
export const signOf = (value: Num): number => compareNumbers(value, 0);

/** Whole powers; null when the result has too many digits. */
export function power(base: Num, exponent: number): Num | null {
  const x = wide(base);
  if (x.isZero()) return exponent > 0 ? 0 : exponent === 0 ? 1 : null;
  if (Math.abs(exponent) * (Math.abs(x.e) + x.precision()) > MAX_DIGITS) return null;
  return exponent >= 0 ? short(x.pow(exponent)) : divide(1, short(x.pow(-exponent)) ?? 1);
}
export function squareRoot(value: Num): Num | null {
  return signOf(value) < 0 ? null : short(toScale(new WideQuotient(wide(value)).sqrt()));
}

/** A whole number cut off from any number, or null beyond the limit. */
export function wholeWithin(value: Num, limit: number): number | null {
  const whole = (typeof value === 'number' ? Math.trunc(value) : value.trunc().toNumber()) + 0;
  return Math.abs(whole) <= limit ? whole : null;
}
