import { describe, expect, it } from 'vitest';
import {
  cleanNumberText,
  fixedNumber,
  formatCurrency,
  formatNumber,
  parseNumber,
  plainNumber,
} from './numbers.ts';

describe('numbers as people read them', () => {
  it('writes a number without an exponent', () => {
    expect([1e-7, 1.5e21, -2.5e-7, 123.45, 0].map(plainNumber)).toEqual([
      '0.0000001',
      '1500000000000000000000',
      '-0.00000025',
      '123.45',
      '0',
    ]);
  });
  it('groups the digits before the point in threes and leaves those after it alone', () => {
    expect([0, 999, 1000, -1234567.891, 1234.56789].map((n) => formatNumber(n))).toEqual([
      '0',
      '999',
      '1,000',
      '-1,234,567.891',
      '1,234.56789',
    ]);
  });
  it('shows as many decimals as the field has', () => {
    expect([
      fixedNumber(12, 2),
      fixedNumber(12.5, 2),
      fixedNumber(0.1 + 0.2, 1),
      fixedNumber(7, 0),
    ]).toEqual(['12.00', '12.50', '0.3', '7']);
  });
  it('puts the currency sign before the amount and the minus before the sign', () => {
    expect([
      formatCurrency(1234.5),
      formatCurrency(-0.5, 'USD'),
      formatCurrency(3, 'CHF', 0),
    ]).toEqual(['¥1,234.50', '-$0.50', 'CHF 3']);
  });
});
describe('numbers as people type them', () => {
  it('reads full-width digits, grouping, signs and powers of ten', () => {
    expect(cleanNumberText('￥１，２３４。５')).toBe('1,234.5');
    expect(
      ['１２３', '￥1,234.50', '-0.5', '.5', '1e5', '１ｅ３', '25%', ''].map(parseNumber),
    ).toEqual([123, 1234.5, -0.5, 0.5, 100000, 1000, 25, undefined]);
  });
  it('takes no unfinished or odd text for a number', () => {
    expect(['-', '1e', '1.2.3', '12a', '1,2', '1e999', '.'].map(parseNumber)).toEqual(
      Array.from({ length: 7 }, () => null),
    );
  });
  it('takes no number that would come out as another one', () => {
    expect([
      parseNumber('123456789012345'),
      parseNumber('12345678901234567'),
      parseNumber('0.1234567890123456'),
    ]).toEqual([123456789012345, null, null]);
  });
});
