import { EXPORT_HOURS } from '../../../contract/index.ts';
import { forEachCompany, type Sweeping } from '../../upm/index.ts';

/** Forgets exports whose file is gone, also those that never got one. */
export async function sweepExports(sweeping: Sweeping): Promise<void> {
  await forEachCompany(sweeping, 'exports could not be swept', (tenant) =>
    sweeping.db.withTenant({ tenant }, (tx) =>
      tx.run(
        `DELETE FROM bizmeta.record_export WHERE tenant_id = $1
          AND created_at < now() - make_interval(hours => ${EXPORT_HOURS})`,
        [tx.tenant.id],
      ),
    ),
  );
}
