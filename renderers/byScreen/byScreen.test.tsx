// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPage } from '../../tests/fixtures/page.ts';
import { widgets } from '../index.ts';

test('shows one content on wide screens, the other on those of phones', async () => {
  const on = await openPage(
    widgets.filter(({ type }) => ['pagePreview', 'byScreen', 'text'].includes(type)),
    {
      state: { width: { type: 'number', init: 390 } },
      body: {
        type: 'pagePreview@1',
        props: {
          document: {
            type: 'byScreen@1',
            slots: {
              wide: [{ type: 'text@1', props: { text: '宽的' } }],
              phone: [{ type: 'text@1', props: { text: '窄的' } }],
            },
          },
          width: { $x: 'state.width' },
        } as never,
      },
    },
  );
  expect([screen.queryByText('窄的') !== null, screen.queryByText('宽的') !== null]).toEqual([
    true,
    false,
  ]);
  on.scope.cells.get('width')!.set(1200);
  await on.settle();
  expect([screen.queryByText('窄的') !== null, screen.queryByText('宽的') !== null]).toEqual([
    false,
    true,
  ]);
});
