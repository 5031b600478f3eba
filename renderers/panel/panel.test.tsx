// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openNode } from '../../tests/fixtures/page.ts';
import panel from './index.ts';

test('with a title it is a region of that name', async () => {
  const on = await openNode(panel, {
    props: { title: '基本信息' },
    slots: {
      default: [{ type: 'words@1', props: { text: '内容' } }],
      extra: [{ type: 'press@1', props: { text: '编辑' } }],
    },
  });
  expect(screen.getByRole('region', { name: '基本信息' }).textContent).toContain('内容');
  on.expects({ sees: '编辑' });
});
