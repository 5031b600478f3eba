import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitsTextFormat, inTextFormat, TEXT_FORMATS, type TextFormatName } from './text-formats.ts';

const accepted = (format: TextFormatName, ...texts: string[]) =>
  texts.filter((text) => fitsTextFormat(text, format));

test('an identity card number has a birthday that exists and its check digit', () => {
  const right = ['11010519491231002X', '11010519491231002x', '440524188001010014'];
  expect(accepted('idCard', ...right)).toEqual(right);
  expect(
    accepted('idCard', '110105194912310021', '11010519490231002X', '1101051949123100', ''),
  ).toEqual([]);
});

test('a unified social credit code has its check character, and no letter that is mistaken', () => {
  const right = ['91350100M000100Y43', '91350100m000100y43'];
  expect(accepted('creditCode', ...right)).toEqual(right);
  expect(accepted('creditCode', '91350100M000100Y44', '91350100I000100Y43')).toEqual([]);
});

test('number plates of ordinary vehicles and of new energy', () => {
  const right = ['浙A12345', '浙AD12345', '粤B12345D', '京A1234学', '浙a 12345'];
  expect(accepted('plate', ...right)).toEqual(right);
  expect(accepted('plate', '浙I12345', '浙A1234', '浙A1234O', '美A12345')).toEqual([]);
});

test('a bank card number ends with its check digit, in groups or not', () => {
  const right = ['4111111111111111', '4111 1111 1111 1111'];
  expect(accepted('bankCard', ...right)).toEqual(right);
  expect(accepted('bankCard', '4111 1111 1111 1112', '4111')).toEqual([]);
  expect(inTextFormat('4111 1111-1111 1111')).toBe('4111111111111111');
});

test('a changed digit is noticed by every format that has a check digit', () => {
  const samples: [TextFormatName, string][] = [
    ['idCard', '11010519491231002X'],
    ['creditCode', '91350100M000100Y43'],
    ['bankCard', '4111111111111111'],
  ];
  fc.assert(
    fc.property(
      fc.constantFrom(...samples),
      fc.nat(17),
      fc.integer({ min: 1, max: 9 }),
      ([format, text], where, by) => {
        const at = where % (text.length - 1);
        if (!/\d/.test(text[at]!)) return;
        const other = String((Number(text[at]) + by) % 10);
        expect(TEXT_FORMATS[format].fits(text.slice(0, at) + other + text.slice(at + 1))).toBe(
          false,
        );
      },
    ),
  );
});
