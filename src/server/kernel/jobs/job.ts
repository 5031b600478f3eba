import { v7 as uuid } from 'uuid';
import type { Access } from '../../../contract/index.ts';
import type { TenantTx, Tx } from '../database/tenant-tx.ts';
import type { TenantRef } from '../tenant.ts';

/** Where the next piece of a job begins: JSON of the kind's own. */
export type Checkpoint = Readonly<Record<string, unknown>>;

/**
 * A job as its kind sees it. `place` is null before the first piece; `done` counts what the pieces
 * did so far.
 */
export interface Job<P = unknown> {
  readonly id: string;
  readonly payload: P;
  readonly place: Checkpoint | null;
  readonly done: number;
  readonly createdBy: string;
  readonly createdAt: Date;
}

/**
 * What a piece did, and where the next one begins; null when there is no next one. It may ask to be
 * gone on with later.
 */
export interface BatchResult {
  readonly did: number;
  readonly place: Checkpoint | null;
  /** Seconds. */
  readonly pause?: number;
}

/** How a kind of job is done. */
export interface JobKind<P> {
  /** Who sees such jobs besides their creator, and may retry a failed one. */
  readonly access: Access;
  /** It goes on as long as the company is, or is begun by everyone: it is listed only when it failed. */
  readonly isEndless?: boolean;
  /**
   * One batch, of a second or two, in a transaction that holds the job: its effects happen once,
   * even if the process dies.
   */
  runBatch(tx: TenantTx, job: Job<P>): Promise<BatchResult>;
}

interface NewJob<P> {
  readonly kind: string;
  /** What it does, for a person. */
  readonly title: string;
  readonly payload: P;
  readonly total: number;
  readonly by: string;
}

/**
 * Begins a job in the running transaction: it is done if that commits, also after a crash. Answers
 * its id.
 */
export const startJob = <P>(tx: TenantTx, job: NewJob<P>): Promise<string> =>
  startJobOf(tx, tx.tenant, job);

/** The same for a company that has not been entered, under the anonymous role. */
export async function startJobOf<P>(
  tx: Tx,
  { id: tenant, no, region }: TenantRef,
  { kind, title, payload, total, by }: NewJob<P>,
): Promise<string> {
  const id = uuid();
  await tx.run(
    `insert into kernel.job (tenant_id, id, tenant_no, region, kind, title, payload, total,
      created_by) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [tenant, id, no, region, kind, title, JSON.stringify(payload), total, by],
  );
  return id;
}
