// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { openNode, phone } from '../../tests/fixtures/page.ts';
import compare from './index.ts';

const two = {
  before: { text: '保存', kind: 'primary' },
  after: { text: '提交', kind: 'primary' },
  beforeLabel: '第 1 版',
  afterLabel: '第 2 版',
};
const texts = () => [...document.querySelectorAll('.cm-content')].map((each) => each.textContent);
afterEach(() => vi.unstubAllGlobals());

test('shows both versions beside each other, with what differs', async () => {
  const on = await openNode(compare, { props: two });
  on.expects({ sees: ['第 1 版', '第 2 版'] });
  expect(texts()).toHaveLength(2);
  expect(texts()[0]).toContain('保存');
  expect(texts()[1]).toContain('提交');
  expect(document.querySelectorAll('.cm-changedLine').length).toBeGreaterThan(0);
});
test('the order of keys is no difference', async () => {
  const props = { before: { a: 1, b: { c: 2, d: [] } }, after: { b: { d: [], c: 2 }, a: 1 } };
  const on = await openNode(compare, { props });
  on.expects({ sees: '没有不同' });
});
test('on a phone, or when asked to, both are in one text', async () => {
  vi.stubGlobal('matchMedia', () => phone);
  await openNode(compare, { props: two });
  expect(texts()).toHaveLength(1);
  expect(document.querySelector('.cm-deletedChunk')?.textContent).toContain('保存');
});
test('says when nothing differs', async () => {
  const on = await openNode(compare, { props: { before: '一样', after: '一样' } });
  on.expects({ sees: '没有不同' });
  expect(screen.queryByRole('button', { name: '下一处不同' })).toBeNull();
});
