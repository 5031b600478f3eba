// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';
import { giveWay, rootElement } from './give-way.ts';

it('what stands on the screen stays, out of reach, until the next has something to show', async () => {
  document.body.innerHTML = '<div id="root"><h1>登录</h1></div>';
  const unmount = vi.fn();
  giveWay({ unmount, render: () => undefined });
  expect(document.body.textContent).toBe('登录');
  expect(document.querySelector('h1')!.closest('[inert], div')?.id).toBe('');
  rootElement().append('首页');
  await vi.waitFor(() => expect(document.body.textContent).toBe('首页'));
  expect(unmount).toHaveBeenCalledOnce();
});
