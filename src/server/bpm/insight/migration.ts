import type { DataOf, InputOf } from '../../../contract/index.ts';
import { migrationPlan } from '../../../flow/index.ts';
import { AppError, type TenantTx } from '../../kernel/index.ts';
import { Consequences } from '../instances/effects.ts';
import { FlowRun } from '../instances/flow-run.ts';
import { instanceRow, lockInstance, type InstanceRow } from '../instances/rows.ts';
import type { Doing } from '../instances/start.ts';
import { nodeName, type Prepared } from '../prepared.ts';
import { manages } from '../people/managers.ts';
import {
  lockTemplate,
  OPEN_STATES,
  preparedOf,
  templateRow,
  type TemplateRow,
} from '../templates/rows.ts';

/** Instances one migration looks at. */
const MAX_MOVED = 2_000;
type Moving = InputOf<'bpm.template.dynamicPlan'>;
type Input = InputOf<'bpm.template.dynamicUpdate'>;
type Plan = DataOf<'bpm.template.dynamicPlan'>;

/** Open instances of other versions. */
async function openInstances(
  tx: TenantTx,
  to: Prepared,
  { instanceIds, fromVersion }: Moving,
  read: typeof instanceRow,
): Promise<InstanceRow[]> {
  const found = await tx.query<{ id: string }>(
    `select id from bpm.flow_instance where tenant_id = $1 and template_id = $2 and version_no <> $3
      and status in ${OPEN_STATES} and ($4::text[] is null or id::text = any($4))
      and ($5::integer is null or version_no = $5) order by id limit ${MAX_MOVED}`,
    [tx.tenant.id, to.templateId, to.no, instanceIds ?? null, fromVersion ?? null],
  );
  const rows: InstanceRow[] = [];
  for (const { id } of found) rows.push(await read(tx, id));
  return rows;
}

/** Builders move what runs by any template, others what they look after. */
async function requireManager({ tx, ctx, parts }: Doing, row: TemplateRow): Promise<void> {
  if (ctx.session.isBuilder) return;
  const current = row.version > 0 && (await preparedOf(parts, tx, row.id, row.version, row.names));
  if (!current || !(await manages(tx, ctx, current.settings.managers)))
    throw new AppError('FLOW_NOT_MANAGER');
}

/** The version instances are moved to; refuses one that is not there. */
async function targetOf(
  doing: Doing,
  row: TemplateRow,
  toVersion: number | null | undefined,
): Promise<Prepared> {
  await requireManager(doing, row);
  const { id, version, names } = row;
  const to = toVersion ?? version;
  if (to > version || version === 0) throw new AppError('REVISION_UNKNOWN', { rev: to });
  return preparedOf(doing.parts, doing.tx, id, to, names);
}

/** What can move, and what cannot; with the rows that can. */
async function planned(
  { tx, parts }: Doing,
  target: Prepared,
  rows: readonly InstanceRow[],
  nodes: Moving['nodes'] = {},
): Promise<{ plan: Plan; moving: InstanceRow[] }> {
  const { movable, stuck } = migrationPlan(target, nodes, rows);
  const stays = new Map(stuck.map(({ id, steps }) => [id, steps]));
  const instances: Plan['instances'] = [];
  const old = new Map<string, Prepared>();
  for (const row of rows) {
    old.set(row.id, await preparedOf(parts, tx, row.template_id, row.version_no, row.followed));
    instances.push(planAnswer(row, old.get(row.id)!, stays.get(row.id)));
  }
  const lost = lostNodes(target, rows, old);
  return {
    plan: { toVersion: target.no, movable: movable.length, instances, lost },
    moving: rows.filter(({ id }) => !stays.has(id)),
  };
}

/** Which running instances can move to another version, and why others cannot. */
export async function planMove(doing: Doing, input: Moving): Promise<Plan> {
  const target = await targetOf(doing, await templateRow(doing.tx, input.id), input.toVersion);
  const rows = await openInstances(doing.tx, target, input, instanceRow);
  return (await planned(doing, target, rows, input.nodes)).plan;
}

/** Moves what runs to another version, with a reason, or says what would move. */
export async function moveInstances(
  doing: Doing,
  input: Input,
): Promise<DataOf<'bpm.template.dynamicUpdate'>> {
  if (input.dryRun) return { ...(await planMove(doing, input)), moved: 0 };
  const target = await targetOf(doing, await lockTemplate(doing.tx, input.id), input.toVersion);
  if ((input.reason ?? '').trim() === '') throw new AppError('FLOW_OPINION_REQUIRED');
  const rows = await openInstances(doing.tx, target, input, lockInstance);
  const { plan, moving } = await planned(doing, target, rows, input.nodes);
  for (const row of moving) await move(doing, row, target, input);
  return { ...plan, moved: moving.length };
}

/** People answer both; what waits for anything else has its place in a node of the same type only. */
const kindOf = (type: string | undefined): string | undefined =>
  type === 'handle' ? 'approve' : type;

/** Nodes that have no place in the version where nothing is mapped, and where they could go. */
function lostNodes(
  target: Prepared,
  rows: readonly InstanceRow[],
  old: ReadonlyMap<string, Prepared>,
): Plan['lost'] {
  const lost = new Map<string, Plan['lost'][number]>();
  for (const { id, steps } of migrationPlan(target, {}, rows).stuck)
    for (const nodeId of steps) {
      const from = old.get(id)!;
      const kind = kindOf(from.nodes.get(nodeId)?.type);
      const places = [...target.nodes].filter(([, { type }]) => kindOf(type) === kind);
      const known = lost.get(nodeId);
      lost.set(nodeId, {
        nodeId,
        name: nodeName(from, nodeId),
        count: (known?.count ?? 0) + 1,
        places: places.map(([place]) => ({ nodeId: place, name: nodeName(target, place) })),
      });
    }
  return [...lost.values()];
}

function planAnswer(
  row: InstanceRow,
  old: Prepared,
  lost: readonly string[] | undefined,
): Plan['instances'][number] {
  const active = row.state.visits.filter(({ state }) => state === 'active');
  const names = lost?.map((id) => `“${nodeName(old, id)}”`) ?? [];
  return {
    instanceId: row.id,
    title: row.title,
    fromVersion: row.version_no,
    at: active.map(({ step }) => nodeName(old, step)),
    movable: lost === undefined,
    why: lost === undefined ? '' : `新版本里没有${names.join('、')}的去处`,
  };
}

async function move(
  { tx, parts, ctx }: Doing,
  row: InstanceRow,
  target: Prepared,
  { nodes = {}, reason = '' }: Input,
): Promise<void> {
  row.version_no = target.no;
  const run = new FlowRun(tx, parts, row, target, new Date());
  const consequences = new Consequences();
  await consequences.carryOut(
    run,
    { kind: 'migrate', steps: nodes, now: run.now.getTime() },
    { op: 'migrate', actor: ctx.userId, opinion: reason, ip: ctx.ip },
  );
  await consequences.finish();
  const places = row.state.visits.map(({ id: visit, step }) => ({ visit, node: step }));
  await tx.run(
    `update bpm.flow_item f set node_id = g.node from json_to_recordset($3::json) g(visit integer, node text)
      where f.tenant_id = $1 and f.instance_id = $2 and f.visit = g.visit`,
    [tx.tenant.id, row.id, JSON.stringify(places)],
  );
}
