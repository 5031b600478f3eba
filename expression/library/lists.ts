import { add, compareNumbers, divide, isNum, type Num } from '../number.ts';
import { compareValues, showValue, type Context } from '../value.ts';
import type { Library } from './kind.ts';
import { bounded } from './text.ts';

/** Values of an aggregate: lists among the arguments are opened, nulls left out. */
const values = (args: readonly unknown[]): unknown[] => args.flat().filter((value) => value !== null && value !== undefined);
const total = (all: readonly unknown[]): Num | null => all.filter(isNum).reduce<Num | null>((sum, n) => (sum === null ? null : add(sum, n)), 0);

function average(all: readonly unknown[]): Num | null {
  const given = all.filter(isNum);
  const sum = total(given);
  return given.length === 0 || sum === null ? null : divide(sum, given.length);
}

/** The value that comes first (sign -1) or last (sign 1); values that cannot be compared with it are passed over. */
function extreme(all: readonly unknown[], sign: 1 | -1, ctx: Context): unknown {
  let best: unknown = null;
  for (const value of all) {
    const order = best === null ? sign : isNum(value) && isNum(best) ? compareNumbers(value, best) : compareValues(value, best, ctx);
    if (order !== null && order * sign > 0) best = value;
  }
  return best;
}

const distinct = (list: readonly unknown[], ctx: Context): unknown[] =>
  list.filter((value, at) => list.findIndex((other) => other === value || compareValues(other, value, ctx) === 0) === at);

export const lists = {
  sum: (args) => total(values(args)),
  avg: (args) => average(values(args)),
  min: (args, ctx) => extreme(values(args), -1, ctx),
  max: (args, ctx) => extreme(values(args), 1, ctx),
  count: (args) => values(args).length,
  exists: (args) => values(args).length > 0,
  first: ([list]) => (list as unknown[])[0] ?? null,
  last: ([list]) => (list as unknown[]).at(-1) ?? null,
  distinct: ([list], ctx) => distinct(list as unknown[], ctx),
  join: ([list, by = '、'], ctx) => bounded((list as unknown[]).filter((item) => item !== null).map((item) => showValue(item, ctx)).join(by as string)),
} satisfies Library;
