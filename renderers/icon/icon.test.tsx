// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openNode } from '../../tests/fixtures/page.ts';
import icon from './index.ts';

test('is decoration unless it is given a meaning', async () => {
  await openNode(icon, { props: { name: 'star' } });
  expect(screen.queryByRole('img')).toBeNull();
  await openNode(icon, { props: { name: 'star', label: '重点客户' } });
  expect(screen.getByRole('img', { name: '重点客户' })).toBeTruthy();
});
