import { expect, it } from 'vitest';
import { OperationLimits } from './limits.ts';

const MINUTE = 60_000;

/**
 * Asks until refused, as a program does that is always refused; answers how many of its calls were
 * looked at.
 */
function hammer(
  limits: OperationLimits,
  from: number,
  until: number,
): { lines: number; pauses: number[] } {
  const pauses: number[] = [];
  let lines = 0;
  for (let now = from; now < until; now += 100) {
    const { taken, minutes } = limits.admit('who', now);
    if (taken === 'over') continue;
    lines += 1;
    if (taken === 'first') pauses.push(minutes);
    else limits.refused('who', now);
  }
  return { lines, pauses };
}

it('a user who is refused all day writes some ten thousand lines, and waits longer each time', () => {
  const { lines, pauses } = hammer(new OperationLimits(), 0, 24 * 60 * MINUTE);
  expect(pauses.slice(0, 8)).toEqual([1, 2, 4, 8, 16, 32, 64, 64]);
  expect(lines).toBeLessThan(12_000);
});

it('a user who stops is counted from the beginning again, and others are not affected', () => {
  const limits = new OperationLimits();
  hammer(limits, 0, 2 * MINUTE);
  expect(limits.admit('another', 2 * MINUTE).taken).toBe('ask');
  expect(limits.admit('who', 10 * MINUTE).taken).toBe('ask');
  expect(hammer(limits, 12 * MINUTE, 13 * MINUTE).pauses).toEqual([1]);
});

it('many operations that are done pause for a minute only', () => {
  const limits = new OperationLimits();
  const taken = Array.from({ length: 700 }, () => limits.admit('busy', 0).taken);
  expect(taken.filter((each) => each === 'ask')).toHaveLength(600);
  expect(taken.filter((each) => each === 'first')).toHaveLength(1);
  expect(limits.admit('busy', MINUTE).taken).toBe('ask');
});
