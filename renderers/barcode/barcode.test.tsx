// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openNode } from '../../tests/fixtures/page.ts';
import barcode from './index.ts';

/** The bars of the drawn code as the dark and light lines they encode, without the quiet zones. */
const lines = () => {
  const bars = [...screen.getByRole('img').querySelectorAll('rect')].map(
    (bar) => [Number(bar.getAttribute('x')) - 10, Number(bar.getAttribute('width'))] as const,
  );
  return bars.reduce((text, [x, width]) => text.padEnd(x, '0') + '1'.repeat(width), '');
};
test('a number becomes the bars of its standard', async () => {
  // EAN-13 of the standard's own example 4006381333931: start guard, six digits, centre guard, six
  // digits, end guard.
  await openNode(barcode, { props: { text: '4006381333931', format: 'EAN13', label: '商品' } });
  expect(screen.getByRole('img').getAttribute('aria-label')).toBe('商品：4006381333931');
  expect(lines()).toBe(
    '101' +
      '000110101001110101111011110100010010110011' +
      '01010' +
      '100001010000101000010111010010000101100110' +
      '101',
  );
});
test('says when the format cannot hold the text', async () => {
  (await openNode(barcode, { props: { text: 'abc', format: 'EAN13' } })).expects({
    sees: '“abc”不能写成 EAN13 条形码',
  });
  (await openNode(barcode, { props: { text: '' } })).expects({ sees: '没有内容' });
});
