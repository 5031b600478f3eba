import { FORM_FILE_KEEP_HOURS } from '../../../contract/index.ts';
import type { Database, Logger, TenantRef } from '../../kernel/index.ts';
import { removeFiles } from '../../storage/index.ts';

/** Files one transaction takes away: it ends well before anybody waits for its locks. */
const BATCH = 200;
/**
 * A submission that is under way has the row of its file: it is passed by, and looked at again the
 * next time.
 */
const UNUSED = `DELETE FROM bizmeta.form_file WHERE tenant_id = $1
  AND file_id IN (SELECT file_id FROM bizmeta.form_file WHERE tenant_id = $1 AND NOT used
  AND created_at < now() - make_interval(hours => $2) LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
  RETURNING file_id`;

/** Counts past every limit's time mean nothing any more. */
const PASSED = `DELETE FROM bizmeta.form_tally WHERE tenant_id = $1
  AND since < now() - interval '1 day'`;

export interface Sweeping {
  readonly db: Database;
  readonly dataDir: string;
  readonly log: Logger;
  /** Hours an unused file is kept. */
  readonly keepHours?: number;
}

/**
 * Takes away files that were uploaded to a form and never submitted, and what was counted long ago.
 * A file is submitted or swept, never both: each takes its row first, and who comes second finds it
 * used or gone. Answers how many went.
 */
export async function sweepFormFiles(sweeping: Sweeping): Promise<number> {
  const tenants = await sweeping.db.atGate<{ id: string; no: number; region: string }>(
    `SELECT id, no, region FROM upm.tenant WHERE state = 'active' ORDER BY no`,
  );
  let gone = 0;
  for (const tenant of tenants) gone += await sweepTenant(sweeping, tenant);
  return gone;
}

async function sweepTenant(
  { db, dataDir, log, keepHours = FORM_FILE_KEEP_HOURS }: Sweeping,
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
