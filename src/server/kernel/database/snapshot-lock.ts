import type { Tx } from './tenant-tx.ts';

/**
 * Key of the advisory lock a backup holds as long as its snapshot: an index that is built meanwhile
 * would wait for the snapshot to end, which may take hours.
 */
const SNAPSHOT_LOCK = '7304, 1';

/** For the running transaction; backups share it. */
export const holdSnapshotLock = (tx: Tx): Promise<unknown> =>
  tx.query(`select pg_advisory_xact_lock_shared(${SNAPSHOT_LOCK})`);

/** Whether a backup holds a snapshot now. The lock is let go at once: a backup need not wait for it. */
export async function isSnapshotHeld(tx: Tx): Promise<boolean> {
  const [row] = await tx.query<{ free: boolean }>(
    `select case when pg_try_advisory_lock(${SNAPSHOT_LOCK})
      then pg_advisory_unlock(${SNAPSHOT_LOCK}) else false end as free`,
  );
  return !row!.free;
}
