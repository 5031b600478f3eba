import { Duration, instantOf, looksLikeMoment, readMoment } from '../values/calendar.ts';
import { averageOf, compareNumbers, isNum, numberText, sumOf } from '../values/number.ts';
import { compareValues, type Context } from '../values/value.ts';
import type { Library } from './kind.ts';
import { joinedOf, shown } from './text.ts';

/** Values of an aggregate: lists among the arguments are opened, nulls left out. */
const values = (args: readonly unknown[]): unknown[] =>
  args.flat().filter((value) => value !== null && value !== undefined);

/**
 * The value that sorts first (sign -1) or last (sign 1); values that cannot be compared with it are
 * skipped.
 */
function extreme(all: readonly unknown[], sign: 1 | -1, ctx: Context): unknown {
  let best: unknown = null;
  for (const value of all) {
    const order =
      best === null
        ? sign
        : isNum(value) && isNum(best)
          ? compareNumbers(value, best)
          : compareValues(value, best, ctx);
    if (order !== null && order * sign > 0) best = value;
  }
  return best;
}

type Names = Readonly<Record<string, unknown>>;
const isNames = (value: unknown): value is Names =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** Names of ids in a table of names; `part` is where an item has its id. What has no name is left out. */
function namesOf(table: unknown, given: unknown, part: unknown): string | null {
  if (!isNames(table)) return null;
  const ids = Array.isArray(given) ? given : [given];
  const found = ids.flatMap((item: unknown) => {
    const id = isNames(item) && typeof part === 'string' ? own(item, part) : item;
    const name = typeof id === 'string' ? own(table, id) : undefined;
    return typeof name === 'string' ? [name] : [];
  });
  return found.length > 0 ? joinedOf(found, '、') : null;
}
const own = (table: Names, key: string): unknown =>
  Object.hasOwn(table, key) ? table[key] : undefined;

/** Equal for values that are equal; records and lists are equal only to themselves. */
function keyOf(value: unknown, ctx: Context): unknown {
  if (isNum(value)) return `n${numberText(value)}`;
  if (value instanceof Duration) return `d${value.total}`;
  if (typeof value !== 'string') return value;
  const moment = looksLikeMoment(value) ? readMoment(value, ctx.timeZone) : null;
  return moment === null ? `t${value}` : `m${instantOf(moment, ctx.timeZone)}`;
}
/** The first of each group of equal values. */
function distinct(list: readonly unknown[], ctx: Context): unknown[] {
  const found = new Map<unknown, unknown>();
  for (const value of list) {
    const key = keyOf(value, ctx);
    if (!found.has(key)) found.set(key, value);
  }
  return [...found.values()];
}

export const lists = {
  sum: (args) => sumOf(values(args).filter(isNum)),
  avg: (args) => averageOf(values(args).filter(isNum)),
  min: (args, ctx) => extreme(values(args), -1, ctx),
  max: (args, ctx) => extreme(values(args), 1, ctx),
  count: (args) => values(args).length,
  exists: (args) => values(args).length > 0,
  first: ([list]) => (list as unknown[])[0] ?? null,
  last: ([list]) => (list as unknown[]).at(-1) ?? null,
  distinct: ([list], ctx) => distinct(list as unknown[], ctx),
  names: ([table, ids, part]) => namesOf(table, ids, part),
  join: ([list, by = '、'], ctx) =>
    joinedOf(
      (list as unknown[]).filter((item) => item !== null).map((item) => shown(item, ctx)),
      by as string,
    ),
} satisfies Library;
