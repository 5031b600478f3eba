import type { DataOf, InputOf } from '../../../contract/index.ts';
import { DEFAULT_PAGE_SIZE } from '../../../contract/index.ts';
import { isLiveItem } from '../../../flow/index.ts';
import { AppError, type Context, type TenantTx } from '../../kernel/index.ts';
import { Consequences } from '../instances/effects.ts';
import { FlowRun } from '../instances/flow-run.ts';
import { lockInstance } from '../instances/rows.ts';
import type { Parts } from '../parts.ts';
import type { ReassignParties } from '../../upm/index.ts';
import { activeAmong } from '../people/candidates.ts';
import { managerIds } from '../people/managers.ts';

type Kind = DataOf<'bpm.work.transferCount'>[number]['kind'];
const TITLES: Readonly<Record<Kind, string>> = {
  todo: '待处理的流程',
  templates: '创建的流程模板',
  managers: '管理的流程模板',
  candidates: '流程里指定的处理人',
  substitutions: '代理规则',
};

interface Left {
  id: string;
  title: string;
  detail: string;
}

/** Where the newest version of a template names the person. */
const NAMED = (path: string): string => `select t.id::text as id, t.name as title, '' as detail
  from bpm.flow_template t join bpm.flow_version v on v.tenant_id = t.tenant_id and v.template_id = t.id
  and v.no = t.version where t.tenant_id = $1 and t.deleted_at is null and ${path}`;
const MANAGED = NAMED(`v.document -> 'settings' -> 'managers' ? $2`);
const ASKED = NAMED(`exists (select from jsonb_each(v.document -> 'nodes') n,
  jsonb_array_elements(case when jsonb_typeof(n.value -> 'settings' -> 'candidates') = 'array'
    then n.value -> 'settings' -> 'candidates' else '[]' end) c
  where (c ->> 'strategy') = '30' and c -> 'param' ? $2)`);
const QUERIES: Readonly<Record<Kind, string>> = {
  todo: `select x.instance_id || '.' || x.no as id, i.title, t.name as detail from bpm.flow_item x
    join bpm.flow_instance i on i.tenant_id = x.tenant_id and i.id = x.instance_id
    join bpm.flow_template t on t.tenant_id = i.tenant_id and t.id = i.template_id
    where x.tenant_id = $1 and x.user_id = $2 and x.state in ('active', 'wait', 'hold')`,
  templates: `select id::text as id, name as title, '' as detail from bpm.flow_template
    where tenant_id = $1 and created_by = $2 and deleted_at is null`,
  managers: MANAGED,
  candidates: ASKED,
  substitutions: `select '' as id, '' as title, '' as detail where $1::text is null and $2::text is null`,
};
const KINDS = Object.keys(QUERIES) as Kind[];

/** How much of each kind there is. */
export async function transferCounts(
  tx: TenantTx,
  userId: string,
): Promise<DataOf<'bpm.work.transferCount'>> {
  const counts: DataOf<'bpm.work.transferCount'> = [];
  for (const kind of KINDS) {
    const [row] = await tx.query<{ count: number }>(
      `select count(*)::integer as count from (${QUERIES[kind]}) x`,
      [tx.tenant.id, userId],
    );
    counts.push({ kind, title: TITLES[kind], count: row!.count });
  }
  return counts;
}

export async function transferList(
  tx: TenantTx,
  { userId, kind, current = 1, size = DEFAULT_PAGE_SIZE }: InputOf<'bpm.work.transferQuery'>,
): Promise<DataOf<'bpm.work.transferQuery'>> {
  const rows = await tx.query<Left & { total: number }>(
    `select x.*, count(*) over ()::integer as total from (${QUERIES[kind]}) x order by title, id
      limit $3 offset $4`,
    [tx.tenant.id, userId, size, (current - 1) * size],
  );
  return {
    records: rows.map(({ id, title, detail }) => ({ id, title, detail })),
    total: rows[0]?.total ?? 0,
  };
}

/** Who is asked in the place of a person who works here no more, wherever templates name them. */
export const setSuccessor = (tx: TenantTx, from: string, to: string): Promise<number> =>
  tx.run(
    `insert into bpm.flow_successor (tenant_id, user_id, successor_id) values ($1, $2, $3)
      on conflict (tenant_id, user_id) do update set successor_id = excluded.successor_id`,
    [tx.tenant.id, from, to],
  );

interface Giving extends ReassignParties {
  readonly ip?: string;
}

/** Gives everything a person has to do to another, some instances at a time, in their order. */
export async function giveItems(
  tx: TenantTx,
  parts: Parts,
  giving: Giving,
  { after = null, most = null }: { after?: string | null; most?: number | null } = {},
): Promise<{ moved: number; last: string | null }> {
  const rows = await tx.query<{ id: string }>(
    `select distinct instance_id as id from bpm.flow_item where tenant_id = $1 and user_id = $2
      and state in ('active', 'wait', 'hold') and ($3::uuid is null or instance_id > $3) order by 1 limit $4`,
    [tx.tenant.id, giving.from, after, most],
  );
  let moved = 0;
  for (const { id } of rows) moved += await giveInstance(tx, parts, giving, id);
  return { moved, last: rows.at(-1)?.id ?? null };
}

/** Of one instance: to the successor, or to a manager where the successor is asked already. */
async function giveInstance(
  tx: TenantTx,
  parts: Parts,
  { from, to, by, ip = '', isSame = false }: Giving,
  id: string,
): Promise<number> {
  const run = await FlowRun.of(tx, parts, await lockInstance(tx, id));
  const consequences = new Consequences();
  const { state } = run.row;
  if (state.status !== 'running' && state.status !== 'suspended') return 0;
  const managers = await managerIds(tx, run.prepared.settings.managers);
  let moved = 0;
  for (const item of state.items) {
    if (item.user !== from || !isLiveItem(item)) continue;
    const there = run.row.state.items.filter(
      (each) => each.visit === item.visit && isLiveItem(each),
    );
    const next = [to, ...managers].find(
      (user) => user !== from && !there.some((each) => each.user === user),
    );
    if (next === undefined) continue;
    const about = { item: item.id, nodeId: state.visits[item.visit - 1]!.step };
    await consequences.carryOut(
      run,
      {
        kind: 'reassign',
        by: { user: by, isManager: true },
        item: item.id,
        to: next,
        now: run.now.getTime(),
      },
      {
        op: 'reassign',
        actor: by,
        ...about,
        userIds: [next],
        opinion: isSame ? '成员加入企业' : '离职交接',
        ip,
      },
    );
    moved += 1;
  }
  await consequences.finish();
  return moved;
}

type Moved = DataOf<'bpm.work.transferUpdate'>['moved'];

/** Gives what a person has in approvals to another. */
export async function transferWork(
  tx: TenantTx,
  parts: Parts,
  ctx: Context,
  { userId, toUserId, kinds = KINDS }: InputOf<'bpm.work.transferUpdate'>,
): Promise<DataOf<'bpm.work.transferUpdate'>> {
  await requireOther(tx, userId, toUserId);
  const moved: Moved = [];
  if (kinds.includes('todo')) {
    const giving = { from: userId, to: toUserId, by: ctx.userId, ip: ctx.ip };
    moved.push({ kind: 'todo', count: (await giveItems(tx, parts, giving)).moved });
  }
  if (kinds.includes('templates'))
    moved.push({ kind: 'templates', count: await giveTemplates(tx, userId, toUserId) });
  if (kinds.includes('managers') || kinds.includes('candidates'))
    moved.push(...(await giveNames(tx, userId, toUserId)));
  return { moved };
}

async function requireOther(tx: TenantTx, from: string, to: string): Promise<void> {
  const active = await activeAmong(tx, [to]);
  if (!active.has(to) || to === from) throw new AppError('FLOW_NOBODY');
}

/** The other is asked wherever templates name the person. */
async function giveNames(tx: TenantTx, from: string, to: string): Promise<Moved> {
  const counts = await transferCounts(tx, from);
  await setSuccessor(tx, from, to);
  return counts
    .filter(({ kind }) => kind === 'managers' || kind === 'candidates')
    .map(({ kind, count }) => ({ kind, count }));
}

export const giveTemplates = (tx: TenantTx, from: string, to: string): Promise<number> =>
  tx.run(
    `update bpm.flow_template set created_by = $3 where tenant_id = $1 and created_by = $2
      and deleted_at is null`,
    [tx.tenant.id, from, to],
  );
