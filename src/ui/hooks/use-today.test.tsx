// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { todayOf } from '../../values/index.ts';
import { useToday } from './use-today.ts';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('a page that is left open over midnight knows the new day', () => {
  vi.useFakeTimers();
  let now = new Date('2026-03-05T02:00:00Z');
  const Day = () => <p>{useToday(() => now)}</p>;
  render(<Day />);
  const day = todayOf(now);
  expect(screen.getByText(String(day))).toBeDefined();
  now = new Date('2026-03-06T02:00:00Z');
  act(() => void vi.advanceTimersByTime(60_000));
  expect(screen.getByText(String(day + 1))).toBeDefined();
  now = new Date('2026-03-07T02:00:00Z');
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(screen.getByText(String(day + 2))).toBeDefined();
});
