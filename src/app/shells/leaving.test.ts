import { describe, expect, it, vi } from 'vitest';
import { Leaving } from './leaving.ts';

describe('leaving the whole window', () => {
  it('is let go where nothing is unsaved, and the browser need not ask again', async () => {
    const leaving = new Leaving();
    expect([await leaving.mayLeave(), leaving.settled]).toEqual([true, true]);
  });
  it('ends with the first page whose person wants to stay; the others are not asked', async () => {
    const leaving = new Leaving();
    const [first, second] = [vi.fn(async () => false), vi.fn(async () => true)];
    leaving.add(first);
    leaving.add(second);
    expect([await leaving.mayLeave(), leaving.settled, second.mock.calls.length]).toEqual([
      false,
      false,
      0,
    ]);
  });
  it('does not ask a page that is gone', async () => {
    const leaving = new Leaving();
    leaving.add(async () => false)();
    expect(await leaving.mayLeave()).toBe(true);
  });
});
