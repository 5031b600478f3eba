// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openNode, openPage } from '../../tests/fixtures/page.ts';
import progress from './index.ts';

const now = () => screen.getByRole('progressbar').getAttribute('aria-valuenow');
test('says its share of the whole, never beyond it', async () => {
  (await openNode(progress, { props: { value: 3, max: 4 } })).expects({ sees: '75%' });
  expect(now()).toBe('75');
  await openNode(progress, { props: { value: 900 } });
  expect(now()).toBe('100');
});
test('what is not a number is under way, of unknown length', async () => {
  await openNode(progress, { props: { value: 'soon' } });
  expect(now()).toBeNull();
});
test('cells are filled by share, and words of the page stand in place of the percentage', async () => {
  const on = await openNode(progress, { props: { kind: 'steps', value: 2, max: 5, steps: 5, text: '2 / 5 项' } });
  expect(on.container.querySelectorAll('[class*="full"]')).toHaveLength(2);
  expect(screen.getByRole('progressbar').getAttribute('aria-valuetext')).toBe('2 / 5 项');
});
test('follows a bound cell', async () => {
  await openPage([progress], { state: { done: { type: 'number', init: 40 } }, body: { type: 'progress@1', bind: 'state.done', props: { kind: 'circle' } } });
  expect(now()).toBe('40');
});
