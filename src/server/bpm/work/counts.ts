import type { DataOf, InputOf } from '../../../contract/index.ts';
import type { Context, TenantTx } from '../../kernel/index.ts';
import type { Parts } from '../parts.ts';
import { notifyLists } from '../instances/messages.ts';
import { readItemId } from '../instances/rows.ts';
import { isUuid } from '../templates/rows.ts';

const COUNTS = `select
  (select count(*) from bpm.flow_item where tenant_id = $1 and user_id = $2 and state = 'active')::integer as todo,
  (select count(*) from bpm.flow_item where tenant_id = $1 and user_id = $2 and state = 'active'
    and read_at is null)::integer as unread,
  (select count(*) from bpm.flow_cc where tenant_id = $1 and user_id = $2 and read_at is null)::integer as cc,
  count(*) filter (where status in ('running', 'returned', 'suspended'))::integer as owner,
  count(*) filter (where status in ('draft', 'withdrawn'))::integer as draft,
  count(*) filter (where status = 'returned')::integer as returned
  from bpm.flow_instance where tenant_id = $1 and starter_id = $2 and deleted_at is null
    and status in ('running', 'returned', 'suspended', 'draft', 'withdrawn')`;

/** The numbers of the workflow centre's lists. */
export async function workCounts(
  { db }: Parts,
  ctx: Context,
): Promise<DataOf<'bpm.work.dashboardCount'>> {
  const [row] = await db.readTenant<DataOf<'bpm.work.dashboardCount'>>(
    ctx,
    COUNTS,
    [ctx.tenant.id, ctx.userId],
    { name: 'bpm-counts' },
  );
  return row!;
}

/** What waits for the person in each application. */
export async function appCounts(
  { db }: Parts,
  ctx: Context,
): Promise<DataOf<'bpm.work.flowCenterCount'>> {
  const apps = await db.readTenant<{ appId: string | null; todo: number }>(
    ctx,
    `select o.app_id as "appId", count(*)::integer as todo from bpm.flow_item x
      join bpm.flow_template t on t.tenant_id = x.tenant_id and t.id = x.template_id
      join bizmeta.object o on o.tenant_id = t.tenant_id and o.id = t.object_id
      where x.tenant_id = $1 and x.user_id = $2 and x.state = 'active' group by 1 order by 2 desc`,
    [ctx.tenant.id, ctx.userId],
    { name: 'bpm-app-counts' },
  );
  return { todo: apps.reduce((sum, { todo }) => sum + todo, 0), apps };
}

const GROUPS = {
  todo: `from bpm.flow_item x where x.tenant_id = $1 and x.user_id = $2 and x.state = 'active'`,
  finished: `from bpm.flow_item x where x.tenant_id = $1 and x.user_id = $2
    and x.state in ('approved', 'rejected', 'returned', 'transferred') and x.role <> 'start'`,
  cc: 'from bpm.flow_cc x where x.tenant_id = $1 and x.user_id = $2',
  owner: `from (select *, started_at as read_at from bpm.flow_instance) x where x.tenant_id = $1
    and x.starter_id = $2 and x.status <> 'draft' and x.deleted_at is null`,
} as const;

/** How many of a list each template has. */
export const workGroups = (
  { db }: Parts,
  ctx: Context,
  { list }: InputOf<'bpm.work.groups'>,
): Promise<DataOf<'bpm.work.groups'>> =>
  db.readTenant(
    ctx,
    `select g.template_id as "templateId", t.name, g.count, g.unread from (select x.template_id,
      count(*)::integer as count, count(*) filter (where x.read_at is null)::integer as unread
      ${GROUPS[list]} group by 1) g
      join bpm.flow_template t on t.tenant_id = $1 and t.id = g.template_id
      order by g.count desc, t.name`,
    [ctx.tenant.id, ctx.userId],
    { name: `bpm-groups-${list}` },
  );

/** Marks items or copies as read: those named, or all of the list. */
export async function markRead(
  tx: TenantTx,
  userId: string,
  { list, ids }: InputOf<'bpm.work.mask'>,
): Promise<{ marked: number }> {
  const marked =
    list === 'todo' ? await markItems(tx, userId, ids) : await markCopies(tx, userId, ids);
  if (marked > 0) await notifyLists(tx, [userId]);
  return { marked };
}

const markItems = (tx: TenantTx, userId: string, ids: readonly string[] | undefined) => {
  const named = ids?.map(readItemId);
  return tx.run(
    `update bpm.flow_item x set read_at = now() where x.tenant_id = $1 and x.user_id = $2
      and x.state = 'active' and x.read_at is null and ($3::json is null or exists (
        select from json_to_recordset($3::json) g("instanceId" uuid, no integer)
        where g."instanceId" = x.instance_id and g.no = x.no))`,
    [tx.tenant.id, userId, named ? JSON.stringify(named) : null],
  );
};
const markCopies = (tx: TenantTx, userId: string, ids: readonly string[] | undefined) =>
  tx.run(
    `update bpm.flow_cc set read_at = now() where tenant_id = $1 and user_id = $2 and read_at is null
      and ($3::uuid[] is null or instance_id = any($3))`,
    [tx.tenant.id, userId, ids?.filter(isUuid) ?? null],
  );
