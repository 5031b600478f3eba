import type { DataOf } from '../../contract/index.ts';
import type { Context, Database } from '../kernel/index.ts';
import { verifyChain } from './chain.ts';

type VerificationResult = DataOf<'log.operationLog.verify'>;

/** A chain is verified once at a time: concurrent requests get the same answer. By tenant id. */
const verifications = new Map<string, Promise<VerificationResult>>();

async function runVerification(db: Database, { session }: Context): Promise<VerificationResult> {
  const { problem, ...report } = await db.withTenant(session, (tx) =>
    verifyChain(tx, session.tenant.id),
  );
  return { complete: problem === '', ...report, problem };
}

/** Whether the operation log of the caller's company is whole. */
export function verifyOwnChain(db: Database, ctx: Context): Promise<VerificationResult> {
  const { id } = ctx.tenant;
  const known = verifications.get(id);
  if (known) return known;
  const work = runVerification(db, ctx).finally(() => verifications.delete(id));
  verifications.set(id, work);
  return work;
}
