import { describe, expect, it } from 'vitest';
import { inTurns } from './turns.ts';

const busy = (ms: number): void => {
  for (const until = performance.now() + ms; performance.now() < until;);
};

describe('long loops over records', () => {
  it('let others work between, and go on in order', async () => {
    const seen: (number | string)[] = [];
    setImmediate(() => seen.push('other'));
    await inTurns([1, 2, 3, 4], (item) => {
      busy(2);
      seen.push(item);
      return true;
    });
    expect(seen.filter((each) => each !== 'other')).toEqual([1, 2, 3, 4]);
    expect(seen.indexOf('other')).toBeLessThan(3);
  });

  it('end where they are stopped', async () => {
    const seen: number[] = [];
    await inTurns([1, 2, 3], (item) => {
      seen.push(item);
      return item < 2;
    });
    expect(seen).toEqual([1, 2]);
  });
});
