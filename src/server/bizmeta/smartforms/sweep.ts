import { FORM_FILE_KEEP_HOURS } from '../../../contract/index.ts';
import type { TenantRef } from '../../kernel/index.ts';
import { removeFiles } from '../../storage/index.ts';
import { forEachCompany, type Sweeping } from '../../upm/index.ts';

/** Files deleted in one transaction: few enough that no request waits long for its locks. */
const BATCH = 200;
/**
 * A submission in progress holds the lock of its file's row: the file is skipped until the next
 * sweep.
 */
const UNUSED = `DELETE FROM bizmeta.form_file WHERE tenant_id = $1
  AND file_id IN (SELECT file_id FROM bizmeta.form_file WHERE tenant_id = $1 AND NOT used
  AND created_at < now() - make_interval(hours => $2) LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
  RETURNING file_id`;

/** Counters older than every limit's time are useless. */
const PASSED = `DELETE FROM bizmeta.form_tally WHERE tenant_id = $1
  AND since < now() - interval '1 day'`;

export interface FormSweep extends Sweeping {
  readonly dataDir: string;
  /** Hours an unused file is retained. */
  readonly keepHours?: number;
}

/**
 * Deletes files that were uploaded to a form and never submitted, and old counters. A file is
 * submitted or swept, never both: each locks its row first, and the second finds it used or
 * deleted. Returns how many were deleted.
 */
export const sweepFormFiles = (sweep: FormSweep): Promise<number> =>
  forEachCompany(sweep, 'files of forms could not be swept', (tenant) =>
    sweepTenant(sweep, tenant),
  );

async function sweepTenant(
  { db, dataDir, log, keepHours = FORM_FILE_KEEP_HOURS }: FormSweep,
  tenant: TenantRef,
): Promise<number> {
  await db.withTenant({ tenant }, (tx) => tx.run(PASSED, [tx.tenant.id]));
  for (let gone = 0; ;) {
    const batch = await db.withTenant({ tenant }, async (tx) => {
      const files = await tx.query<{ file_id: string }>(UNUSED, [tx.tenant.id, keepHours]);
      if (files.length > 0)
        await removeFiles(
          tx,
          dataDir,
          files.map((file) => file.file_id),
          log,
        );
      return files.length;
    });
    gone += batch;
    if (batch < BATCH) return gone;
  }
}
