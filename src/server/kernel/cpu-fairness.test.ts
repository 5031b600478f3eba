import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PACE } from './budgets.ts';
import { CpuFairness } from './cpu-fairness.ts';

const MINUTE = 60_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const made = (): CpuFairness => new CpuFairness(() => Date.now());

/**
 * So many requests of one person at once, each costing so much, again and again for a while;
 * answers how many were taken on.
 */
async function floods(
  pace: CpuFairness,
  who: string,
  cost: number,
  forMs: number,
  atOnce: number,
): Promise<number> {
  let count = 0;
  let isOver = false;
  const one = async (): Promise<void> => {
    while (!isOver) {
      await pace.turn(who);
      count += 1;
      await new Promise((resolve) => {
        setTimeout(resolve, cost);
      });
      pace.settle(who, cost);
    }
  };
  const all = Array.from({ length: atOnce }, one);
  await vi.advanceTimersByTimeAsync(forMs);
  isOver = true;
  await vi.advanceTimersByTimeAsync(MINUTE);
  await Promise.all(all);
  return count;
}

describe('requests of one person', () => {
  it('are never slowed down while no other person works', async () => {
    expect(await floods(made(), 'a', 20, MINUTE, 1)).toBeGreaterThanOrEqual(3_000);
  });

  it('are not slowed down within the allowance, even if others work', async () => {
    const pace = made();
    pace.settle('b', 10);
    expect(await floods(pace, 'a', 20, PACE.allowance, 1)).toBeGreaterThanOrEqual(
      PACE.allowance / 20,
    );
  });

  it('are not slowed down by a person who has stopped working', async () => {
    const pace = made();
    pace.settle('a', 30_000);
    pace.settle('b', 100);
    await vi.advanceTimersByTimeAsync(PACE.present);
    expect(await floods(pace, 'a', 20, MINUTE, 1)).toBeGreaterThanOrEqual(2_900);
  });

  it('come down to the share of a core once others work too', async () => {
    const pace = made();
    const others = setInterval(() => {
      void pace.rest('b', 5);
    }, 100);
    const count = await floods(pace, 'a', 20, MINUTE, 20);
    clearInterval(others);
    const fair = (MINUTE * PACE.share + PACE.allowance) / 20;
    expect(count).toBeGreaterThan(fair * 0.9);
    expect(count).toBeLessThan(fair * 1.2);
  });

  it('are not slowed down when others together take as much', async () => {
    const pace = made();
    const others = setInterval(() => {
      for (const who of ['b', 'c', 'd']) void pace.rest(who, 50);
    }, 100);
    expect(await floods(pace, 'a', 20, MINUTE, 1)).toBeGreaterThan(2_900);
    clearInterval(others);
  });

  it('wait a second at the most, regardless of what was done before', async () => {
    const pace = made();
    pace.settle('b', 10);
    pace.settle('a', 30_000);
    let isTaken = false;
    void pace.turn('a').then(() => {
      isTaken = true;
    });
    await vi.advanceTimersByTimeAsync(PACE.longest - 10);
    expect(isTaken).toBe(false);
    await vi.advanceTimersByTimeAsync(20);
    expect(isTaken).toBe(true);
  });

  it('are refused when hundreds wait already', async () => {
    const pace = made();
    pace.settle('b', 10);
    pace.settle('a', 30_000);
    const waiting = Array.from({ length: PACE.waiting }, () => pace.turn('a'));
    await expect(pace.turn('a')).rejects.toMatchObject({ reason: 'TOO_FREQUENT' });
    await vi.advanceTimersByTimeAsync(MINUTE);
    await Promise.all(waiting);
  });
});

describe('a long piece of work', () => {
  it('leaves the processor to others for three times as long as it takes', async () => {
    const pace = made();
    pace.settle('b', 10);
    const began = Date.now();
    const rested = pace.rest('a', 2);
    await vi.advanceTimersByTimeAsync(100);
    await rested.then(() => expect(Date.now() - began).toBe(100));
    let isOver = false;
    void pace.rest('a', 2).then(() => {
      isOver = true;
    });
    await vi.advanceTimersByTimeAsync(5);
    expect(isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(2);
    expect(isOver).toBe(true);
  });
});
