// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openNode, openPage } from '../../tests/fixtures/page.ts';
import code from './index.ts';

const shown = () => document.querySelector('code')?.textContent;
test('code is coloured by its language and stays the same text', async () => {
  await openNode(code, {
    props: { code: 'const a = 1;\n', language: 'typescript', title: 'a.ts' },
  });
  await waitFor(() => expect(document.querySelector('.hljs-keyword')?.textContent).toBe('const'));
  expect(shown()).toBe('const a = 1;');
});
test('lines are numbered, and the numbers are not part of what is read or copied', async () => {
  await openNode(code, { props: { code: 'a\nb\nc' } });
  expect(document.querySelector('pre > [aria-hidden]')?.textContent).toBe('1\n2\n3');
});
test('markup in code stays text', async () => {
  await openNode(code, { props: { code: '<img src=x onerror=alert(1)>', language: 'html' } });
  await waitFor(() => expect(document.querySelector('.hljs-tag')).not.toBeNull());
  expect([document.querySelector('code img'), shown()]).toEqual([
    null,
    '<img src=x onerror=alert(1)>',
  ]);
});
test('copies to the clipboard and confirms it', async () => {
  const on = await openNode(code, { props: { code: 'select 1' } });
  await on.click('复制代码');
  expect(await navigator.clipboard.readText()).toBe('select 1');
  expect(screen.getByRole('button', { name: '已复制' })).toBeTruthy();
});
test('data of a bound cell are shown as JSON', async () => {
  await openPage([code], {
    state: { data: { type: 'any', init: { a: [1] } } },
    body: { type: 'code@1', bind: 'state.data' },
  });
  expect(shown()).toBe('{\n  "a": [\n    1\n  ]\n}');
});
