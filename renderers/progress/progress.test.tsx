// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openNode, openPage } from '../../tests/fixtures/page.ts';
import progress from './index.ts';

const now = () => screen.getByRole('progressbar').getAttribute('aria-valuenow');
test('says its share of the whole, never beyond it', async () => {
  (await openNode(progress, { props: { value: 3, max: 4 } })).expects({ sees: '75%' });
  expect(now()).toBe('75');
  await openNode(progress, { props: { value: 900 } });
  expect(now()).toBe('100');
});
test('what is not a number is indeterminate progress', async () => {
  await openNode(progress, { props: { value: 'soon' } });
  expect(now()).toBeNull();
});
test('cells are filled by share, and a text of the page replaces the percentage', async () => {
  const on = await openNode(progress, {
    props: { kind: 'steps', value: 2, max: 5, steps: 5, text: '2 / 5 项' },
  });
  expect(on.container.querySelectorAll('[class*="full"]')).toHaveLength(2);
  expect(screen.getByRole('progressbar').getAttribute('aria-valuetext')).toBe('2 / 5 项');
});
test('follows a bound cell', async () => {
  await openPage([progress], {
    state: { done: { type: 'number', init: 40 } },
    body: { type: 'progress@1', bind: 'state.done', props: { kind: 'circle' } },
  });
  expect(now()).toBe('40');
});
test('asks now and then how far it is, also at 100%: its work may not have ended', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const on = await openPage([progress], {
      state: { done: { type: 'number', init: 0 } },
      body: {
        type: 'progress@1',
        bind: 'state.done',
        props: { max: 2, every: 5 },
        on: {
          tick: [{ do: 'set', args: { target: 'state.done', value: { $x: 'state.done + 1' } } }],
        },
      },
    });
    for (const [ms, percent] of [
      [4_000, '0'],
      [1_500, '50'],
      [5_000, '100'],
      [20_000, '100'],
    ] as const) {
      await act(() => vi.advanceTimersByTimeAsync(ms));
      await vi.waitFor(() => expect(now()).toBe(percent));
    }
    expect(on.scope.cells.get('done')!.value).toBeGreaterThan(2);
  } finally {
    vi.useRealTimers();
  }
});
