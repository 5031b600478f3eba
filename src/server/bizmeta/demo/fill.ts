import { v7 as uuidv7 } from 'uuid';
import type { DemoSeed } from '../../kernel/index.ts';
import { Catalog, type ObjectCatalogEntry } from '../meta/catalog.ts';
import { loadRecords } from './load.ts';
import { Random } from './random.ts';
import { makeOrder, worldOf, type Buyer, type GeneratedRecord } from './records.ts';
import { SEED } from './seed.ts';

/** Orders of one transaction: few enough to show progress and to hold no lock for long. */
const BATCH = 10_000;
const ORDER = 'salesOrder';

async function buyersOf(
  { db, ...scope }: DemoSeed,
  customer: ObjectCatalogEntry,
): Promise<Buyer[]> {
  const column = (name: string) => customer.table.columns.get(name)?.sql ?? 'null';
  const buyers = await db.readTenant<Buyer>(
    scope,
    `SELECT id, coalesce(${column('owner')}, created_by) AS owner, ${column('dept')} AS dept
      FROM ${customer.table.name} WHERE deleted_at IS NULL ORDER BY id`,
  );
  if (buyers.length === 0) throw new Error('示例企业没有客户，无法生成订单');
  return buyers;
}

/** Fields a builder has removed meanwhile are left out. */
const known = (made: GeneratedRecord, { table }: ObjectCatalogEntry): GeneratedRecord => ({
  ...made,
  values: Object.fromEntries(Object.entries(made.values).filter(([key]) => table.columns.has(key))),
});

/**
 * Fills the demo's orders up to a count, for measuring; returns how many were added. Existing ones
 * stay.
 */
export async function fillOrders(seed: DemoSeed, target: number): Promise<number> {
  const catalog = new Catalog(seed.db);
  const [order, customer] = [
    await catalog.wholeView(seed, ORDER),
    await catalog.wholeView(seed, 'customer'),
  ];
  const buyers = await buyersOf(seed, customer);
  const [row] = await seed.db.readTenant<{ n: number }>(
    seed,
    `SELECT count(*) AS n FROM ${order.table.name}`,
  );
  const start = row?.n ?? 0;
  const world = worldOf(new Random(SEED + start), new Date(), seed, uuidv7);
  const began = Date.now();
  for (let done = start; done < target; done += BATCH) {
    const records = Array.from({ length: Math.min(BATCH, target - done) }, (_, i) =>
      known(makeOrder(world, buyers, done + i + 1), order),
    );
    await seed.db.withTenant(seed, async (tx) =>
      loadRecords(tx, (await catalog.enterWhole(tx, ORDER)).table, records),
    );
    const reached = done + records.length;
    const speed = Math.round((reached - start) / ((Date.now() - began) / 1000));
    const [now, whole, each] = [reached, target, speed].map((count) =>
      count.toLocaleString('zh-CN'),
    );
    seed.progress(`订单 ${now} / ${whole}（每秒 ${each} 条）`);
  }
  await seed.db.asOwner((tx) => tx.query(`VACUUM (ANALYZE) ${order.table.name}`));
  return Math.max(0, target - start);
}
