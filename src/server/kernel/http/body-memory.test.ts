import { afterEach, describe, expect, it, vi } from 'vitest';
import { BodyMemory } from './body-memory.ts';

afterEach(() => {
  vi.useRealTimers();
});

describe('memory for large bodies', () => {
  it('is lent again once it is given back, and made only while all of it is lent', () => {
    const memory = new BodyMemory({ bytes: 1_000, idle: 100 });
    const [first, second] = [memory.take(), memory.take()];
    expect(first.length).toBe(1_000);
    expect(second).not.toBe(first);
    memory.give(first);
    expect(memory.take()).toBe(first);
    memory.give(second);
    memory.give(first);
    expect([memory.take(), memory.take()]).toEqual([first, second]);
  });

  it('is dropped when no body needed it for a while, and not before', () => {
    vi.useFakeTimers();
    const memory = new BodyMemory({ bytes: 1_000, idle: 100 });
    memory.give(memory.take());
    vi.advanceTimersByTime(90);
    memory.give(memory.take());
    vi.advanceTimersByTime(90);
    expect(memory.free).toBe(1);
    vi.advanceTimersByTime(20);
    expect(memory.free).toBe(0);
  });
});
