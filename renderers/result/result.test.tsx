// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openNode } from '../../tests/fixtures/page.ts';
import result from './index.ts';

test('says how it ended as the heading of the page, and what to do now', async () => {
  const on = await openNode(result, {
    props: { kind: '404', title: '页面在途中走丢了' },
    slots: { action: [{ type: 'press@1', props: { text: '返回首页' } }] },
  });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('页面在途中走丢了');
  on.expects({ sees: '返回首页' });
});
test('has words of its own for known endings', async () => {
  const on = await openNode(result, { props: { kind: '403' } });
  on.expects({ sees: '没有权限' });
});
