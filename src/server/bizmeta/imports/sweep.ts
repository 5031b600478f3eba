import { IMPORT_HOURS } from '../../../contract/index.ts';
import type { Database, TenantRef } from '../../kernel/index.ts';

/** Forgets files it is too late for: to be imported, or taken back. */
export async function sweepImports(db: Database): Promise<void> {
  const tenants = await db.asAnonymous<TenantRef>(
    `SELECT id, no, region FROM upm.tenant WHERE state = 'active' ORDER BY no`,
  );
  for (const tenant of tenants)
    await db.withTenant({ tenant }, (tx) =>
      tx.run(
        `DELETE FROM bizmeta.record_import WHERE tenant_id = $1
          AND created_at < now() - make_interval(hours => ${2 * IMPORT_HOURS})`,
        [tx.tenant.id],
      ),
    );
}
