import { afterEach, expect, it, vi } from 'vitest';
import { AccessRefresh } from './access-refresh.ts';

let seen: DocumentVisibilityState = 'visible';
const page = new EventTarget();
Object.defineProperty(page, 'visibilityState', { get: () => seen });
vi.stubGlobal('document', page);
afterEach(() => {
  vi.useRealTimers();
});

it('refreshes once for news in quick succession, not for what was so when the page came, and not unseen', async () => {
  vi.useFakeTimers();
  const refresh = vi.fn();
  const access = new AccessRefresh(refresh);
  const hears = (rights: number): void => access.hear({ rights, within: 1_000 });
  hears(4);
  hears(4);
  access.hear('nonsense');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(refresh).not.toHaveBeenCalled();
  hears(5);
  hears(6);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([refresh.mock.calls.length, access.changes]).toEqual([1, 1]);
  seen = 'hidden';
  hears(7);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(access.changes).toBe(1);
  seen = 'visible';
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(0);
  expect(access.changes).toBe(2);
});
