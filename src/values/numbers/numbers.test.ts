import { describe, expect, it } from 'vitest';
import {
  cleanNumberText,
  fixedNumber,
  formatCurrency,
  formatNumber,
  parseNumber,
  plainNumber,
  shortNumber,
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
  it('rounds a five up, away from zero, by the digits people read, as formulas and spreadsheets do', () => {
    expect(
      [1.115, 1.005, -1.115, 2.675, 1.004999, 99.995, 1e-7].map((n) => fixedNumber(n, 2)),
    ).toEqual(['1.12', '1.01', '-1.12', '2.68', '1.00', '100.00', '0.00']);
    expect([formatCurrency(22.3 * 0.05), fixedNumber(0.5, 0)]).toEqual(['¥1.12', '1']);
    expect([11_150, -10_050, 99_999_999, 111_500_000, 1e30].map(shortNumber)).toEqual([
      { value: 1.12, mark: '万' },
      { value: -1.01, mark: '万' },
      { value: 1, mark: '亿' },
      { value: 1.12, mark: '亿' },
      { value: 1e22, mark: '亿' },
    ]);
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
      ['１２３', '￥1,234.50', '-0.5', '.5', '1e5', '１ｅ３', ''].map((text) => parseNumber(text)),
    ).toEqual([123, 1234.5, -0.5, 0.5, 100000, 1000, undefined]);
  });
  it('reads 85% as 0.85, and as 85 where it is a share', () => {
    const texts = ['85%', '－８.５％', '1,000%', '0.07%', '%'];
    expect(texts.map((text) => parseNumber(text))).toEqual([0.85, -0.085, 10, 0.0007, undefined]);
    expect(texts.map((text) => parseNumber(text, true))).toEqual([85, -8.5, 1000, 0.07, undefined]);
  });
  it('takes no unfinished or odd text for a number', () => {
    expect(
      ['-', '1e', '1.2.3', '12a', '1,2', '1e999', '.'].map((text) => parseNumber(text)),
    ).toEqual(Array.from({ length: 7 }, () => null));
  });
  it('takes no number that would come out as another one', () => {
    expect([
      parseNumber('123456789012345'),
      parseNumber('12345678901234567'),
      parseNumber('0.1234567890123456'),
    ]).toEqual([123456789012345, null, null]);
  });
});
