// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { screen } from '@testing-library/react';
import text from '../text/index.ts';
import { openPage } from '../../tests/fixtures/page.ts';
import switchWidget from './index.ts';

const say = (words: string) => [{ type: 'text@1', props: { text: words } }];

test('shows the content named after the value, and the rest for any other', async () => {
  const page = await openPage([switchWidget, text], {
    state: { kind: { type: 'text', init: 'a' } },
    body: {
      type: 'switch@1',
      props: { value: { $x: 'state.kind' } },
      slots: { a: say('甲'), b: say('乙'), default: say('其他') },
    },
  });
  const shown = () => ['甲', '乙', '其他'].filter((words) => screen.queryByText(words) !== null);
  expect(shown()).toEqual(['甲']);
  for (const [value, expected] of [
    ['b', '乙'],
    ['zz', '其他'],
    [null, '其他'],
    ['toString', '其他'],
  ] as const) {
    page.scope.cells.get('kind')!.set(value);
    await page.settle();
    expect(shown()).toEqual([expected]);
  }
});
