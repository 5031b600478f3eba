// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openNode } from '../../tests/fixtures/page.ts';
import skeleton from './index.ts';

test('announces loading, with the configured number of lines', async () => {
  await openNode(skeleton, { props: { kind: 'form', lines: 4 } });
  expect(screen.getByRole('status', { name: '加载中' }).children).toHaveLength(4);
});
