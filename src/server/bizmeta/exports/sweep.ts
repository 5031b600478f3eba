import { EXPORT_HOURS } from '../../../contract/index.ts';
import type { Database, TenantRef } from '../../kernel/index.ts';

/** Forgets exports whose file is gone, also those that never got one. */
export async function sweepExports(db: Database): Promise<void> {
  const tenants = await db.asAnonymous<TenantRef>(
    `SELECT id, no, region FROM upm.tenant WHERE state = 'active' ORDER BY no`,
  );
  for (const tenant of tenants)
    await db.withTenant({ tenant }, (tx) =>
      tx.run(
        `DELETE FROM bizmeta.record_export WHERE tenant_id = $1
          AND created_at < now() - make_interval(hours => ${EXPORT_HOURS})`,
        [tx.tenant.id],
      ),
    );
}
