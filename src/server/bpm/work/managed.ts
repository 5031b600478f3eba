import type { DataOf, FlowRows, InputOf } from '../../../contract/index.ts';
import { AppError, SqlParameters, type Context, type TenantTx } from '../../kernel/index.ts';
import type { Parts } from '../parts.ts';
import { answered, instanceList, isReadable, pageSql, type StoredRow } from './lists.ts';
import { managesAll } from '../people/managers.ts';
import { peopleLabels } from '../people/labels.ts';
import { stays } from './removal.ts';

/** Templates a person is named as manager of, or one who left and whom they succeed. */
async function managedTemplates(tx: TenantTx, userId: string): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `with recursive named as (
      select $2::text as id
      union select s.user_id from named n
        join bpm.flow_successor s on s.tenant_id = $1 and s.successor_id = n.id
        join upm.member m on m.tenant_id = $1 and m.user_id = s.user_id and m.state <> 'active')
    select t.id from bpm.flow_template t join bpm.flow_version v on v.tenant_id = t.tenant_id
      and v.template_id = t.id and v.no = t.version where t.tenant_id = $1
      and v.document -> 'settings' -> 'managers' ?| array(select id from named)`,
    [tx.tenant.id, userId],
  );
  return rows.map(({ id }) => id);
}

/** Instances a person looks after: all, or those of the templates that name him. */
export async function managedInstances(
  parts: Parts,
  tx: TenantTx,
  ctx: Context,
  input: InputOf<'bpm.process.viewAll'>,
): Promise<FlowRows> {
  const own = managesAll(ctx) ? undefined : await managedTemplates(tx, ctx.userId);
  if (own?.length === 0) throw new AppError('FLOW_NOT_MANAGER');
  if (!isReadable(input)) return { records: [], total: 0, labels: {} };
  const { values, bind } = new SqlParameters(tx.tenant.id);
  const open = `from bpm.flow_item f where f.tenant_id = x.tenant_id and f.instance_id = x.id and f.state = 'active'`;
  const source = instanceList([
    `x.status <> 'draft'`,
    stays('x'),
    ...(own ? [`x.template_id = any(${bind(own)}::uuid[])`] : []),
    ...(input.nodeId ? [`exists (select ${open} and f.node_id = ${bind(input.nodeId)})`] : []),
    ...(input.assigneeId
      ? [`exists (select ${open} and f.user_id = ${bind(input.assigneeId)})`]
      : []),
    ...(input.isOverdue ? [`exists (select ${open} and f.due_at < now())`] : []),
  ]);
  const { rows, total } = pageSql(source, input, { tenant: '$1', bind });
  const found = await tx.query<StoredRow>(rows, values);
  const [counted] = await tx.query<{ total: number }>(total, values);
  return {
    records: await answered(parts, tx, found),
    total: counted!.total,
    labels: await peopleLabels(
      tx,
      found.flatMap(({ starter_id, waiting }) => [starter_id, ...waiting]),
    ),
  };
}

/** Published templates a person looks after: all, or those that name him. */
export async function managedTemplateRows(
  tx: TenantTx,
  ctx: Context,
): Promise<DataOf<'bpm.template.managed'>> {
  const own = managesAll(ctx) ? null : await managedTemplates(tx, ctx.userId);
  return tx.query(
    `select id, name from bpm.flow_template where tenant_id = $1 and version > 0
      and deleted_at is null and ($2::uuid[] is null or id = any($2)) order by name, id`,
    [tx.tenant.id, own],
  );
}
