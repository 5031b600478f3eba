import { afterAll, vi } from 'vitest';

/**
 * The library creates the container of its toasts once a process: with the page emptied it would
 * show them in a detached element. Another container makes it drop the former.
 */
async function forgetToasts(): Promise<void> {
  if (!document.querySelector('.arco-message-wrapper')) return;
  const { Message } = await import('@arco-design/web-react');
  for (const place of [document.createElement('div'), document.body])
    Message.config({ getContainer: () => place });
}

/** Files share a process: what one leaves behind, the next must not find. */
afterAll(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  if (typeof document === 'undefined') return;
  const { cleanup } = await import('@testing-library/react');
  cleanup();
  await forgetToasts();
  document.body.replaceChildren();
  for (const { name } of [...document.body.attributes]) document.body.removeAttribute(name);
  for (const store of [localStorage, sessionStorage]) store.clear();
});
