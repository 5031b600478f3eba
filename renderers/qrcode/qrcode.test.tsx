// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openNode, openPage } from '../../tests/fixtures/page.ts';
import qrcode from './index.ts';

const code = () => screen.getByRole('img');
test('a text becomes a code that is read out with its meaning', async () => {
  await openNode(qrcode, {
    props: { text: 'https://example.com', label: '官网', caption: '扫一扫' },
  });
  expect(code().getAttribute('aria-label')).toBe('官网：https://example.com');
  // Version 2 has 25 modules, and 2 light ones at each side.
  expect(code().getAttribute('viewBox')).toBe('0 0 29 29');
  // The corner of the first position mark: seven dark modules in a run.
  expect(code().querySelectorAll('path')[1]?.getAttribute('d')).toContain('M2 2h7v1H2z');
});
test('says when there is nothing to draw, or too much', async () => {
  (await openNode(qrcode, { props: { text: '' } })).expects({ sees: '没有内容' });
  (await openNode(qrcode, { props: { text: '长'.repeat(3_000) } })).expects({ sees: '内容太长' });
});
test('follows a bound cell', async () => {
  await openPage([qrcode], {
    state: { link: { type: 'text', init: 'abc' } },
    body: { type: 'qrcode@1', bind: 'state.link' },
  });
  expect(code().getAttribute('aria-label')).toBe('二维码：abc');
});
test('a path of this site is scanned as a whole address', async () => {
  await openNode(qrcode, { props: { text: '/form/abc', address: true, label: '表单' } });
  expect(code().getAttribute('aria-label')).toBe(`表单：${location.origin}/form/abc`);
});
