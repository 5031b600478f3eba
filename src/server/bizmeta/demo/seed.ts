import { v7 as uuidv7 } from 'uuid';
import type { DemoSeed, TenantTx } from '../../kernel/index.ts';
import { createApp } from '../apps/apps.ts';
import { Catalog } from '../meta/catalog.ts';
import { createObject } from '../meta/save.ts';
import { ROLE_LABELS } from '../../upm/index.ts';
import { services } from '../service-ports.ts';
import { createRecords } from '../records/create.ts';
import { CONTRACT, makeContracts } from './contracts.ts';
import { loadRecords } from './load.ts';
import { DEMO_APP, DEMO_OBJECTS } from './objects.ts';
import { Random } from './random.ts';
import {
  makeContacts,
  makeCustomers,
  makeLines,
  makeOpportunities,
  makeOrder,
  worldOf,
  type Buyer,
  type GeneratedRecord,
} from './records.ts';

/** Any number; another one gives another company. */
export const SEED = 20_260_101;
/**
 * A few thousand records in all: enough for screens to look like a company's, few enough to be
 * there at once.
 */
const CUSTOMERS = 460;
const OPPORTUNITIES = 620;
const ORDERS = 1_200;
const CONTRACTS = 60;

const buyerOf = ({ id, values }: GeneratedRecord): Buyer => ({
  id,
  owner: String(values['owner']),
  dept: values['dept'] as string | null,
});

/** The demo company's app, objects and records, in one transaction: all of it is there or none. */
export async function seedCrm(seed: DemoSeed): Promise<void> {
  seed.progress('写入示例应用：客户管理');
  const catalog = new Catalog(seed.db);
  const names = await seed.db.withTenant(seed, async (tx) => {
    await createObjects(tx, seed.adminId);
    const tables: string[] = [];
    const made = makeAll(seed);
    for (const [apiName, records] of Object.entries(made)) {
      const { table } = await catalog.enterWhole(tx, apiName);
      await loadRecords(tx, table, records);
      tables.push(table.name);
    }
    await createContracts(tx, catalog, seed, made);
    return tables;
  });
  await seed.db.withOwner(async (tx) => {
    for (const name of names) await tx.query(`ANALYZE ${name}`);
  });
}

async function createObjects(tx: TenantTx, adminId: string): Promise<void> {
  const { id: appId } = await createApp(tx, adminId, DEMO_APP, 'open');
  for (const describe of DEMO_OBJECTS) await createObject(tx, adminId, { appId, describe });
}

/** Contracts have rows and numbers of their own: they are made as anyone would make them. */
async function createContracts(
  tx: TenantTx,
  catalog: Catalog,
  seed: DemoSeed,
  { customer, salesOrder }: ReturnType<typeof makeAll>,
): Promise<void> {
  const [role] = await tx.query<{ id: string }>(
    `SELECT ${ROLE_LABELS.id} AS id FROM ${ROLE_LABELS.table} WHERE ${ROLE_LABELS.tenant} = $1
      ORDER BY ${ROLE_LABELS.label} LIMIT 1`,
    [tx.tenant.id],
  );
  const contracts = makeContracts(worldFor(seed), customer, salesOrder, CONTRACTS, role?.id);
  await createRecords(
    {
      tx,
      view: await catalog.enterWhole(tx, CONTRACT.apiName ?? ''),
      userId: seed.adminId,
      services,
      access: null,
      notices: 'none',
    },
    contracts,
  );
}

const worldFor = (seed: DemoSeed) => worldOf(new Random(SEED), new Date(), seed, uuidv7);

function makeAll(
  seed: DemoSeed,
): Record<
  'customer' | 'contact' | 'opportunity' | 'salesOrder' | 'orderLine',
  readonly GeneratedRecord[]
> {
  const world = worldFor(seed);
  const customer = makeCustomers(world, CUSTOMERS);
  const contact = makeContacts(world, customer);
  const opportunity = makeOpportunities(world, customer, contact, OPPORTUNITIES);
  const buyers = customer.filter((each) => each.values['status'] !== 'lead').map(buyerOf);
  const won = opportunity.filter((each) => each.values['stage'] === 'won');
  const salesOrder = Array.from({ length: ORDERS }, (_, i) => makeOrder(world, buyers, i + 1, won));
  const orderLine = salesOrder.flatMap((order) => makeLines(world, order));
  return { customer, contact, opportunity, salesOrder, orderLine };
}
