import type { DataOf } from '../../contract/index.ts';
import type { Context, Database } from '../kernel/index.ts';
import { verifyChain } from './chain.ts';

type Complete = DataOf<'log.operationLog.verify'>;

/**
 * A chain is followed once at a time: whoever asks meanwhile gets the same answer. By tenant id.
 */
const running = new Map<string, Promise<Complete>>();

async function verify(db: Database, { session }: Context): Promise<Complete> {
  const { problem, ...report } = await db.withTenant(session, (tx) =>
    verifyChain(tx, session.tenant.id),
  );
  return { complete: problem === '', ...report, problem };
}

/** Whether the operation log of the caller's company is whole. */
export function verifyOwnChain(db: Database, ctx: Context): Promise<Complete> {
  const { id } = ctx.tenant;
  const known = running.get(id);
  if (known) return known;
  const work = verify(db, ctx).finally(() => running.delete(id));
  running.set(id, work);
  return work;
}
