// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openPage } from '../../tests/fixtures/page.ts';
import example from './example.json' with { type: 'json' };
import treeCanvas from './index.ts';

const open = () =>
  openPage([treeCanvas], {
    ...example,
    state: { ...example.state, log: { type: 'any' } },
    body: {
      ...example.body,
      on: Object.fromEntries(
        ['add', 'move', 'copy', 'remove', 'open'].map((event) => [
          event,
          [{ do: 'set', args: { target: 'state.log', value: { $x: 'event' } } }],
        ]),
      ),
    },
  } as never);

it('draws', async () => {
  await open();
  expect(screen.getAllByRole('treeitem').length).toBe(9);
});
