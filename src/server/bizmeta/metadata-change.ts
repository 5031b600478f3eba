import type { Context, TenantTx } from '../kernel/index.ts';
import type { Parts } from './parts.ts';

/** A change of metadata in one transaction. */
export function inMetadataChange<T>(
  { db, lists, statistics }: Parts,
  ctx: Context,
  work: (tx: TenantTx) => Promise<T>,
): Promise<T> {
  return db.withTenant(ctx, async (tx) => {
    tx.afterCommit(() => statistics.noteChange());
    tx.afterCommit(() => lists.changed(ctx));
    return work(tx);
  });
}
