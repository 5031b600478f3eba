import type { DataOf, InputOf } from '../../../contract/index.ts';
import { replay, type OldInstance, type ReplayDifference } from '../../../flow/index.ts';
import { AppError } from '../../kernel/index.ts';
import { factsOf } from '../instances/facts.ts';
import { instanceRow, type InstanceRow } from '../instances/rows.ts';
import type { Doing } from '../instances/start.ts';
import type { Facts } from '../people/expressions.ts';
import { nodeName, prepare, type Prepared } from '../prepared.ts';
import { preparedOf, templateRow } from '../templates/rows.ts';
import { triedDocument } from './look-ahead.ts';
import { TrialWorld } from './trial.ts';

const DAYS = 30;
/** Instances one replay goes through. */
const MAX_REPLAYED = 500;
type Answer = DataOf<'bpm.template.replay'>;
interface Stored extends OldInstance<Prepared> {
  readonly title: string;
}

/** A stored instance as it is replayed, over its snapshot, or its record as it is where there is none. */
function oldInstance({ tx, parts }: Doing, row: InstanceRow, flow: Prepared): Stored {
  const startedAt = row.started_at!;
  let facts: Promise<Facts> | undefined;
  const trial = {
    tx,
    parts,
    starterId: row.starter_id,
    starterDept: row.starter_dept,
    picks: row.picks,
    facts: () => (facts ??= factsOf(tx, parts, row, startedAt, row.snapshot ?? undefined)),
  };
  return {
    id: row.id,
    title: row.title,
    flow,
    state: row.state,
    startedAt: startedAt.getTime(),
    lookupFor: (tried) => new TrialWorld(trial, tried).lookup,
  };
}

/** What started by a template in the last days, the newest first. */
async function startedIn(doing: Doing, templateId: string, days: number): Promise<Stored[]> {
  const { tx, parts } = doing;
  const found = await tx.query<{ id: string }>(
    `select id from bpm.flow_instance where tenant_id = $1 and template_id = $2 and parent_id is null
      and started_at > now() - make_interval(days => $3) order by started_at desc limit ${MAX_REPLAYED}`,
    [tx.tenant.id, templateId, days],
  );
  const instances: Stored[] = [];
  for (const { id } of found) {
    const row = await instanceRow(tx, id);
    const old = await preparedOf(parts, tx, row.template_id, row.version_no, row.followed);
    instances.push(oldInstance(doing, row, old));
  }
  return instances;
}

/**
 * Starts last month's instances again with the answers they got, by the version they followed and by
 * another document, and says which would have gone another way.
 */
export async function replayTemplate(
  doing: Doing,
  input: InputOf<'bpm.template.replay'>,
): Promise<Answer> {
  const template = await templateRow(doing.tx, input.id);
  if (template.version === 0) throw new AppError('FLOW_TEMPLATE_CLOSED', { name: template.name });
  const draft = prepare(template.id, 0, await triedDocument(doing, input));
  const instances = await startedIn(doing, template.id, input.days ?? DAYS);
  const { same, different } = await replay(instances, draft);
  const byId = new Map(instances.map((each) => [each.id, each]));
  // Nodes the draft no longer has are named as they were.
  const flows = [...instances.map(({ flow }) => flow), draft];
  const names = flows.flatMap((flow) =>
    [...flow.model.steps.keys()].map((id) => [id, nodeName(flow, id)] as const),
  );
  return {
    total: instances.length,
    same: same.length,
    different: different.map((each) => differenceAnswer(each, byId.get(each.id)!, draft)),
    names: Object.fromEntries(names),
  };
}

function differenceAnswer(
  difference: ReplayDifference,
  { title, flow }: Stored,
  draft: Prepared,
): Answer['different'][number] {
  const { id, before, after } = difference;
  const isOpen = ['draft', 'running', 'returned'].includes(after.status);
  return {
    instanceId: id,
    title,
    was: before.asked.map(({ step }) => step),
    now: after.asked.map(({ step }) => step),
    resultWas: before.status,
    resultNow: isOpen ? null : after.status,
    why: partingWords(difference, flow, draft),
  };
}

function partingWords(
  { at, why, before, after }: ReplayDifference,
  old: Prepared,
  draft: Prepared,
): string {
  if (why === 'otherResult') return '走过的节点相同，结果不同';
  const [was, now] = [before.asked[at]?.step, after.asked[at]?.step];
  if (why === 'otherPeople') return `“${nodeName(draft, now!)}”的处理人不同`;
  if (was === undefined) return `多了“${nodeName(draft, now!)}”`;
  if (now === undefined) return `少了“${nodeName(old, was)}”`;
  return `“${nodeName(old, was)}”变为“${nodeName(draft, now)}”`;
}
