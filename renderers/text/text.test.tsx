// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openNode } from '../../tests/fixtures/page.ts';
import text from './index.ts';

test('says its text in the element that is meant', async () => {
  await openNode(text, { props: { text: '登录活字', kind: 'title', as: 'h1' } });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('登录活字');
});
test('numbers are text, objects and nothing are no text', async () => {
  const on = await openNode(text, { props: { text: 42 } });
  on.expects({ sees: '42' });
  const empty = await openNode(text, { props: { text: { a: 1 } } });
  empty.expects({ lacks: 'object' });
});
test('a text that is cut off says itself in full to the pointer, one that fits does not', async () => {
  const on = await openNode(text, { props: { text: '很长的名称', ellipsis: true } });
  await on.user.hover(screen.getByText('很长的名称'));
  expect(screen.queryByTitle('很长的名称')).toBeNull();
  Object.defineProperty(screen.getByText('很长的名称'), 'scrollWidth', { value: 900 });
  await on.user.unhover(screen.getByText('很长的名称'));
  await on.user.hover(screen.getByText('很长的名称'));
  expect(screen.getByTitle('很长的名称')).toBeTruthy();
});
test('a text can be taken to the clipboard', async () => {
  const on = await openNode(text, { props: { text: 'HZ-2026-000318', copyable: true } });
  await on.click('复制 HZ-2026-000318');
  expect(await navigator.clipboard.readText()).toBe('HZ-2026-000318');
});
test('a path of this site is said, and taken, as a whole address', async () => {
  const on = await openNode(text, { props: { text: '/form/abc', address: true, copyable: true } });
  on.expects({ sees: `${location.origin}/form/abc` });
  const other = await openNode(text, { props: { text: '//evil.example', address: true } });
  other.expects({ sees: '//evil.example', lacks: 'http' });
});
