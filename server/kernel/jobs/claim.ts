import type { Database } from '../database/database.ts';
import type { TenantTx } from '../database/tenant-tx.ts';
import { AppError } from '../errors.ts';
import type { TenantRef } from '../tenant.ts';
import type { Job, JobKind } from './job.ts';

/** How often in a row a piece is tried before the job is given up; somebody may set it going again. */
const MAX_TRIES = 6;
/** Seconds before the second try; each further wait is twice as long. */
const FIRST_WAIT_S = 2;
/** A taken job is left to its taker for so long between two pieces; while one is being done its lock keeps others away. */
const LEASE = `interval '10 seconds'`;
/** Ended jobs can be looked at for so long. */
const KEEP = `interval '30 days'`;
const UNKNOWN_ERROR = '服务器异常';

/** A job somebody took; `claim` is void once somebody else did. */
export interface Taken { readonly tenant: TenantRef; readonly id: string; readonly kind: string; readonly claim: number }
type Held = Job & { readonly tries: number };

/** Takes jobs of these kinds that are due. One that is being worked at is locked, and passed over. */
export async function takeJobs(db: Database, kinds: readonly string[], limit: number): Promise<Taken[]> {
  const rows = await db.atGate<{ tenantId: string; no: number; region: string; id: string; kind: string; claim: number }>(`
    update kernel.job j set claim = claim + 1, next_at = now() + ${LEASE}
    where (tenant_id, id) in (select tenant_id, id from kernel.job where state = 'waiting' and next_at <= now() and kind = any($1) order by next_at limit $2 for update skip locked)
    returning tenant_id as "tenantId", tenant_no as no, region, id, kind, claim`, [kinds, limit]);
  return rows.map(({ tenantId, no, region, ...taken }) => ({ tenant: { id: tenantId, no, region }, ...taken }));
}

const HOLD = `select id, payload, place, done, created_by as "createdBy", created_at as "createdAt", tries from kernel.job where tenant_id = $1 and id = $2 and claim = $3 and state = 'waiting' for update`;

async function keepPlace(tx: TenantTx, { id }: Taken, job: Held, kind: JobKind<unknown>): Promise<boolean> {
  const { did, place, pause = 0 } = await kind.step(tx, job);
  await tx.run(`update kernel.job set done = done + $3, total = greatest(total, done + $3), place = $4, tries = 0, error = '', next_at = clock_timestamp() + coalesce(make_interval(secs => nullif($5::float8, 0)), ${LEASE})
    where tenant_id = $1 and id = $2`, [tx.tenant.id, id, did, place && JSON.stringify(place), pause]);
  if (place === null) await tx.run(`update kernel.job set state = 'done', total = done, ended_at = now() where tenant_id = $1 and id = $2`, [tx.tenant.id, id]);
  return place !== null && pause === 0;
}

/** Does the next piece and keeps how far it got, in one transaction; false when nothing is left to do here. */
export function doPiece(db: Database, taken: Taken, kind: JobKind<unknown>): Promise<boolean> {
  return db.withTenant(taken, async (tx) => {
    const [job] = await tx.query<Held>(HOLD, [taken.tenant.id, taken.id, taken.claim]);
    return job !== undefined && await keepPlace(tx, taken, job, kind);
  });
}

/** A piece failed: it is tried again after a while, or given up with its sentence. */
export async function putOff(db: Database, { tenant, id, claim }: Taken, error: unknown): Promise<void> {
  const sentence = error instanceof AppError ? error.message : UNKNOWN_ERROR;
  await db.atGate(`update kernel.job set tries = tries + 1, error = $4, next_at = now() + make_interval(secs => $5 * power(2, tries)),
    state = case when tries + 1 >= $6 then 'failed' else state end, ended_at = case when tries + 1 >= $6 then now() end
    where tenant_id = $1 and id = $2 and claim = $3 and state = 'waiting'`, [tenant.id, id, claim, sentence, FIRST_WAIT_S, MAX_TRIES]);
}

/** Sets a failed job going again from where it stopped; false when it has not failed. */
export async function tryAgain(tx: TenantTx, id: string): Promise<boolean> {
  return await tx.run(`update kernel.job set state = 'waiting', tries = 0, error = '', ended_at = null, next_at = now() where tenant_id = $1 and id = $2 and state = 'failed'`, [tx.tenant.id, id]) > 0;
}

/** Forgets jobs that ended long ago; a failed one too, whoever it mattered to has had their time. */
export async function forgetJobs(db: Database): Promise<number> {
  return db.withGate((tx) => tx.run(`delete from kernel.job where ended_at < now() - ${KEEP}`));
}
