// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openNode } from '../../tests/fixtures/page.ts';
import page from './index.ts';

test('shows its title as the heading of the screen, with what belongs beside it', async () => {
  const on = await openNode(page, {
    props: { title: '客户' },
    slots: {
      extra: [{ type: 'press@1', props: { text: '新建' } }],
      default: [{ type: 'words@1', props: { text: '内容' } }],
    },
  });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('客户');
  on.expects({ sees: ['新建', '内容'] });
});
test('without a title there is no empty heading', async () => {
  await openNode(page, { slots: { default: [] } });
  expect(screen.queryByRole('heading')).toBeNull();
});
