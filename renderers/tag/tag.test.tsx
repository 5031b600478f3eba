// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openNode } from '../../tests/fixtures/page.ts';
import tag from './index.ts';

test('shows its word, and nothing without one', async () => {
  await openNode(tag, { props: { text: '已批准', tone: 'success' } });
  expect(screen.getByText('已批准').style.background).toContain('--green-2');
  const on = await openNode(tag, { props: { text: null } });
  expect(on.container.querySelector('span')).toBeNull();
});
