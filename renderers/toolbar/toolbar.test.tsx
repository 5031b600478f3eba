// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openNode } from '../../tests/fixtures/page.ts';
import toolbar from './index.ts';

test('has things at both ends, in reading order, and a name when it is given one', async () => {
  await openNode(toolbar, {
    props: { label: '列表工具' },
    slots: {
      start: [{ type: 'words@1', props: { text: '标题' } }],
      end: [{ type: 'press@1', props: { text: '新建' } }],
    },
  });
  expect(screen.getByRole('group', { name: '列表工具' }).textContent).toBe('标题新建');
});
