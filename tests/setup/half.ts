/**
 * `npm test` runs the tests of the server twice, on two versions of Node and of PostgreSQL. What
 * they make up is dealt out to the two runs; a run by itself tries all of it.
 */
const HALF = process.env['TEST_HALF'];

/** This run's part of what a run by itself tries. */
export function dealt<T>(first: readonly T[], second: readonly T[]): readonly T[] {
  if (HALF === 'first') return first;
  return HALF === 'second' ? second : [...first, ...second];
}

/** This run's part of a number of tries, each of them another. */
export const partOf = (tries: number): number =>
  HALF === undefined ? tries : Math.ceil(tries / 2);
