import type { DataOf, InputOf } from '../../../contract/index.ts';
import { decide } from '../../../flow/index.ts';
import { AppError, type TenantTx } from '../../kernel/index.ts';
import { Consequences } from '../instances/effects.ts';
import { FlowRun } from '../instances/flow-run.ts';
import { lockInstance, type InstanceRow } from '../instances/rows.ts';
import type { Doing } from '../instances/start.ts';
import { nodeName, type Prepared } from '../prepared.ts';
import { lockTemplate, OPEN_STATES, preparedOf } from '../templates/rows.ts';

/** Instances one migration looks at. */
const MAX_MOVED = 2_000;
type Plan = DataOf<'bpm.template.dynamicUpdate'>;

async function openInstances(
  tx: TenantTx,
  templateId: string,
  to: number,
  only: readonly string[] | undefined,
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select id from bpm.flow_instance where tenant_id = $1 and template_id = $2 and version_no <> $3
      and status in ${OPEN_STATES} and ($4::text[] is null or id::text = any($4)) order by id limit ${MAX_MOVED}`,
    [tx.tenant.id, templateId, to, only ?? null],
  );
  return rows.map(({ id }) => id);
}

/** Why an instance cannot follow the version; empty when it can. */
function whyNot(
  row: InstanceRow,
  target: Prepared,
  old: Prepared,
  nodes: Readonly<Record<string, string>>,
): string {
  const decision = decide(target.model, row.state, { kind: 'migrate', steps: nodes, now: 0 });
  if (decision.kind === 'refused')
    return `新版本里没有${(decision.refusal.about ?? []).map((id) => `“${nodeName(old, id)}”`).join('、')}的去处`;
  return decision.kind === 'needs' ? '还不能判断' : '';
}

/** Moves what runs to another version, or says what would move. */
export async function moveInstances(
  doing: Doing,
  input: InputOf<'bpm.template.dynamicUpdate'>,
): Promise<Plan> {
  const { tx, parts, ctx } = doing;
  const template = await lockTemplate(tx, input.id);
  const toVersion = input.toVersion ?? template.version;
  if (toVersion > template.version || template.version === 0)
    throw new AppError('REVISION_UNKNOWN', { rev: toVersion });
  if (!input.dryRun && (input.reason ?? '').trim() === '')
    throw new AppError('FLOW_OPINION_REQUIRED');
  const target = await preparedOf(parts, tx, template.id, toVersion);
  const nodes = input.nodes ?? {};
  const plan: Plan = { toVersion, movable: 0, moved: 0, instances: [] };
  for (const id of await openInstances(tx, template.id, toVersion, input.instanceIds)) {
    const row = await lockInstance(tx, id);
    const old = await preparedOf(parts, tx, row.template_id, row.version_no);
    const why = whyNot(row, target, old, nodes);
    const active = row.state.visits.filter(({ state }) => state === 'active');
    plan.instances.push({
      instanceId: id,
      title: row.title,
      fromVersion: row.version_no,
      at: active.map(({ step }) => nodeName(old, step)),
      movable: why === '',
      why,
    });
    if (why !== '') continue;
    plan.movable += 1;
    if (input.dryRun) continue;
    row.version_no = toVersion;
    const run = new FlowRun(tx, parts, row, target, new Date());
    const consequences = new Consequences();
    await consequences.carryOut(
      run,
      { kind: 'migrate', steps: nodes, now: run.now.getTime() },
      { op: 'migrate', actor: ctx.userId, opinion: input.reason ?? '', ip: ctx.ip },
    );
    await consequences.finish();
    await tx.run(
      `update bpm.flow_item f set node_id = g.node from json_to_recordset($3::json) g(visit integer, node text)
        where f.tenant_id = $1 and f.instance_id = $2 and f.visit = g.visit`,
      [
        tx.tenant.id,
        id,
        JSON.stringify(row.state.visits.map(({ id: visit, step }) => ({ visit, node: step }))),
      ],
    );
    plan.moved += 1;
  }
  return plan;
}
