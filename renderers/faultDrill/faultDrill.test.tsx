// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openPage } from '../../tests/fixtures/page.ts';
import faultDrill from './index.ts';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
});
const card = () => document.querySelector('.hz-error')?.textContent ?? '';

test.each([
  ['throw', '组件在绘制时抛出了错误'],
  ['loop', '一秒内重绘超过'],
  ['slow', '绘制都超过'],
])('a %s fault stays in its own place, and is gone with its cause', async (fault, sentence) => {
  const page = await openPage([faultDrill], {
    state: { fault: { type: 'text', init: 'none' } },
    body: {
      type: 'box@1',
      slots: {
        default: [
          { type: 'faultDrill@1', props: { fault: { $x: 'state.fault' } } },
          { type: 'words@1', props: { text: '旁边' } },
        ],
      },
    },
  });
  page.expects({ sees: '运行正常' });
  page.scope.cells.get('fault')!.set(fault);
  await waitFor(() => expect(card()).toContain(sentence));
  page.expects({ sees: '旁边' });
  page.scope.cells.get('fault')!.set('none');
  await page.click('重试');
  await waitFor(() => expect(screen.getByText('运行正常')).toBeTruthy());
  expect(card()).toBe('');
});
