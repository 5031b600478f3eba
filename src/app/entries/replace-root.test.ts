// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';
import { replaceRoot, rootElement } from './replace-root.ts';

it('the old content stays on the screen, inert, until the next entry has drawn something', async () => {
  document.body.innerHTML = '<div id="root"><h1>登录</h1></div>';
  const unmount = vi.fn();
  replaceRoot({ unmount, render: () => undefined });
  expect(document.body.textContent).toBe('登录');
  expect(document.querySelector('h1')!.closest('[inert], div')?.id).toBe('');
  rootElement().append('首页');
  await vi.waitFor(() => expect(document.body.textContent).toBe('首页'));
  expect(unmount).toHaveBeenCalledOnce();
});
