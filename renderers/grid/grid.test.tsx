// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { openNode } from '../../tests/fixtures/page.ts';
import grid from './index.ts';

const slots = { default: [{ type: 'words@1', props: { text: '一' } }] };
const tracks = () => document.querySelector('p')!.parentElement!.style.gridTemplateColumns;

test('has as many columns as configured, or as many as fit', async () => {
  await openNode(grid, { slots, props: { columns: 3 } });
  expect(tracks()).toBe('repeat(3, minmax(0, 1fr))');
  await openNode(grid, { slots, props: { minWidth: 280 } });
  expect(tracks()).toContain('280px');
});
