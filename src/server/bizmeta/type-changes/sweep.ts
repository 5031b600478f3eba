import { BIN_DAYS } from '../../../contract/index.ts';
import { eachAlone, schemaOf, type TenantRef, type TenantTx } from '../../kernel/index.ts';
import { forEachCompany, type Sweeping } from '../../upm/index.ts';
import { lockCatalogue } from '../meta/changes.ts';
import { endChanges } from '../meta/type-changes.ts';

export interface TypeChangeSweep extends Sweeping {
  /** Days in which a change can be undone. */
  readonly days?: number;
}

const OLD = `SELECT c.field_id AS field, o.no FROM bizmeta.type_change c
  JOIN bizmeta.object o ON o.tenant_id = c.tenant_id AND o.id = c.object_id
  WHERE c.tenant_id = $1 AND c.state = 'done' AND c.swapped_at < now() - make_interval(days => $2)
  ORDER BY c.swapped_at LIMIT 20`;
const STILL = `SELECT FROM bizmeta.type_change WHERE tenant_id = $1 AND field_id = $2
  AND state = 'done' FOR UPDATE`;

/** Drops the former values of fields whose type changed long ago; answers how many fields. */
export const sweepTypeChanges = (sweep: TypeChangeSweep): Promise<number> =>
  forEachCompany(sweep, 'former values of fields could not be swept', (tenant) =>
    sweepTenant(sweep, tenant),
  );

async function sweepTenant(
  { db, log, days = BIN_DAYS }: TypeChangeSweep,
  tenant: TenantRef,
): Promise<number> {
  const old = await db.withTenant({ tenant }, (tx) =>
    tx.query<{ field: string; no: number }>(OLD, [tenant.id, days]),
  );
  // What fails is in use: the next sweep tries again.
  return eachAlone(
    db,
    old,
    async ({ field, no }) => {
      await db.withTenant({ tenant }, (tx) => dropFormer(tx, field, no));
      return 1;
    },
    (error, { field }) =>
      log.warn({ err: error, field, tenant: tenant.id }, 'former values of a field stayed'),
  );
}

/** Unless the change was undone meanwhile. */
async function dropFormer(tx: TenantTx, field: string, no: number): Promise<void> {
  await lockCatalogue(tx);
  const found = await tx.query(STILL, [tx.tenant.id, field]);
  if (found.length > 0) await endChanges(tx, { schema: schemaOf(tx.tenant), no }, [field]);
}
