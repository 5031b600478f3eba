import { BIN_DAYS } from '../../../contract/index.ts';
import type { TenantRef } from '../../kernel/index.ts';
import { forEachCompany, type Sweeping } from '../../upm/index.ts';
import { binnedFor, purge } from './purge.ts';

/** What is taken out in one sweep of a company, one transaction each; the rest waits an hour. */
const MOST = 20;
export interface BinSweep extends Sweeping {
  /** Days something stays in the bin. */
  readonly days?: number;
}

/** Deletes for good what has been in the bins for too long; answers how much it was. */
export const sweepBin = (sweep: BinSweep): Promise<number> =>
  forEachCompany(sweep, 'the bin could not be swept', (tenant) => sweepTenant(sweep, tenant));

async function sweepTenant(
  { db, log, days = BIN_DAYS }: BinSweep,
  tenant: TenantRef,
): Promise<number> {
  const expired = await db.withTenant({ tenant }, (tx) => binnedFor(tx, days, MOST));
  let gone = 0;
  for (const thing of expired) {
    try {
      await db.withTenant({ tenant }, (tx) => purge(tx, thing));
      gone += 1;
    } catch (error) {
      // Something in the bin still refers to it: it goes once that has gone.
      log.warn({ err: error, ...thing, tenant: tenant.id }, 'what expired stayed in the bin');
    }
  }
  return gone;
}
