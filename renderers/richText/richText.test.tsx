// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { openNode, openPage } from '../../tests/fixtures/page.ts';
import richText from './index.ts';

const value = {
  type: 'doc',
  content: [
    { type: 'paragraph', content: [{ type: 'text', text: '扩容', marks: [{ type: 'bold' }] }] },
  ],
};
afterEach(() => vi.restoreAllMocks());
test('draws the marks of a document', async () => {
  await openNode(richText, { props: { value } });
  expect(document.querySelector('strong')?.textContent).toBe('扩容');
});
test('a text is shown as it is; HTML in it makes no element', async () => {
  const on = await openNode(richText, { props: { value: '<b>粗</b>' } });
  on.expects({ sees: '<b>粗</b>' });
});
test('a long text shows its first lines until asked for all', async () => {
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(900);
  const on = await openPage([richText], {
    state: { note: { type: 'any', init: value } },
    body: { type: 'richText@1', bind: 'state.note', props: { lines: 3 } },
  } as never);
  await on.click('展开全部');
  expect(screen.getByRole('button', { name: '收起' }).getAttribute('aria-expanded')).toBe('true');
});
test('says when there is none', async () =>
  (await openNode(richText, { props: { value: null, empty: '还没有记录' } })).expects({
    sees: '还没有记录',
  }));
