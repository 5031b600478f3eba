import type { DataOf, InputOf } from '../../../contract/index.ts';
import { AppError, type Context, type TenantTx } from '../../kernel/index.ts';
import type { Parts } from '../parts.ts';
import { nodeName } from '../prepared.ts';
import { manages } from '../people/managers.ts';
import { preparedOf, templateRow } from '../templates/rows.ts';

const DAYS = 90;
type Statistics = DataOf<'bpm.template.statistics'>;

/** How long a template's nodes wait, and what they answer: the bottlenecks first. */
export async function statisticsOf(
  parts: Parts,
  tx: TenantTx,
  ctx: Context,
  { templateId, days = DAYS }: InputOf<'bpm.template.statistics'>,
): Promise<Statistics> {
  const row = await templateRow(tx, templateId);
  if (row.version === 0) throw new AppError('FLOW_TEMPLATE_CLOSED', { name: row.name });
  const prepared = await preparedOf(parts, tx, row.id, row.version, row.names);
  if (!ctx.session.isBuilder && !(await manages(tx, ctx, prepared.settings.managers)))
    throw new AppError('FLOW_NOT_MANAGER');
  const given = [tx.tenant.id, row.id, days];
  const [whole] = await tx.query<{ started: number; hours: number | null }>(
    `select count(*)::integer as started, percentile_cont(0.5) within group (order by
      extract(epoch from ended_at - started_at) / 3600)::float8 as hours from bpm.flow_instance
      where tenant_id = $1 and template_id = $2 and started_at > now() - make_interval(days => $3)`,
    given,
  );
  const states = await tx.query<Statistics['states'][number]>(
    `select status as state, count(*)::integer as count from bpm.flow_instance where tenant_id = $1
      and template_id = $2 and status <> 'draft' and started_at > now() - make_interval(days => $3)
      group by 1 order by 2 desc`,
    given,
  );
  const nodes = await tx.query<Omit<Statistics['nodes'][number], 'name'>>(
    `select node_id as "nodeId", count(*) filter (where state = 'active')::integer as waiting,
      count(*) filter (where state in ('approved', 'rejected', 'returned'))::integer as answered,
      percentile_cont(0.5) within group (order by extract(epoch from ended_at - created_at) / 3600)
        filter (where state in ('approved', 'rejected', 'returned'))::float8 as "medianHours",
      percentile_cont(0.9) within group (order by extract(epoch from ended_at - created_at) / 3600)
        filter (where state in ('approved', 'rejected', 'returned'))::float8 as "p90Hours",
      coalesce(avg((state = 'rejected')::integer) filter (where state in ('approved', 'rejected', 'returned')), 0)::float8
        as "rejectRate",
      coalesce(avg((state = 'returned')::integer) filter (where state in ('approved', 'rejected', 'returned')), 0)::float8
        as "returnRate",
      (select count(*)::integer from bpm.flow_event e where e.tenant_id = $1 and e.op = 'timeout'
        and e.node_id = x.node_id and e.instance_id in (select id from bpm.flow_instance
          where tenant_id = $1 and template_id = $2)) as timeouts
      from bpm.flow_item x where tenant_id = $1 and template_id = $2 and role <> 'start'
        and created_at > now() - make_interval(days => $3)
      group by node_id order by "medianHours" desc nulls last`,
    given,
  );
  return {
    started: whole!.started,
    medianHours: whole!.hours,
    states,
    perDay: await perDay(tx, given),
    nodes: nodes.map((node) => ({ ...node, name: nodeName(prepared, node.nodeId) })),
  };
}

const perDay = (tx: TenantTx, given: readonly unknown[]): Promise<Statistics['perDay']> =>
  tx.query(
    `select to_char(d, 'YYYY-MM-DD') as day,
      (select count(*)::integer from bpm.flow_instance where tenant_id = $1 and template_id = $2
        and started_at >= d and started_at < d + interval '1 day') as started,
      (select count(*)::integer from bpm.flow_instance where tenant_id = $1 and template_id = $2
        and ended_at >= d and ended_at < d + interval '1 day') as ended
      from generate_series(date_trunc('day', now()) - make_interval(days => $3 - 1), now(), interval '1 day') d
      order by d`,
    given,
  );
