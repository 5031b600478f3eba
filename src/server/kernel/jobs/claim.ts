import type { Database } from '../database/database.ts';
import type { TenantTx } from '../database/tenant-tx.ts';
import { AppError } from '../errors.ts';
import type { TenantRef } from '../tenant.ts';
import type { Job, JobKind } from './job.ts';

/** How often in a row a batch is tried before the job is given up; a user may restart it. */
const MAX_TRIES = 6;
/**
 * How often in a row a process may die at a job before the job is given up: it needs more memory
 * than there is, or worse.
 */
const MAX_STARTS = 5;
/** Seconds before the second try; each further wait is twice as long. */
const FIRST_WAIT_S = 2;
/**
 * A taken job is left to its taker for so long between two pieces; while one is being done its lock
 * keeps others away.
 */
const LEASE = `interval '10 seconds'`;
/**
 * A company counts as having a running job for so long after its last batch began: longer than a
 * batch takes.
 */
const HOLD_FOR = `interval '1 minute'`;
/** Ended jobs can be looked at for so long. */
const RETENTION = `interval '30 days'`;
const UNKNOWN_ERROR = '服务器异常';
const CRASHES_THE_PROCESS = `服务在执行这个任务时连续 ${MAX_STARTS} 次意外中断，任务已停止；请联系平台运营者查明原因后再重试`;
const CLAIM_LOCK = 'kernel.job claim';

/**
 * A claimed job; `claim` is void once another process claims it. `isSuspect`: a process died while
 * running this job.
 */
export interface ClaimedJob {
  readonly tenant: TenantRef;
  readonly id: string;
  readonly kind: string;
  readonly claim: number;
  readonly isSuspect: boolean;
}
type LockedJob = Job & { readonly tries: number };

const DUE_SQL = `w.state = 'waiting' and w.next_at <= now() and w.kind = any($1)`;
/** How many jobs the company of the row `w` has running, in all processes. */
const RUNNING_JOBS_SQL = `(select count(*) from kernel.job h where h.tenant_id = w.tenant_id
  and h.held_until > now())`;

/**
 * Gives up jobs at which processes ended again and again. One that is being worked at is locked,
 * and passed over.
 */
const GIVE_UP_SQL = `
  update kernel.job set state = 'failed', ended_at = now(), held_until = null, error = $2
  where (tenant_id, id) in (
    select w.tenant_id, w.id from kernel.job w where ${DUE_SQL} and w.starts >= ${MAX_STARTS}
      for update skip locked)`;

/**
 * Companies with fewer running jobs come first, so that none has two while another waits; then what
 * has been due the longest: a job that is due again and again goes behind those that came meanwhile.
 * While the first of all is a job at which a process ended, only a process with nothing
 * else to do takes it, and no other goes before.
 */
const CLAIM_SQL = `
  update kernel.job set claim = claim + 1, starts = starts + 1, next_at = now() + ${LEASE},
    held_until = now() + ${HOLD_FOR}
  where (tenant_id, id) = (
    select w.tenant_id, w.id from kernel.job w where ${DUE_SQL}
    order by ${RUNNING_JOBS_SQL}, w.next_at, w.created_at, w.id limit 1 for update skip locked) and (starts = 0 or $2)
  returning tenant_id as "tenantId", tenant_no as no, region, id, kind, claim,
    starts > 1 as "isSuspect"`;

type ClaimedRow = Omit<ClaimedJob, 'tenant'> & { tenantId: string; no: number; region: string };

/**
 * Takes one job of these kinds that is due. One that is being worked at is locked, and passed over.
 * `alone`: nothing else runs in this process, so that it may take a job at which a process ended.
 */
export async function claimJob(
  db: Database,
  kinds: readonly string[],
  alone: boolean,
): Promise<ClaimedJob | undefined> {
  return db.withAnonymousTx(async (tx) => {
    // One claim at a time: two at once would both see a company without running jobs.
    await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [CLAIM_LOCK]);
    await tx.run(GIVE_UP_SQL, [kinds, CRASHES_THE_PROCESS]);
    const [row] = await tx.query<ClaimedRow>(CLAIM_SQL, [kinds, alone]);
    if (!row) return undefined;
    const { tenantId, no, region, ...taken } = row;
    return { tenant: { id: tenantId, no, region }, ...taken };
  });
}

const LOCK_JOB_SQL = `select id, payload, place, done, created_by as "createdBy", created_at as "createdAt",
  tries from kernel.job
  where tenant_id = $1 and id = $2 and claim = $3 and state = 'waiting' for update`;
const SAVE_CHECKPOINT_SQL = `
  update kernel.job set done = done + $3, total = greatest(total, done + $3), place = $4, tries = 0,
    starts = 0, error = '',
    next_at = clock_timestamp() + coalesce(make_interval(secs => nullif($5::float8, 0)), ${LEASE}),
    held_until = case when $6 then clock_timestamp() + ${HOLD_FOR} end
  where tenant_id = $1 and id = $2`;

async function saveCheckpoint(
  tx: TenantTx,
  { id }: ClaimedJob,
  job: LockedJob,
  kind: JobKind<unknown>,
): Promise<boolean> {
  const { did, place, pause = 0 } = await kind.runBatch(tx, job);
  const goesOn = place !== null && pause === 0;
  await tx.run(SAVE_CHECKPOINT_SQL, [
    tx.tenant.id,
    id,
    did,
    place && JSON.stringify(place),
    pause,
    goesOn,
  ]);
  if (place === null)
    await tx.run(
      `update kernel.job set state = 'done', total = done, ended_at = now() where tenant_id = $1
        and id = $2`,
      [tx.tenant.id, id],
    );
  return goesOn;
}

/**
 * Does the next piece and keeps how far it got, in one transaction; false when nothing is left to
 * do here.
 */
export function runBatch(
  db: Database,
  taken: ClaimedJob,
  kind: JobKind<unknown>,
): Promise<boolean> {
  return db.withTenant(taken, async (tx) => {
    const [job] = await tx.query<LockedJob>(LOCK_JOB_SQL, [taken.tenant.id, taken.id, taken.claim]);
    return job !== undefined && (await saveCheckpoint(tx, taken, job, kind));
  });
}

const OTHERS_WAIT_SQL = `
  select exists (select from kernel.job w where ${DUE_SQL} and w.tenant_id <> $2 and ${RUNNING_JOBS_SQL} = 0
    and (w.starts > 0 or
    (select count(*) > 1 from kernel.job own where own.tenant_id = $2
      and own.held_until > now()))) as yields`;

/**
 * Whether a job waits of another company that has none running, while this one has several; a job
 * at which a process ended waits for everything else to stop.
 */
export async function mustYield(
  db: Database,
  { tenant }: ClaimedJob,
  kinds: readonly string[],
): Promise<boolean> {
  const [row] = await db.asAnonymous<{ yields: boolean }>(OTHERS_WAIT_SQL, [kinds, tenant.id]);
  return row!.yields;
}

/**
 * Releases a job between two pieces: it is due at once for any process, and its count of starts is
 * reset.
 */
export async function releaseJob(db: Database, { tenant, id, claim }: ClaimedJob): Promise<void> {
  await db.asAnonymous(
    `update kernel.job set next_at = now(), held_until = null, starts = 0
    where tenant_id = $1 and id = $2 and claim = $3 and state = 'waiting'`,
    [tenant.id, id, claim],
  );
}

const SCHEDULE_RETRY_SQL = `
  update kernel.job set tries = tries + 1, starts = 0, held_until = null, error = $4,
    next_at = now() + make_interval(secs => $5 * power(2, tries)),
    state = case when tries + 1 >= $6 then 'failed' else state end, ended_at = case
      when tries + 1 >= $6 then now() end
  where tenant_id = $1 and id = $2 and claim = $3 and state = 'waiting'`;

/** A piece failed: it is tried again after a while, or given up with its sentence. */
export async function scheduleRetry(
  db: Database,
  { tenant, id, claim }: ClaimedJob,
  error: unknown,
): Promise<void> {
  const sentence = error instanceof AppError ? error.message : UNKNOWN_ERROR;
  await db.asAnonymous(SCHEDULE_RETRY_SQL, [
    tenant.id,
    id,
    claim,
    sentence,
    FIRST_WAIT_S,
    MAX_TRIES,
  ]);
}

/** Sets a failed job going again from where it stopped; false when it has not failed. */
export async function retryFailedJob(tx: TenantTx, id: string): Promise<boolean> {
  return (
    (await tx.run(
      `update kernel.job
    set state = 'waiting', tries = 0, starts = 0, error = '', ended_at = null, next_at = now()
    where tenant_id = $1 and id = $2 and state = 'failed'`,
      [tx.tenant.id, id],
    )) > 0
  );
}

/** Deletes jobs that ended long ago, failed ones included. */
export async function purgeExpiredJobs(db: Database): Promise<number> {
  return db.withAnonymousTx((tx) =>
    tx.run(`delete from kernel.job where ended_at < now() - ${RETENTION}`),
  );
}
