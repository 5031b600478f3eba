// @vitest-environment jsdom
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Icon, loadIcons } from './index.ts';

test('both parts of the drawings, loaded at the same time, are there', async () => {
  await loadIcons();
  const isDrawn = (name: string): boolean =>
    render(<Icon name={name} />).container.querySelector('svg') !== null;
  expect(['plus', 'trophy', 'building'].map(isDrawn)).toEqual([true, true, true]);
});
