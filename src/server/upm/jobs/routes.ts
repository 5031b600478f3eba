import { isAuthorized, type DataOf, type Job } from '../../../contract/index.ts';
import {
  AppError,
  isoSql,
  retryFailedJob,
  type Context,
  type JobRunner,
  type Kernel,
} from '../../kernel/index.ts';

/** Jobs one list shows: more is not long work but a fault. */
const SHOWN = 50;
/**
 * The creator is shown by name, also a member who left. Parameters: tenant, caller, kinds their
 * functions reach, kinds without an end.
 */
const SEEN = `select j.id, j.kind, j.title, j.state, j.done, j.total, j.error, coalesce(m.real_name,
    '') as "createdBy",
    ${isoSql('j.created_at')} as "createdAt", ${isoSql('j.ended_at')} as "endedAt"
  from kernel.job j left join upm.member m on m.tenant_id = j.tenant_id and m.user_id = j.created_by
  where j.tenant_id = $1 and (j.created_by = $2 or j.kind = any($3))
    and (j.state = 'failed' or j.kind <> all($4))`;

function seenBy(jobs: JobRunner, { tenant, userId, session }: Context): unknown[] {
  const kinds = [...jobs.kinds()];
  const namesOf = (found: typeof kinds): string[] => found.map(([name]) => name);
  return [
    tenant.id,
    userId,
    namesOf(kinds.filter(([, { access }]) => isAuthorized(access, session))),
    namesOf(kinds.filter(([, { isEndless }]) => isEndless === true)),
  ];
}

/** How far long work is, for who began it and who may. */
export function serveJobs({ db, routes, jobs }: Kernel): void {
  const find = async (ctx: Context, id: string): Promise<Job> => {
    const [job] = await db.readTenant<Job>(
      ctx,
      `${SEEN} and j.id = $5`,
      [...seenBy(jobs, ctx), id],
      { name: 'upm-job' },
    );
    if (!job) throw new AppError('JOB_UNKNOWN');
    return job;
  };
  routes.route('upm.job.list', ({ kind, open = false }, ctx) =>
    db.readTenant<DataOf<'upm.job.list'>[number]>(
      ctx,
      `${SEEN} and ($5::text is null or j.kind = $5) and (not $6 or j.state <> 'done') order by j.created_at desc limit ${SHOWN}`,
      [...seenBy(jobs, ctx), kind ?? null, open],
      { name: 'upm-jobs' },
    ),
  );
  routes.route('upm.job.detail', ({ id }, ctx) => find(ctx, id));
  routes.route('upm.job.again', async ({ id }, ctx) => {
    const { title } = await find(ctx, id);
    if (!(await db.withTenant(ctx, (tx) => retryFailedJob(tx, id))))
      throw new AppError('JOB_STATE', { title });
    return { id };
  });
}
