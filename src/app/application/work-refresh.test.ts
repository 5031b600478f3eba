// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WorkRefresh } from './work-refresh.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('many changes at once are read once, and later ones again', async () => {
  const refresh = vi.fn();
  const work = new WorkRefresh(refresh);
  for (let n = 0; n < 5; n++) work.hear();
  await vi.advanceTimersByTimeAsync(500);
  expect(refresh).toHaveBeenCalledTimes(1);
  work.hear();
  await vi.advanceTimersByTimeAsync(500);
  expect(refresh).toHaveBeenCalledTimes(2);
});

test('a tab that is not looked at waits until it is', async () => {
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  const refresh = vi.fn();
  new WorkRefresh(refresh).hear();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(refresh).not.toHaveBeenCalled();
  visibility.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(0);
  expect(refresh).toHaveBeenCalledTimes(1);
});

test('a stream that was away is caught up with; the first one has nothing to catch up', async () => {
  const refresh = vi.fn();
  const work = new WorkRefresh(refresh);
  work.up();
  await vi.advanceTimersByTimeAsync(500);
  expect(refresh).not.toHaveBeenCalled();
  work.up();
  await vi.advanceTimersByTimeAsync(500);
  expect(refresh).toHaveBeenCalledTimes(1);
});
