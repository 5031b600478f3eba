// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest';
import { asksBeforeUnload, LeaveGuards, stopAsking } from './leave-guards.ts';

describe('leaving the whole window', () => {
  it('is allowed where nothing is unsaved', async () => {
    expect(await new LeaveGuards().canLeave()).toBe(true);
  });
  it('ends with the first page whose person wants to stay; the others are not asked', async () => {
    const leaveGuards = new LeaveGuards();
    const [first, second] = [vi.fn(async () => false), vi.fn(async () => true)];
    leaveGuards.add(first);
    leaveGuards.add(second);
    expect([await leaveGuards.canLeave(), second.mock.calls.length]).toEqual([false, 0]);
  });
  it('does not ask a page that is gone', async () => {
    const leaveGuards = new LeaveGuards();
    leaveGuards.add(async () => false)();
    expect(await leaveGuards.canLeave()).toBe(true);
  });
});

describe('work that closing the window would lose', () => {
  it('is known by who would ask the person, until no one may ask any more', () => {
    const ask = (event: Event): void => event.preventDefault();
    expect(asksBeforeUnload()).toBe(false);
    addEventListener('beforeunload', ask);
    expect(asksBeforeUnload()).toBe(true);
    stopAsking();
    expect(asksBeforeUnload()).toBe(false);
    removeEventListener('beforeunload', ask);
  });
});
