import { BIN_DAYS } from '../../../contract/index.ts';
import type { TenantRef } from '../../kernel/index.ts';
import { forEachCompany, type Sweeping } from '../../upm/index.ts';
import type { Catalog } from '../meta/catalog.ts';
import { binnedObjects } from './binned-objects.ts';
import { lockOldest, purgeRecords } from './purge.ts';

/** Records of one transaction, and of one sweep of a company; the rest waits an hour. */
const BATCH = 500;
const MOST = 20_000;
const DAY_MS = 86_400_000;

export interface RecordSweep extends Sweeping {
  readonly catalog: Catalog;
  /** Days a record stays in the bin. */
  readonly days?: number;
}

/** Deletes for good the records that have been in the bins for too long; answers how many. */
export const sweepRecords = (sweep: RecordSweep): Promise<number> =>
  forEachCompany(sweep, 'the bins of records could not be swept', (tenant) =>
    sweepTenant(sweep, tenant),
  );

async function sweepTenant(sweep: RecordSweep, tenant: TenantRef): Promise<number> {
  const before = new Date(Date.now() - (sweep.days ?? BIN_DAYS) * DAY_MS);
  const objects = await sweep.db.withTenant({ tenant }, (tx) => binnedObjects(tx, before, 1));
  let gone = 0;
  for (const { api_name } of objects) {
    try {
      gone += await sweepObject(sweep, tenant, api_name, before, MOST - gone);
    } catch (error) {
      // The object may have been deleted since: its records go with it.
      sweep.log.warn(
        { err: error, object: api_name, tenant: tenant.id },
        'records stayed in a bin',
      );
    }
    if (gone >= MOST) break;
  }
  return gone;
}

async function sweepObject(
  { db, catalog }: RecordSweep,
  tenant: TenantRef,
  apiName: string,
  before: Date,
  most: number,
): Promise<number> {
  let gone = 0;
  for (let batch = BATCH; batch === BATCH && gone < most; gone += batch)
    batch = await db.withTenant({ tenant }, async (tx) => {
      const { table } = await catalog.enterAnyObject(tx, apiName);
      return purgeRecords(tx, table, await lockOldest(tx, table, before.toISOString(), BATCH));
    });
  return gone;
}
