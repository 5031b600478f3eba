import type { Bind } from '../fields/index.ts';
import type { CursorValues } from './cursor.ts';
import type { SortStep } from './sort-step.ts';

/**
 * An order by its steps and the SQL of each step's key, which is `k<i>` where rows of it are
 * picked.
 */
export interface Order {
  readonly steps: readonly SortStep[];
  readonly keys: readonly string[];
}

/** A run of records that one index reads in order: what holds in it, and its order. */
export interface IndexRun {
  readonly where: readonly string[];
  readonly order: string;
}

/**
 * `f DESC NULLS LAST`; the null clause is left out where there are no nulls, so that an index
 * without it is used.
 */
const stepSql = ({ desc, column }: SortStep, key: string): string =>
  `${key}${desc ? ' DESC' : ''}${desc && !column.notNull ? ' NULLS LAST' : ''}`;

export const orderSql = ({ steps, keys }: Order): string =>
  steps.map((step, i) => stepSql(step, keys[i]!)).join(', ');

/**
 * The order as one run, or as two when its first key may be empty: records with a value, then those
 * without. An index on (key, id) has its empty values at one end only, so it cannot serve "empty
 * last" in both directions as one run; it serves both runs in both directions
 * (docs/decisions/0017).
 */
export function runsOf(
  order: Order,
  after: CursorValues | undefined,
  inTwo: boolean,
  bind: Bind,
): readonly IndexRun[] {
  const [first, ...rest] = order.steps;
  if (!first || first.column.notNull || !inTwo)
    return [{ where: after ? afterSql(order, after, bind) : [], order: orderSql(order) }];
  const [key, ...keys] = order.keys as [string, ...string[]];
  const tail: Order = { steps: rest, keys };
  const filled: Order = {
    steps: [{ ...first, column: { ...first.column, notNull: true } }, ...rest],
    keys: order.keys,
  };
  // Matches the index: no empty values in the first run, nothing else in the second.
  const said = orderSql(filled);
  const empty = (where: readonly string[]): IndexRun => ({
    where: [`${key} IS NULL`, ...where],
    order: said,
  });
  if (after !== undefined && after[0] === null)
    return [empty(afterSql(tail, after.slice(1), bind))];
  return [
    { where: [`${key} IS NOT NULL`, ...(after ? afterSql(filled, after, bind) : [])], order: said },
    empty([]),
  ];
}

/** Conditions of the rows that come after the cursor, in an order whose empty values are last. */
function afterSql({ steps, keys }: Order, after: CursorValues, bind: Bind): string[] {
  const bounds = steps.map((step, i) =>
    after[i] === null || after[i] === undefined ? null : `${bind(after[i])}::${step.key.cast}`,
  );
  const isOneWay = steps.every(
    (step, i) => step.column.notNull && step.desc === steps[0]!.desc && bounds[i] !== null,
  );
  // One comparison of rows is a place in an index to start from.
  if (isOneWay)
    return [`(${keys.join(', ')}) ${steps[0]!.desc ? '<' : '>'} (${bounds.join(', ')})`];
  return [...startSql(steps[0]!, keys[0]!, bounds[0]!), branchesSql(steps, keys, bounds)];
}

/** A first bound that follows from the rest, but which an index can start from. */
const startSql = ({ column, desc }: SortStep, key: string, bound: string | null): string[] =>
  column.notNull && bound !== null ? [`${key} ${desc ? '<=' : '>='} ${bound}`] : [];

function branchesSql(
  steps: readonly SortStep[],
  keys: readonly string[],
  bounds: readonly (string | null)[],
): string {
  const branches: string[] = [];
  const equal: string[] = [];
  steps.forEach((step, i) => {
    const [key, bound] = [keys[i]!, bounds[i] ?? null];
    if (bound === null) return void equal.push(`${key} IS NULL`);
    const beyond = `${key} ${step.desc ? '<' : '>'} ${bound}`;
    branches.push(
      [...equal, step.column.notNull ? beyond : `(${beyond} OR ${key} IS NULL)`].join(' AND '),
    );
    equal.push(`${key} = ${bound}`);
  });
  return `(${branches.map((branch) => `(${branch})`).join(' OR ')})`;
}
