// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { pageOf, testPage } from '../../src/view/testing/index.ts';
import { preloadInputs } from '../../src/ui/inputs/index.ts';
import { widgets } from '../index.ts';

beforeAll(() =>
  Promise.all([
    preloadInputs(['date']),
    ...widgets
      .filter(({ type }) => ['input', 'stack', 'text'].includes(type))
      .map(({ view }) => view()),
  ]),
);

const search = (props = {}) =>
  pageOf({
    state: { text: { type: 'text', init: '' } },
    body: {
      type: 'stack@1',
      slots: {
        default: [
          {
            type: 'input@1',
            bind: 'state.text',
            props: { label: '搜索', shortcut: '/', ...props },
          },
          { type: 'text@1', props: { text: { $t: '找：{state.text}。' } } },
        ],
      },
    },
  });
describe('an input over a value of the page', () => {
  it('writes what is typed and takes the focus at its key', async () => {
    const page = await testPage(search(), { widgets });
    await page.press('/');
    expect(document.activeElement).toBe(screen.getByLabelText('搜索'));
    await page.press('订单');
    page.expects({ sees: '找：订单。' });
  });
  it('waits for a pause when configured so, and shows what is typed meanwhile', async () => {
    const page = await testPage(search({ debounce: 50 }), { widgets });
    await page.user.type(screen.getByLabelText('搜索'), '客户');
    page.expects({ 搜索: '客户', lacks: '找：客户。' });
    await new Promise((resolve) => setTimeout(resolve, 80));
    await page.settle();
    page.expects({ 搜索: '客户', sees: '找：客户。' });
  });
  it('of a date asks with days only, never with one half typed', async () => {
    const page = await testPage(search({ type: 'date' }), { widgets });
    await page.user.type(screen.getByLabelText('搜索'), '2026-1-');
    page.expects({ 搜索: '2026-1-', sees: '找：。' });
    await page.user.type(screen.getByLabelText('搜索'), '5');
    page.expects({ 搜索: '2026-1-5', sees: '找：2026-01-05。' });
  });
});
