import type { DataOf, InputOf } from '../../../contract/index.ts';
import type { FlowState } from '../../../flow/index.ts';
import { AppError } from '../../kernel/index.ts';
import { factsOf } from '../instances/facts.ts';
import { instanceRow } from '../instances/rows.ts';
import type { Doing } from '../instances/start.ts';
import { readDocument } from '../templates/document.ts';
import { sideOf } from '../templates/drafts.ts';
import { nodeName, prepare, asksPeople, type Prepared } from '../prepared.ts';
import { preparedOf, templateRow } from '../templates/rows.ts';
import { goneWay, type Answers } from './look-ahead.ts';

const DAYS = 30;
/** Instances one replay goes through. */
const MAX_REPLAYED = 500;

/** What was answered at each node: the last answer counts. */
function answersIn(state: FlowState): Answers {
  const answers: Record<string, 'approve' | 'reject'> = {};
  for (const { visit, state: end, role } of state.items) {
    const node = state.visits[visit - 1]!.step;
    if (role !== 'start' && end === 'rejected') answers[node] = 'reject';
    if (role !== 'start' && end === 'approved' && answers[node] === undefined)
      answers[node] = 'approve';
  }
  return answers;
}

/** The nodes that asked people, in the order they were entered. */
const pathOf = (prepared: Prepared, state: FlowState): string[] =>
  state.visits.flatMap(({ step, how }) => {
    const at = prepared.model.steps.get(step);
    return at && asksPeople(at) && how !== 'skipped' ? [step] : [];
  });

const sameList = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((each, i) => each === b[i]);

/**
 * Starts last month's instances again with the answers they got, by the version they followed and by
 * another document, and says which would have gone another way.
 */
export async function replay(
  doing: Doing,
  input: InputOf<'bpm.template.replay'>,
): Promise<DataOf<'bpm.template.replay'>> {
  const { tx, parts, ctx } = doing;
  const template = await templateRow(tx, input.id);
  if (template.version === 0) throw new AppError('FLOW_TEMPLATE_CLOSED', { name: template.name });
  const document =
    input.document === undefined
      ? await sideOf({ tx, parts, userId: ctx.userId }, input.id, 'draft')
      : readDocument(input.document);
  const next = prepare(template.id, 0, document);
  const ids = await tx.query<{ id: string }>(
    `select id from bpm.flow_instance where tenant_id = $1 and template_id = $2 and parent_id is null
      and started_at > now() - make_interval(days => $3) order by started_at desc limit ${MAX_REPLAYED}`,
    [tx.tenant.id, template.id, input.days ?? DAYS],
  );
  const different: DataOf<'bpm.template.replay'>['different'] = [];
  for (const { id } of ids) {
    const row = await instanceRow(tx, id);
    const facts = await factsOf(tx, parts, row, new Date(), row.snapshot ?? undefined);
    const base = {
      tx,
      parts,
      starterId: row.starter_id,
      starterDept: row.starter_dept,
      picks: row.picks,
      facts,
      answers: answersIn(row.state),
    };
    const old = await preparedOf(parts, tx, row.template_id, row.version_no);
    const [was, now] = [
      await goneWay({ ...base, prepared: old }),
      await goneWay({ ...base, prepared: next }),
    ];
    const [before, after] = [pathOf(old, was.state), pathOf(next, now.state)];
    if (sameList(before, after) && was.status === now.status) continue;
    const at = after.findIndex((node, i) => node !== before[i]);
    const parting = at === -1 ? after.length : at;
    different.push({
      instanceId: row.id,
      title: row.title,
      was: before,
      now: after,
      resultWas: was.status,
      resultNow: now.isOver ? now.status : null,
      why: partingWords(old, next, before[parting], after[parting]),
    });
  }
  const names = Object.fromEntries(
    [...next.model.steps.keys()].map((id) => [id, nodeName(next, id)]),
  );
  return { total: ids.length, same: ids.length - different.length, different, names };
}

function partingWords(
  old: Prepared,
  next: Prepared,
  was: string | undefined,
  now: string | undefined,
): string {
  if (was === undefined && now === undefined) return '走过的节点相同，结果不同';
  if (was === undefined) return `多了“${nodeName(next, now!)}”`;
  if (now === undefined) return `少了“${nodeName(old, was)}”`;
  return `“${nodeName(old, was)}”变为“${nodeName(next, now)}”`;
}
