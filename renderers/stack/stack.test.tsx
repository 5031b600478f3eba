// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { openNode } from '../../tests/fixtures/page.ts';
import stack from './index.ts';

const slots = {
  default: [
    { type: 'words@1', props: { text: '一' } },
    { type: 'words@1', props: { text: '二' } },
  ],
};
const drawn = () => document.querySelector('p')!.parentElement!;

test('puts its children below each other, or side by side', async () => {
  await openNode(stack, { slots });
  expect(drawn().style).toMatchObject({
    flexDirection: 'column',
    gap: '16px',
    alignItems: 'stretch',
  });
  await openNode(stack, { slots, props: { direction: 'row', gap: 8, justify: 'between' } });
  expect(drawn().style).toMatchObject({
    flexDirection: 'row',
    gap: '8px',
    alignItems: 'center',
    justifyContent: 'space-between',
  });
});
test('is as wide as configured, and never wider than its container', async () => {
  await openNode(stack, { slots, props: { width: 400 } });
  expect(drawn().style).toMatchObject({ width: '400px', maxWidth: '100%' });
  await openNode(stack, { slots, props: { maxWidth: 800, center: true } });
  expect(drawn().style).toMatchObject({ width: '100%', maxWidth: '800px' });
});
test('is inset from both sides as configured, with any padding', async () => {
  await openNode(stack, { slots, props: { padding: 8, inset: 12 } });
  expect(drawn().style).toMatchObject({ paddingTop: '8px', paddingInline: '12px' });
});
