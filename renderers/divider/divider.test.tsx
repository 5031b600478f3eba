// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openNode } from '../../tests/fixtures/page.ts';
import divider from './index.ts';

test('is a line, or a line with words', async () => {
  await openNode(divider, { props: { direction: 'vertical' } });
  expect(screen.getByRole('separator').getAttribute('aria-orientation')).toBe('vertical');
  const on = await openNode(divider, { props: { text: '或' } });
  on.expects({ sees: '或' });
});
