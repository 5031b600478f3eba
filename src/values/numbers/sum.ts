import { plainNumber } from './numbers.ts';

/**
 * The exact sum of decimals of up to 15 digits: added as whole numbers of the smallest unit there
 * is.
 */
export function sumOf(values: readonly unknown[]): number | null {
  const numbers = values.filter(
    (value): value is number => typeof value === 'number' && Number.isFinite(value),
  );
  if (numbers.length === 0) return null;
  const decimals = Math.max(
    ...numbers.map((value) => (plainNumber(value).split('.')[1] ?? '').length),
  );
  const unit = 10 ** decimals;
  return numbers.reduce((sum, value) => sum + Math.round(value * unit), 0) / unit;
}
