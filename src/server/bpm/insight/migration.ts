import type { DataOf, InputOf } from '../../../contract/index.ts';
import { migrationPlan } from '../../../flow/index.ts';
import { AppError, type TenantTx } from '../../kernel/index.ts';
import { Consequences } from '../instances/effects.ts';
import { FlowRun } from '../instances/flow-run.ts';
import { lockInstance, type InstanceRow } from '../instances/rows.ts';
import type { Doing } from '../instances/start.ts';
import { nodeName, type Prepared } from '../prepared.ts';
import { lockTemplate, OPEN_STATES, preparedOf } from '../templates/rows.ts';

/** Instances one migration looks at. */
const MAX_MOVED = 2_000;
type Input = InputOf<'bpm.template.dynamicUpdate'>;
type Plan = DataOf<'bpm.template.dynamicUpdate'>;

/** Open instances of other versions, locked. */
async function openInstances(
  tx: TenantTx,
  templateId: string,
  to: number,
  only: readonly string[] | undefined,
): Promise<InstanceRow[]> {
  const found = await tx.query<{ id: string }>(
    `select id from bpm.flow_instance where tenant_id = $1 and template_id = $2 and version_no <> $3
      and status in ${OPEN_STATES} and ($4::text[] is null or id::text = any($4)) order by id limit ${MAX_MOVED}`,
    [tx.tenant.id, templateId, to, only ?? null],
  );
  const rows: InstanceRow[] = [];
  for (const { id } of found) rows.push(await lockInstance(tx, id));
  return rows;
}

/** The version instances are moved to; refuses one that is not there, and a move without a reason. */
async function targetOf({ tx, parts }: Doing, input: Input): Promise<Prepared> {
  const { id, version, names } = await lockTemplate(tx, input.id);
  const toVersion = input.toVersion ?? version;
  if (toVersion > version || version === 0)
    throw new AppError('REVISION_UNKNOWN', { rev: toVersion });
  if (!input.dryRun && (input.reason ?? '').trim() === '')
    throw new AppError('FLOW_OPINION_REQUIRED');
  return preparedOf(parts, tx, id, toVersion, names);
}

/** Moves what runs to another version, or says what would move. */
export async function moveInstances(doing: Doing, input: Input): Promise<Plan> {
  const { tx, parts } = doing;
  const target = await targetOf(doing, input);
  const rows = await openInstances(tx, target.templateId, target.no, input.instanceIds);
  const { movable, stuck } = migrationPlan(target, input.nodes ?? {}, rows);
  const lost = new Map(stuck.map(({ id, steps }) => [id, steps]));
  const instances: Plan['instances'] = [];
  for (const row of rows) {
    const old = await preparedOf(parts, tx, row.template_id, row.version_no, row.followed);
    instances.push(planAnswer(row, old, lost.get(row.id)));
  }
  const moving = input.dryRun ? [] : rows.filter(({ id }) => !lost.has(id));
  for (const row of moving) await move(doing, row, target, input);
  return { toVersion: target.no, movable: movable.length, moved: moving.length, instances };
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
