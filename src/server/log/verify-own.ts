import type { DataOf } from '../../contract/index.ts';
import type { Context, Database } from '../kernel/index.ts';
import { verifyChain } from './chain.ts';

type VerificationResult = DataOf<'log.operationLog.verify'>;

async function runVerification(db: Database, { session }: Context): Promise<VerificationResult> {
  const { problem, ...report } = await db.withTenant(session, (tx) =>
    verifyChain(tx, session.tenant.id),
  );
  return { complete: problem === '', ...report, problem };
}

/** Checks of chains: one of a company at a time, concurrent requests get the same answer. */
export class ChainChecks {
  readonly #db: Database;
  readonly #running = new Map<string, Promise<VerificationResult>>();

  constructor(db: Database) {
    this.#db = db;
  }

  /** Whether the operation log of the caller's company is whole. */
  verify(ctx: Context): Promise<VerificationResult> {
    const { id } = ctx.tenant;
    const known = this.#running.get(id);
    if (known) return known;
    const work = runVerification(this.#db, ctx).finally(() => this.#running.delete(id));
    this.#running.set(id, work);
    return work;
  }
}
