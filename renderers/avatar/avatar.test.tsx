// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openNode } from '../../tests/fixtures/page.ts';
import avatar from './index.ts';

test('shows a person by name where there is no picture', async () => {
  const on = await openNode(avatar, { props: { name: '欧阳林晓', size: 26 } });
  expect(screen.getByRole('img', { name: '欧阳林晓' })).toBeTruthy();
  on.expects({ sees: '林晓' });
});
test('shows a picture from the web, never one from a script address', async () => {
  const on = await openNode(avatar, { props: { name: '林晓', image: '/storage/u1.png' } });
  expect(on.container.querySelector('img')?.getAttribute('src')).toBe('/storage/u1.png');
  const bad = await openNode(avatar, { props: { name: '林晓', image: 'javascript:alert(1)' } });
  expect(bad.container.querySelector('img')).toBeNull();
});
test('can say the name beside the picture', async () => {
  const on = await openNode(avatar, { props: { name: '林晓', showName: true } });
  expect(on.container.textContent?.match(/林晓/g)).toHaveLength(2);
});
