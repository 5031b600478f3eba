import type { Context, TenantTx } from '../../kernel/index.ts';
import type { Parts } from '../parts.ts';
import { requireOp } from '../records/permitted.ts';
import type { DeletionContext } from '../records/remove.ts';

/** Work about the import of an object, for those who may import; NO_ACCESS for others. */
export function inImport<T>(
  { db, catalog, people, services }: Parts,
  ctx: Context,
  object: string | ((tx: TenantTx) => Promise<string>),
  work: (writing: DeletionContext) => Promise<T>,
): Promise<T> {
  return db.withTenant(ctx, async (tx) => {
    const name = typeof object === 'string' ? object : await object(tx);
    const view = await catalog.enterWhole(tx, name);
    const access = await people.accessIn(tx);
    const writing = { tx, catalog, view, access, services, userId: ctx.userId };
    requireOp(writing, 'import');
    return work(writing);
  });
}
