// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openNode } from '../../tests/fixtures/page.ts';
import skeleton from './index.ts';

test('says that something is coming, in as many lines as it is told', async () => {
  await openNode(skeleton, { props: { kind: 'form', lines: 4 } });
  expect(screen.getByRole('status', { name: '加载中' }).children).toHaveLength(4);
});
