import { forEachCompany, type Sweeping } from '../../upm/index.ts';

/** Days after which a share that has ended is deleted. */
const KEPT_DAYS = 30;
/** Shares of one company that one sweep deletes; the rest waits an hour. */
const MOST = 5_000;

/** Deletes shares that ended long ago: they have given nothing since. */
export async function sweepShares(sweeping: Sweeping): Promise<void> {
  await forEachCompany(sweeping, 'shares that have ended could not be swept', (tenant) =>
    sweeping.db.withTenant({ tenant }, (tx) =>
      tx.run(
        `DELETE FROM bizmeta.record_share WHERE tenant_id = $1 AND id IN (SELECT s.id
          FROM bizmeta.record_share s WHERE s.tenant_id = $1
            AND s.expires_at < now() - interval '${KEPT_DAYS} days' LIMIT ${MOST})`,
        [tenant.id],
      ),
    ),
  );
}
