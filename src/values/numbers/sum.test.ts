import { expect, it } from 'vitest';
import { sumOf } from './sum.ts';

it('sums decimals exactly, leaves out what is no number, and has no sum of nothing', () => {
  expect([sumOf([0.1, 0.2, 'x', null, 1e-7]), sumOf(['x', null])]).toEqual([0.3000001, null]);
});
