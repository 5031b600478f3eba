import type { Database, TenantRef } from '../../kernel/index.ts';

/** Days after which a share that has ended is deleted. */
const KEPT_DAYS = 30;
/** Shares of one company that one sweep deletes; the rest waits an hour. */
const MOST = 5_000;

/** Deletes shares that ended long ago: they have given nothing since. */
export async function sweepShares(db: Database): Promise<void> {
  const tenants = await db.asAnonymous<TenantRef>(
    `SELECT id, no, region FROM upm.tenant WHERE state = 'active' ORDER BY no`,
  );
  for (const tenant of tenants)
    await db.withTenant({ tenant }, (tx) =>
      tx.run(
        `DELETE FROM bizmeta.record_share WHERE tenant_id = $1 AND id IN (SELECT s.id
          FROM bizmeta.record_share s WHERE s.tenant_id = $1
            AND s.expires_at < now() - interval '${KEPT_DAYS} days' LIMIT ${MOST})`,
        [tenant.id],
      ),
    );
}
