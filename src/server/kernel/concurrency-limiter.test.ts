import { describe, expect, it } from 'vitest';
import { ConcurrencyLimiter } from './concurrency-limiter.ts';

/** Pieces of work that end on demand, and the order they started in. */
function works(turns: ConcurrencyLimiter) {
  const ends: (() => void)[] = [];
  const begun: number[] = [];
  let most = 0;
  const start = (id: number) =>
    turns.run(async () => {
      begun.push(id);
      most = Math.max(most, begun.length - ends.filter((end) => end === done).length);
      await new Promise<void>((end) => {
        ends[id] = end;
      });
      ends[id] = done;
    });
  const end = async (id: number): Promise<void> => {
    ends[id]?.();
    await settled();
  };
  return { start, end, begun, most: () => most };
}
const done = (): void => undefined;
const settled = () =>
  new Promise((resolve) => {
    setTimeout(resolve, 0);
  });

describe('costly work', () => {
  it('runs so much at once, the rest in the order it came; a newcomer does not slip in between', async () => {
    const turns = new ConcurrencyLimiter(2);
    const { start, end, begun, most } = works(turns);
    const all = [0, 1, 2, 3].map(start);
    await settled();
    expect([begun, turns.queued]).toEqual([[0, 1], 2]);
    const ending = end(0);
    all.push(start(4));
    await ending;
    expect([begun, turns.running, turns.queued]).toEqual([[0, 1, 2], 2, 2]);
    for (const id of [1, 2, 3, 4]) await end(id);
    await Promise.all(all);
    expect([begun, most(), turns.running, turns.started]).toEqual([[0, 1, 2, 3, 4], 2, 0, 5]);
  });

  it('is refused when too much waits, and goes on after one that failed', async () => {
    const turns = new ConcurrencyLimiter(1, 1);
    let fail = (): void => undefined;
    const failing = turns.run(
      () =>
        new Promise((_, refuse) => {
          fail = () => refuse(new Error('broken'));
        }),
    );
    const next = turns.run(async () => 'next');
    await expect(turns.run(async () => 'one too many')).rejects.toMatchObject({
      reason: 'TOO_FREQUENT',
    });
    fail();
    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('next');
    expect(turns.running).toBe(0);
  });
});
