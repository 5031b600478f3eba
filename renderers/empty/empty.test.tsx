// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openNode } from '../../tests/fixtures/page.ts';
import empty from './index.ts';

test('says what belongs here and offers the next step', async () => {
  const on = await openNode(empty, {
    props: { title: '还没有应用', text: '从新建一个应用开始。' },
    slots: { action: [{ type: 'press@1', props: { text: '新建应用' } }] },
  });
  on.expects({ sees: ['还没有应用', '从新建一个应用开始。'] });
  expect(screen.getByRole('button', { name: '新建应用' })).toBeTruthy();
});
