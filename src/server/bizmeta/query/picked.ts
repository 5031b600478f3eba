import { TOTAL_CAP } from '../../../contract/index.ts';
import type { Bind } from '../fields/index.ts';
import { isOrderIndexed } from '../meta/list-index.ts';
import { conditionSql, fixedColumns, readsTexts } from './conditions.ts';
import { narrowBy, narrowNothing } from './grams.ts';
import { orderSql, runsOf, type Order, type IndexRun } from './order-sql.ts';
import type { ListPlan } from './plan.ts';
import { searchSql } from './search.ts';

/**
 * The records of a page: their ids and sort keys as `picked` (n, id, k0, k1 ...), and how many
 * there are as `total` (n).
 */

/**
 * Records of the order tested one by one before the whole table is searched for a text: a text
 * found in one record of a hundred fills a page from these, and only rarer ones are worth
 * collecting and sorting.
 */
const NEAR = 5_000;

/** Inputs of both parts of the statement. `from` is the table with its computed columns. */
export interface PickContext {
  readonly plan: ListPlan;
  readonly from: string;
  readonly keys: readonly string[];
  readonly bind: Bind;
}

const offsetOf = ({ after, current, size }: ListPlan): number => (after ? 0 : (current - 1) * size);
/** The last record of the page, and one more, to know whether there is a next page. */
export const lastOf = (plan: ListPlan): number => offsetOf(plan) + plan.size + 1;
export { offsetOf };

/** Conditions of the list, for every page. */
export function whereSql({ table, where, search }: ListPlan, bind: Bind, indexed = true): string[] {
  const narrow = indexed ? narrowBy(table) : narrowNothing;
  return [
    'r.deleted_at IS NULL',
    ...(where ? [conditionSql(where, 'r', bind, narrow)] : []),
    ...(search ? [searchSql(table, search, bind, { indexed })] : []),
  ];
}

/** The order of the list is an index's. */
const isIndexed = ({ table, sort, where }: ListPlan): boolean =>
  isOrderIndexed(table, sort[0]!.column, fixedColumns(where));
/** An object has list indexes once it is large: then a search may not read it twice. */
const isSearch = ({ table, search, where }: ListPlan): boolean =>
  table.indexes.size > 0 && (search !== undefined || readsTexts(where));

const keyed = (keys: readonly string[]): string =>
  ['r.id', ...keys.map((key, i) => `${key} AS k${i}`)].join(', ');
const numbered = (rows: string, from = 0): string =>
  `SELECT ${from > 0 ? `${from} + ` : ''}row_number() OVER () AS n, q.* FROM (${rows}) q`;

/** The common table expressions `picked` and `total`. */
export function pickedSql(picking: PickContext): string {
  return isSearch(picking.plan) ? searchedSql(picking) : walkedSql(picking);
}

/** One run of the order, read as far as the page needs it. */
interface Walk {
  /** Its records in order, from a number on; those before are passed over in the index alone. */
  rows(offset: number | string): string;
  /** Whether there are records, without an order. */
  readonly all: string;
}

/** Reads records in their order until the page is full. */
function walkedSql({ plan, from, keys, bind }: PickContext): string {
  const where = whereSql(plan, bind);
  const runs = runsOf({ steps: plan.sort, keys }, plan.after, isIndexed(plan), bind);
  const walks = runs.map(({ where: within, order }: IndexRun): Walk => {
    const found = `FROM ${from} r WHERE ${[...where, ...within].join(' AND ')}`;
    return {
      rows: (offset) => `SELECT ${keyed(keys)} ${found}
      ORDER BY ${order} LIMIT ${plan.size + 1}${offset === 0 ? '' : ` OFFSET ${offset}`}`,
      all: `SELECT ${found}`,
    };
  });
  return `${inRuns(walks, offsetOf(plan), plan.size)},
total AS MATERIALIZED (SELECT ${totalSql(plan, from, where)} AS n)`;
}

/**
 * Rows of one run, and of a second one after it, which is not read when the first has enough. A
 * page far behind may lie in the second: then those of the first are counted.
 */
function inRuns([first, second]: readonly Walk[], offset: number, size: number): string {
  const page = numbered(first!.rows(offset), offset);
  if (second === undefined) return `picked AS MATERIALIZED (${page})`;
  const found = '(SELECT count(*) FROM filled)';
  const passed = `passed AS MATERIALIZED (SELECT CASE WHEN ${found} > 0 THEN ${offset} + ${found}
  ELSE (SELECT count(*) FROM (${first!.all} LIMIT ${offset}) c) END AS n),`;
  const skipped = `(SELECT greatest(${offset} - n, 0) FROM passed)`;
  const before = offset === 0 ? found : `(SELECT greatest(${offset}, n) FROM passed)`;
  return `filled AS MATERIALIZED (${page}),
${offset === 0 ? '' : passed}
picked AS MATERIALIZED (SELECT * FROM filled UNION ALL
  SELECT ${before} + row_number() OVER (), q.* FROM (${second.rows(offset === 0 ? 0 : skipped)}) q
    WHERE ${found} <= ${size})`;
}

/**
 * Counts up to the cap. Records that end on the page have been counted already; a page after the
 * last one says nothing.
 */
function totalSql(plan: ListPlan, from: string, where: readonly string[]): string {
  const count = cappedCount(from, where);
  if (plan.after) return count;
  const offset = offsetOf(plan);
  const found = '(SELECT count(*) FROM picked)';
  return `CASE WHEN ${found} <= ${plan.size}${offset === 0 ? '' : ` AND ${found} > 0`}
      THEN ${offset === 0 ? '' : `${offset} + `}${found} ELSE ${count} END`;
}

const cappedCount = (from: string, where: readonly string[]): string =>
  `(SELECT count(*) FROM (SELECT FROM ${from} r WHERE ${where.join(' AND ')}
    LIMIT ${TOTAL_CAP + 1}) c)`;

/**
 * Tests the records that come first in the order; if they do not fill the page, all records, once,
 * and counts in the same scan. Neither depends on the planner's estimate of a text.
 */
function searchedSql(picking: PickContext): string {
  const { plan, from, bind } = picking;
  const last = lastOf(plan);
  const plain = whereSql(plan, bind, false);
  const isFull = `(SELECT count(*) FROM near) >= ${last}`;
  const rare = plan.after ? cappedCount(from, whereSql(plan, bind)) : '(SELECT count(*) FROM far)';
  return `${nearSql(picking, plain)},
far AS MATERIALIZED (SELECT * FROM (${numbered(farSql(picking))}) x WHERE NOT ${isFull}),
picked AS MATERIALIZED (SELECT * FROM near WHERE ${isFull} UNION ALL SELECT * FROM far),
total AS MATERIALIZED (SELECT CASE WHEN (SELECT count(*) FROM near) > ${TOTAL_CAP}
  THEN (SELECT count(*) FROM near)
  WHEN ${isFull} THEN ${cappedCount(from, plain)} ELSE ${rare} END AS n)`;
}

const found = (plan: ListPlan): number => Math.max(lastOf(plan), TOTAL_CAP + 1);

function nearSql({ plan, from, keys, bind }: PickContext, where: readonly string[]): string {
  const [run] = runsOf({ steps: plan.sort, keys }, plan.after, true, bind) as [IndexRun];
  const within = ['r.deleted_at IS NULL', ...run.where].join(' AND ');
  const first = `SELECT r.* FROM ${from} r WHERE ${within} ORDER BY ${run.order}
    LIMIT ${isIndexed(plan) ? NEAR : 0}`;
  return `near AS MATERIALIZED (${numbered(`SELECT ${keyed(keys)} FROM (${first}) r
    WHERE ${where.join(' AND ')} LIMIT ${found(plan)}`)})`;
}

/**
 * OFFSET 0 keeps the search from being done in the order of an index: all that match are found,
 * then sorted.
 */
function farSql({ plan, from, keys, bind }: PickContext): string {
  const order: Order = { steps: plan.sort, keys };
  const [run] = runsOf(order, plan.after, false, bind) as [IndexRun];
  const where = [...whereSql(plan, bind), ...run.where].join(' AND ');
  const all = `SELECT ${keyed(keys)} FROM ${from} r WHERE ${where} OFFSET 0`;
  return `SELECT * FROM (${all}) f
    ORDER BY ${orderSql({ ...order, keys: keys.map((_, i) => `f.k${i}`) })} LIMIT ${found(plan)}`;
}
