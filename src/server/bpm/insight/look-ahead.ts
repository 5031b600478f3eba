import {
  FLOW_STATES,
  type FlowForecast,
  type FlowStatus,
  type FlowStep,
  type InputOf,
  type RecordValues,
} from '../../../contract/index.ts';
import {
  decide,
  draftOf,
  keyOf,
  type Command,
  type FlowDocument,
  type FlowState,
  type Known,
  type Need,
  type Visit,
} from '../../../flow/index.ts';
import { AppError, type TenantTx } from '../../kernel/index.ts';
import { mainDeptOf } from '../../upm/index.ts';
import { seenInstance } from '../instances/access.ts';
import { factsOf } from '../instances/facts.ts';
import { statusOf } from '../instances/rows.ts';
import type { Doing } from '../instances/start.ts';
import { reasonKey } from '../instances/store.ts';
import { World } from '../instances/world.ts';
import type { Parts } from '../parts.ts';
import type { Facts } from '../people/expressions.ts';
import { peopleLabels } from '../people/labels.ts';
import { sideOf } from '../templates/drafts.ts';
import { readDocument } from '../templates/document.ts';
import { nodeName, prepare, asksPeople, type Prepared } from '../prepared.ts';
import { preparedOf, templateRow } from '../templates/rows.ts';

/** Commands one look ahead gives: a way that goes in circles ends here. */
const MAX_COMMANDS = 400;
type Answer = 'approve' | 'reject' | 'timeout';
/** How people answer at nodes. */
export type Answers = Readonly<Record<string, Answer>>;

interface Trial {
  readonly tx: TenantTx;
  readonly parts: Parts;
  readonly prepared: Prepared;
  readonly starterId: string;
  readonly starterDept: string | null;
  readonly picks: Readonly<Record<string, readonly string[]>>;
  readonly facts: Facts;
  readonly state: FlowState;
  readonly answers: Answers;
}

/** Goes the way an instance would go when everyone answers as given, and approves otherwise. */
class LookAhead {
  readonly #trial: Trial;
  readonly #world: World;
  readonly #unsure = new Set<string>();
  state: FlowState;
  stop = '';

  constructor(trial: Trial) {
    this.#trial = trial;
    this.state = trial.state;
    this.#world = new World({
      ...trial,
      now: trial.facts.now,
      facts: () => Promise.resolve(trial.facts),
      state: () => this.state,
    });
  }

  get world(): World {
    return this.#world;
  }
  isUnsure(node: string): boolean {
    return this.#unsure.has(node);
  }

  async run(): Promise<void> {
    for (let turn = 0; turn < MAX_COMMANDS; turn += 1) {
      const command = this.#next();
      if (!command) return;
      if (!(await this.#does(command))) return;
    }
    this.stop = '流程在循环，没有走到结束';
  }

  async #does(command: Command): Promise<boolean> {
    const { model } = this.#trial.prepared;
    const known: Record<string, Known[string]> = {};
    for (;;) {
      const decision = decide(model, this.state, command, known);
      if (decision.kind === 'refused') {
        this.stop = `不能继续：${decision.refusal.reason}`;
        return false;
      }
      if (decision.kind === 'done') {
        this.state = decision.state;
        return true;
      }
      for (const need of decision.needs) known[keyOf(need)] = await this.#answer(need);
    }
  }

  /** As when it runs; what has not been chosen yet stays open, and chance is marked. */
  async #answer(need: Need): Promise<Known[string]> {
    if (need.kind === 'seed') this.#unsure.add(need.step);
    if (need.kind === 'children') return [];
    try {
      return await this.#world.answer(need);
    } catch (error) {
      if (need.kind !== 'people' || !(error instanceof AppError)) throw error;
      this.#unsure.add(need.step);
      return [this.#trial.starterId];
    }
  }

  #next(): Command | undefined {
    const { state } = this;
    const { starterId, answers, facts } = this.#trial;
    const now = facts.now.getTime();
    const by = (user: string) => ({ user, isManager: true });
    if (state.status === 'draft') return { kind: 'submit', by: by(starterId), now };
    if (state.status !== 'running') return undefined;
    const item = state.items.find((each) => each.state === 'active');
    const brings = { hasOpinion: true, isSigned: true, hasFiles: true };
    if (item) {
      if (item.role === 'start') return { kind: 'submit', by: by(item.user), now };
      const node = state.visits[item.visit - 1]!.step;
      const answer = answers[node] ?? 'approve';
      const timer = state.timers.find((each) => each.visit === item.visit && each.state === 'live');
      if (answer === 'timeout' && timer) return { kind: 'timer', timer: timer.id, now };
      const kind = answer === 'reject' ? 'reject' : 'approve';
      return { kind, by: by(item.user), item: item.id, brings, now };
    }
    const visit = state.visits.find((each) => each.state === 'active' && each.open === 0);
    if (!visit) return undefined;
    const step = this.#trial.prepared.model.steps.get(visit.step);
    if (step?.kind === 'trigger') return { kind: 'performed', visit: visit.id, now };
    if (step?.kind === 'wait') {
      this.#unsure.add(visit.step);
      return { kind: 'met', visit: visit.id, now };
    }
    const timer = state.timers.find((each) => each.visit === visit.id && each.state === 'live');
    return timer && { kind: 'timer', timer: timer.id, now };
  }
}

/** What people at each node took so far, half of them: in milliseconds. */
async function usualWaits(tx: TenantTx, templateId: string): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.query<{ node: string; ms: number }>(
    `select node_id as node, (percentile_cont(0.5) within group (order by
      extract(epoch from ended_at - created_at)) * 1000)::float8 as ms from bpm.flow_item
      where tenant_id = $1 and template_id = $2 and state in ('approved', 'rejected', 'returned')
        and created_at > now() - interval '180 days' group by 1`,
    [tx.tenant.id, templateId],
  );
  return new Map(rows.map(({ node, ms }) => [node, ms]));
}

/** Of a step that is not passed yet. */
function stateOf({ how }: Visit, before: Visit | undefined): FlowStep['state'] {
  if (how === 'skipped') return 'skipped';
  return before ? 'active' : 'expected';
}

function stepsOf(
  { prepared, facts, state: begun }: Trial,
  ahead: LookAhead,
  waits: ReadonlyMap<string, number>,
): FlowStep[] {
  let at: number | null = facts.now.getTime();
  return ahead.state.visits.map((visit): FlowStep => {
    const node = prepared.nodes.get(visit.step);
    const before = begun.visits[visit.id - 1];
    const isHuman = asksPeople(prepared.model.steps.get(visit.step)!);
    const wait: number | undefined = isHuman ? waits.get(visit.step) : 0;
    const isPassed = before !== undefined && before.state !== 'active';
    if (!isPassed && visit.how !== 'skipped')
      at = at === null || wait === undefined ? null : at + wait;
    const seats = ahead.state.seats.filter((seat) => seat.visit === visit.id);
    return {
      nodeId: visit.step,
      nodeName: nodeName(prepared, visit.step),
      type: node?.type ?? 'approve',
      ...(visit.branches.length > 0 && { branchId: visit.branches[0]! }),
      state: isPassed ? 'done' : stateOf(visit, before),
      how: visit.how ?? null,
      people: seats.map(({ user }) => ({
        userId: user,
        why: ahead.world.whys.get(reasonKey(visit.step, user))?.why ?? '',
        onBehalfOf: ahead.world.substituted.get(reasonKey(visit.step, user)) ?? null,
      })),
      isCertain: !ahead.isUnsure(visit.step),
      note: ahead.isUnsure(visit.step) ? '处理人或时间要到时才知道' : '',
      at: isPassed || at === null ? null : new Date(at).toISOString(),
    };
  });
}

async function looked(trial: Trial): Promise<FlowForecast> {
  const ahead = new LookAhead(trial);
  await ahead.run();
  const waits = await usualWaits(trial.tx, trial.prepared.templateId);
  const steps = stepsOf(trial, ahead, waits);
  const status = statusOf(ahead.state);
  const isOver = FLOW_STATES.includes(status) && !['draft', 'running'].includes(status);
  return {
    steps,
    result: isOver ? (status as FlowStatus) : null,
    endsAt: isOver ? (steps.at(-1)?.at ?? null) : null,
    labels: await peopleLabels(trial.tx, [
      trial.starterId,
      ...steps.flatMap(({ people }) => people.map(({ userId }) => userId)),
    ]),
  };
}

/** Where an instance comes to when it is started again with these answers. */
export async function goneWay(
  trial: Omit<Trial, 'state'>,
): Promise<{ state: FlowState; status: FlowStatus; isOver: boolean }> {
  const ahead = new LookAhead({ ...trial, state: draftOf(trial.starterId) });
  await ahead.run();
  const status = statusOf(ahead.state);
  return { state: ahead.state, status, isOver: !['draft', 'running', 'returned'].includes(status) };
}

/** The chain to come of an instance, or of one that is about to be started. */
export async function forecast(
  doing: Doing,
  input: InputOf<'bpm.process.forecast'>,
): Promise<FlowForecast> {
  const { tx, parts, ctx } = doing;
  const now = new Date();
  if (input.instanceId !== undefined) {
    const { row, prepared } = await seenInstance(doing, input.instanceId);
    const facts = await factsOf(tx, parts, row, now);
    return looked({
      tx,
      parts,
      prepared,
      starterId: row.starter_id,
      starterDept: row.starter_dept,
      picks: { ...row.picks, ...input.picks },
      facts,
      state: row.state,
      answers: {},
    });
  }
  const template = await templateRow(tx, input.templateId ?? '');
  if (template.version === 0) throw new AppError('FLOW_TEMPLATE_CLOSED', { name: template.name });
  const prepared = await preparedOf(parts, tx, template.id, template.version);
  const { objectName, recordId } = {
    objectName: template.object_name,
    recordId: input.recordId ?? null,
  };
  if (recordId !== null && !(await parts.records.sees(tx, objectName, recordId)))
    throw new AppError('RECORD_UNKNOWN');
  return looked(
    await trialOf(
      { tx, parts, prepared, starterId: ctx.userId, picks: input.picks ?? {}, answers: {} },
      { objectName, recordId, record: input.record },
    ),
  );
}

async function trialOf(
  base: Omit<Trial, 'facts' | 'state' | 'starterDept'>,
  about: { objectName: string; recordId: string | null; record: RecordValues | undefined },
): Promise<Trial> {
  const { tx, parts, starterId } = base;
  const starterDept = await mainDeptOf(tx, starterId);
  const stored =
    about.recordId === null
      ? {}
      : ((await parts.records.read(tx, about.objectName, about.recordId)) ?? {});
  const subject = {
    object_name: about.objectName,
    record_id: null,
    starter_id: starterId,
    starter_dept: starterDept,
  };
  const record = { owner: starterId, ...stored, ...about.record };
  const facts = await factsOf(tx, parts, subject, new Date(), record);
  return { ...base, starterDept, facts, state: draftOf(starterId) };
}

/** Tries a document out: the draft, unless one is given. */
export async function simulate(
  doing: Doing,
  input: InputOf<'bpm.template.simulate'>,
): Promise<FlowForecast> {
  const { tx, parts, ctx } = doing;
  const template = await templateRow(tx, input.id);
  const document: FlowDocument =
    input.document === undefined
      ? await sideOf({ tx, parts, userId: ctx.userId }, input.id, 'draft')
      : readDocument(input.document);
  return looked(
    await trialOf(
      {
        tx,
        parts,
        prepared: prepare(template.id, 0, document),
        starterId: input.starterId,
        picks: input.picks ?? {},
        answers: input.answers ?? {},
      },
      {
        objectName: template.object_name,
        recordId: input.recordId ?? null,
        record: input.record,
      },
    ),
  );
}
