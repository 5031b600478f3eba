import { describe, expect, it } from 'vitest';
import { FIELD_TYPES } from '../../contract/index.ts';
import { fileSize, formatValue, safeLink, type FieldFormat } from './format.ts';

const options = [
  { code: 'a', label: '待付款' },
  { code: 'b', label: '已付款' },
];
const labels = { user: { u1: '张伟' }, dept: { d1: '销售部' }, customer: { c1: '蓝天公司' } };
const text = (field: FieldFormat, value: unknown) => formatValue(field, value, labels);

describe('a value as text', () => {
  it('reads like the page shows it', () => {
    expect([
      text({ type: 'currency', scale: 2, currencyCode: 'CNY' }, 1234567.5),
      text({ type: 'percent', scale: 1 }, 12.5),
      text({ type: 'integer' }, 12000),
      text({ type: 'boolean' }, true),
      text({ type: 'boolean' }, false),
      text({ type: 'singleSelect', options }, 'a'),
      text({ type: 'multiSelect', options }, ['a', 'b']),
      text({ type: 'user' }, 'u1'),
      text({ type: 'dept' }, 'd1'),
      text({ type: 'lookup', refObject: 'customer' }, 'c1'),
      text({ type: 'date' }, '2026-01-05'),
      text({ type: 'attachment' }, [{ fileId: 'f', name: '合同.pdf', size: 1, mime: '' }]),
    ]).toEqual([
      '¥1,234,567.50',
      '12.5%',
      '12,000',
      '是',
      '否',
      '待付款',
      '待付款、已付款',
      '张伟',
      '销售部',
      '蓝天公司',
      '2026-01-05',
      '合同.pdf',
    ]);
  });
  it('gives a result, a figure and a scale the sign, the digits and the groups they were given', () => {
    const result = { type: 'formula', resultType: 'decimal' } as const;
    expect([
      text({ ...result, showAs: 'currency', currencyCode: 'USD' }, -1234.5),
      text({ ...result, showAs: 'percent', scale: 1 }, 12),
      text({ ...result, scale: 3 }, 1234.5),
      text({ type: 'rollup', resultType: 'integer', showAs: 'currency' }, 3),
      text({ type: 'slider', step: 5, showAs: 'percent' }, 30),
      text({ type: 'slider', step: 0.5 }, 3),
      text({ type: 'slider', step: 1 }, 2.25),
      text({ type: 'rollup', resultType: 'date', showAs: 'currency' }, '2026-01-05'),
    ]).toEqual(['-$1,234.50', '12.0%', '1,234.500', '¥3.00', '30%', '3.0', '2.25', '2026-01-05']);
    expect([
      text({ type: 'integer', thousands: false }, 20260105),
      text({ type: 'currency', thousands: false }, 1234.5),
      text({ type: 'percent', thousands: false }, 1500),
      text({ ...result, thousands: false }, 1234),
    ]).toEqual(['20260105', '¥1234.50', '1500%', '1234']);
    expect([
      text({ type: 'integer', unit: '台' }, 1200),
      text({ type: 'decimal', scale: 1, unit: '℃' }, -3),
      text({ type: 'currency', unit: '/㎡' }, 1200),
      text({ type: 'integer', unit: '约', unitFirst: true }, -5),
      text({ type: 'integer', unit: '台', compact: true }, 12345),
      text({ type: 'currency', compact: true }, 99999999),
      text({ ...result, scale: 2, compact: true }, 9999.99),
      text({ ...result, compact: true, unit: 'm' }, 350000000),
    ]).toEqual([
      '1,200 台',
      '-3.0℃',
      '¥1,200.00/㎡',
      '-约5',
      '1.23 万台',
      '¥1 亿',
      '9,999.99',
      '3.5 亿 m',
    ]);
  });
  it('shows a date-time in the local zone with seconds', () => {
    expect(text({ type: 'dateTime' }, '2026-01-05T01:30:07.000Z')).toBe('2026-01-05 09:30:07');
  });
  it('falls back to the id or code when its name is not known', () => {
    expect([text({ type: 'user' }, 'u9'), text({ type: 'singleSelect', options }, 'gone')]).toEqual(
      ['u9', 'gone'],
    );
  });
  it('is empty for an empty value of any type and throws for none', () => {
    for (const type of FIELD_TYPES) {
      expect([undefined, null, '', []].map((value) => text({ type, options }, value))).toEqual([
        '',
        '',
        '',
        '',
      ]);
      for (const odd of [0, 'x', true, {}, [1], [null]])
        expect(typeof text({ type }, odd)).toBe('string');
    }
  });
});
describe('links', () => {
  it('takes only web, mail and telephone addresses', () => {
    expect([
      safeLink('url', 'https://a.cn/x'),
      safeLink('url', 'javascript:alert(1)'),
      safeLink('url', ' data:text/html,x'),
      safeLink('url', 'www.a.cn'),
    ]).toEqual(['https://a.cn/x', undefined, undefined, undefined]);
    expect([
      safeLink('email', 'li@a.cn'),
      safeLink('email', 'x?cc=y@z'),
      safeLink('phone', '138 0000-0000'),
      safeLink('phone', 'abc'),
    ]).toEqual(['mailto:li@a.cn', undefined, 'tel:13800000000', undefined]);
  });
});
it('writes sizes of files in the unit that fits', () => {
  expect([0, 900, 1536, 1048576, 52428800].map(fileSize)).toEqual([
    '0 B',
    '900 B',
    '1.5 KB',
    '1 MB',
    '50 MB',
  ]);
});
