import { expect, it } from 'vitest';
import { momentOf } from './times.ts';

it('a day begins at midnight of the company, a moment is what it says', () => {
  expect(momentOf('2026-03-01')?.toISOString()).toBe('2026-02-28T16:00:00.000Z');
  expect(momentOf('2026-03-01T08:00:00Z')?.toISOString()).toBe('2026-03-01T08:00:00.000Z');
  expect([momentOf(null), momentOf('someday'), momentOf(3)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
