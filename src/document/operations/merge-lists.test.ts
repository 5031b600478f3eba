import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mergeLists } from './merge-lists.ts';

it('names added by both sides are where each put them', () => {
  expect(mergeLists(['a', 'b'], ['a', 'mine', 'b'], ['a', 'b', 'theirs'])).toEqual([
    'a',
    'mine',
    'b',
    'theirs',
  ]);
  expect(mergeLists(['a'], ['x', 'a'], ['y', 'a'])).toEqual(['y', 'x', 'a']);
});
it('what one takes away is gone, what the other moves is moved', () => {
  expect(mergeLists(['a', 'b', 'c'], ['a', 'c'], ['c', 'b', 'a'])).toEqual(['c', 'a']);
  expect(mergeLists(['a', 'b', 'c'], ['c', 'b', 'a', 'n'], ['a', 'b', 'c', 'm'])).toEqual([
    'c',
    'm',
    'b',
    'a',
    'n',
  ]);
});
it('columns are identified by their field; changes of both sides are merged', () => {
  const [a, b] = [{ field: 'a', width: 100 }, { field: 'b' }];
  expect(
    mergeLists([a, b], [{ ...a, width: 200 }, b], [a, { ...b, fixed: true }, { field: 'c' }]),
  ).toEqual([{ field: 'a', width: 200 }, { field: 'b', fixed: true }, { field: 'c' }]);
});
it('both changed or moved the same, or one changed what the other removed: a user decides', () => {
  const a = { field: 'a', width: 100 };
  expect(mergeLists([a], [{ ...a, width: 200 }], [{ ...a, width: 300 }])).toBeUndefined();
  expect(mergeLists([a], [{ ...a, width: 200 }], [])).toBeUndefined();
  expect(mergeLists(['a', 'b', 'c'], ['b', 'a', 'c'], ['a', 'c', 'b'])).toBeUndefined();
});
it.each([
  [['a', 'a'], ['a'], ['b']],
  [[{ do: 'call' }], [{ do: 'set' }], []],
  [[null], [1], [2]],
  ['a', ['a'], ['b']],
])('lists whose items cannot be identified are not merged: %j', (base, ours, theirs) => {
  expect(mergeLists(base, ours, theirs)).toBeUndefined();
});
it('preserves every addition and every removal of both sides, in either order', () => {
  const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'));
  fc.assert(
    fc.property(names, names, names, (base, ours, theirs) => {
      const merged = mergeLists(base, ours, theirs) as string[] | undefined;
      const other = mergeLists(base, theirs, ours) as string[] | undefined;
      expect(merged === undefined).toBe(other === undefined);
      if (!merged) return;
      const kept = new Set(
        [...ours, ...theirs].filter(
          (each) => !base.includes(each) || (ours.includes(each) && theirs.includes(each)),
        ),
      );
      expect([new Set(merged), merged.length]).toEqual([kept, kept.size]);
      expect(new Set(other)).toEqual(kept);
    }),
    { numRuns: 1_000 },
  );
});
