// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openNode } from '../../tests/fixtures/page.ts';
import image from './index.ts';

test('shows a picture with its description', async () => {
  await openNode(image, { props: { src: '/a.png', alt: '产品照片' } });
  expect(screen.getByRole('img', { name: '产品照片' }).getAttribute('src')).toBe('/a.png');
});
test('keeps its place and says what it was when the picture cannot be loaded', async () => {
  const on = await openNode(image, { props: { src: '/gone.png', alt: '产品照片', width: 120 } });
  fireEvent.error(screen.getByRole('img'));
  await on.settle();
  expect(screen.getByRole('img', { name: '产品照片' }).style.width).toBe('120px');
  on.expects({ sees: '产品照片' });
});
test('refuses an address that is no picture', async () => {
  await openNode(image, { props: { src: 'javascript:alert(1)' } });
  expect(document.querySelector('img')).toBeNull();
});
test('a stored picture opens at full size', async () => {
  const on = await openNode(image, { props: { fileId: 'f1', alt: '现场' } });
  await on.click('查看 现场');
  expect(await screen.findByRole('dialog', { name: '现场' })).toBeTruthy();
});
