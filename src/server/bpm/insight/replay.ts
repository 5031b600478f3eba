import type { DataOf, InputOf } from '../../../contract/index.ts';
import { replay, type OldInstance, type ReplayDifference } from '../../../flow/index.ts';
import { AppError, type TenantTx } from '../../kernel/index.ts';
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

async function startedIn(tx: TenantTx, templateId: string, days: number): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select id from bpm.flow_instance where tenant_id = $1 and template_id = $2 and parent_id is null
      and started_at > now() - make_interval(days => $3) order by started_at desc limit ${MAX_REPLAYED}`,
    [tx.tenant.id, templateId, days],
  );
  return rows.map(({ id }) => id);
}

/** A stored instance as it is replayed, over its record as it was when it ended. */
function oldInstance(
  { tx, parts }: Doing,
  row: InstanceRow,
  flow: Prepared,
): OldInstance<Prepared> {
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
    flow,
    state: row.state,
    startedAt: startedAt.getTime(),
    lookupFor: (tried) => new TrialWorld(trial, tried).lookup,
  };
}

/**
 * Starts last month's instances again with the answers they got, by the version they followed and by
 * another document, and says which would have gone another way.
 */
export async function replayTemplate(
  doing: Doing,
  input: InputOf<'bpm.template.replay'>,
): Promise<Answer> {
  const { tx, parts } = doing;
  const template = await templateRow(tx, input.id);
  if (template.version === 0) throw new AppError('FLOW_TEMPLATE_CLOSED', { name: template.name });
  const draft = prepare(template.id, 0, await triedDocument(doing, input));
  const titles = new Map<string, string>();
  const instances = new Map<string, OldInstance<Prepared>>();
  for (const id of await startedIn(tx, template.id, input.days ?? DAYS)) {
    const row = await instanceRow(tx, id);
    const old = await preparedOf(parts, tx, row.template_id, row.version_no);
    titles.set(id, row.title);
    instances.set(id, oldInstance(doing, row, old));
  }
  const { same, different } = await replay([...instances.values()], draft);
  const names = [...draft.model.steps.keys()].map((id) => [id, nodeName(draft, id)] as const);
  return {
    total: instances.size,
    same: same.length,
    different: different.map((each) =>
      differenceAnswer(each, titles.get(each.id)!, instances.get(each.id)!.flow, draft),
    ),
    names: Object.fromEntries(names),
  };
}

function differenceAnswer(
  difference: ReplayDifference,
  title: string,
  old: Prepared,
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
    why: partingWords(difference, old, draft),
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
