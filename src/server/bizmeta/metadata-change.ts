import type { Context, TenantTx } from '../kernel/index.ts';
import { tellBuilders } from './meta/tell.ts';
import type { Parts } from './parts.ts';

/** A change of metadata in one transaction; other builders are notified of what happened to objects. */
export function inMetadataChange<T>(
  { db, lists, statistics }: Parts,
  ctx: Context,
  work: (tx: TenantTx) => Promise<T>,
): Promise<T> {
  return db.withTenant(ctx, async (tx) => {
    tx.afterCommit(() => statistics.noteChange());
    tx.afterCommit(() => lists.changed(ctx));
    const answer = await work(tx);
    await tellBuilders(tx, ctx.userId);
    return answer;
  });
}
