import { IMPORT_HOURS } from '../../../contract/index.ts';
import { forEachCompany, type Sweeping } from '../../upm/index.ts';

/** Forgets files it is too late for: to be imported, or taken back. */
export async function sweepImports(sweeping: Sweeping): Promise<void> {
  await forEachCompany(sweeping, 'imports could not be swept', (tenant) =>
    sweeping.db.withTenant({ tenant }, (tx) =>
      tx.run(
        `DELETE FROM bizmeta.record_import WHERE tenant_id = $1
          AND created_at < now() - make_interval(hours => ${2 * IMPORT_HOURS})`,
        [tx.tenant.id],
      ),
    ),
  );
}
