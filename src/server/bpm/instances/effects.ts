import type { RecordValues } from '../../../contract/index.ts';
import type { Command, Effect, Result } from '../../../flow/index.ts';
import { draftOf } from '../../../flow/index.ts';
import { AppError } from '../../kernel/index.ts';
import { mainDeptOf } from '../../upm/index.ts';
import { findPeople, type Asking } from '../people/candidates.ts';
import { evaluate, fieldsIn, fillTemplate, type Facts } from '../people/expressions.ts';
import { askOutside } from '../outside/requests.ts';
import { requestSettings } from '../outside/settings.ts';
import { nodeName, nodeSettings } from '../prepared.ts';
import { templateRow } from '../templates/rows.ts';
import type { Deed } from './deed.ts';
import { labelsOf } from './facts.ts';
import { FlowRun } from './flow-run.ts';
import { insertInstance } from './insert.ts';
import { messageWritings, tellTriggered } from './messages.ts';
import { lockInstance } from './rows.ts';
import { describeInstance } from './titles.ts';

/** Instances one operation may start or end along: one a row of a sub-table, a few levels deep. */
const MAX_CHAIN = 500;

const worldDeed = (op: Deed['op'], nodeId: string | null = null): Deed => ({
  op,
  actor: null,
  nodeId,
});

/**
 * Carries out a command with all that follows from it: work of nodes, instances that are started,
 * cancelled or waited for, and messages.
 */
export class Consequences {
  readonly #runs = new Map<string, FlowRun>();
  #steps = 0;

  add(run: FlowRun): void {
    this.#runs.set(run.row.id, run);
  }

  async carryOut(run: FlowRun, command: Command, deed: Deed): Promise<void> {
    if ((this.#steps += 1) > MAX_CHAIN) throw new AppError('QUERY_TOO_LARGE');
    this.add(run);
    const wasOver = isOver(run.row.state.status);
    for (const effect of await run.carryOut(command, deed)) await this.#do(run, effect);
    const { status } = run.row.state;
    if (!wasOver && isOver(status)) await this.#tellParent(run, status);
  }

  /** Writes all instances the operation has touched, and the messages about them unless it is quiet. */
  async finish(isQuiet = false): Promise<void> {
    for (const run of this.#runs.values())
      await run.finish(isQuiet ? [] : await messageWritings(run));
  }

  async #do(run: FlowRun, effect: Effect): Promise<void> {
    switch (effect.kind) {
      case 'perform':
        return this.#perform(run, effect.visit, effect.step);
      case 'startChild':
        return this.#startChild(run, effect.child, effect.step);
      case 'cancelChild':
        return this.#cancelChild(run, effect.child);
      case 'remind':
      case 'notifyManagers':
        // Sent with the other messages.
        return;
    }
  }

  async #runOf(parent: FlowRun, id: string): Promise<FlowRun> {
    const known = this.#runs.get(id);
    if (known) return known;
    const { tx, parts, now } = parent;
    const run = await FlowRun.of(tx, parts, await lockInstance(tx, id), now);
    this.add(run);
    return run;
  }

  /** The work of a trigger. What the builder's settings make impossible is its failure. */
  async #perform(run: FlowRun, visit: number, node: string): Promise<void> {
    const now = run.now.getTime();
    await run.tx.query('savepoint trigger');
    try {
      const isDone = await perform(run, visit, node);
      await run.tx.query('release savepoint trigger');
      if (!isDone) return;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      await run.tx.query('rollback to savepoint trigger');
      const opinion = error.errors[0]?.msg ?? error.message;
      return this.carryOut(
        run,
        { kind: 'failed', visit, now },
        { ...worldDeed('failed', node), opinion },
      );
    }
    run.forgetFacts();
    await this.carryOut(run, { kind: 'performed', visit, now }, worldDeed('performed', node));
  }

  async #startChild(parent: FlowRun, id: string, node: string): Promise<void> {
    const { tx, parts, now, world } = parent;
    const settings = nodeSettings(parent.prepared, node) as {
      templateId?: string;
      each?: string;
      values?: Record<string, string>;
      starter?: never;
    };
    const template = await templateRow(tx, settings.templateId ?? '');
    if (template.version === 0) throw new AppError('FLOW_TEMPLATE_CLOSED', { name: template.name });
    const facts = await parent.facts();
    const values = world.childRows.get(id);
    const of = settings.each;
    const own = values && of !== undefined ? { ...facts, row: { of, values } } : facts;
    const starterId = await this.#childStarter(parent, settings.starter);
    const recordId = await childRecord(parent, template.object_name, settings.values, own);
    const child = await insertInstance(tx, {
      id,
      template,
      recordId,
      madeRecord: recordId !== parent.row.record_id,
      starterId,
      starterDept: await mainDeptOf(tx, starterId),
      parentId: parent.row.id,
      form: null,
      picks: {},
      state: draftOf(starterId),
      now,
    });
    const run = await FlowRun.of(tx, parts, child, now);
    await describeInstance(run);
    const by = { user: starterId, isManager: false };
    await this.carryOut(
      run,
      { kind: 'submit', by, now: now.getTime() },
      { op: 'start', actor: starterId, nodeId: run.prepared.model.start },
    );
  }

  async #childStarter(parent: FlowRun, candidates: readonly never[] | undefined): Promise<string> {
    const starterId = parent.row.starter_id;
    if (!candidates?.length) return starterId;
    const [first] = await findPeople(askingFor(parent), candidates);
    return first?.userId ?? starterId;
  }

  async #cancelChild(parent: FlowRun, id: string): Promise<void> {
    const run = await this.#runOf(parent, id);
    if (isOver(run.row.state.status)) return;
    const by = { user: run.row.starter_id, isManager: true };
    await this.carryOut(
      run,
      { kind: 'cancel', by, now: run.now.getTime() },
      { ...worldDeed('cancel'), opinion: '上级流程已离开这个节点' },
    );
  }

  async #tellParent(child: FlowRun, result: Result): Promise<void> {
    const { parent_id: parentId, id } = child.row;
    if (parentId === null) return;
    const parent = await this.#runOf(child, parentId);
    const waited = parent.row.state.children.some((each) => each.id === id && each.result === null);
    if (!waited || parent.row.state.status !== 'running') return;
    const visit = parent.row.state.children.find((each) => each.id === id)!.visit;
    if (parent.row.state.visits[visit - 1]!.state !== 'active') return;
    await this.carryOut(
      parent,
      { kind: 'childEnded', child: id, result, now: child.now.getTime() },
      worldDeed('childEnded', parent.row.state.visits[visit - 1]!.step),
    );
  }
}

const isOver = (status: string): status is Result =>
  !['draft', 'running', 'suspended'].includes(status);

/** For people who are not asked to approve: no one chooses them, and no one comes before them. */
const askingFor = (run: FlowRun): Asking => ({
  tx: run.tx,
  parts: run.parts,
  facts: () => run.facts(),
  starterId: run.row.starter_id,
  starterDept: run.row.starter_dept,
  picked: [],
  previous: [],
});

const valuesOf = (expressions: Readonly<Record<string, string>>, facts: Facts): RecordValues =>
  Object.fromEntries(
    Object.entries(expressions).map(([name, text]) => [name, evaluate(text, facts)]),
  );

/** The record of a child: a new one with these values, or its parent's. */
async function childRecord(
  { tx, parts, row }: FlowRun,
  object: string,
  values: Readonly<Record<string, string>> | undefined,
  facts: Facts,
): Promise<string | null> {
  if (values === undefined && object === row.object_name) return row.record_id;
  const writer = { userId: row.starter_id, flow: row.id, isQuiet: true };
  return parts.records.create(tx, object, valuesOf(values ?? {}, facts), writer);
}

interface TriggerSettings {
  do?: {
    action: 'update' | 'create' | 'message';
    values?: Record<string, string>;
    objectApiName?: string;
    to?: never[];
    title?: string;
    content?: string;
  };
}

/** Does the work of a trigger; false when it is done later, by the outbox. */
async function perform(run: FlowRun, visit: number, node: string): Promise<boolean> {
  const request = requestSettings(run.prepared, node);
  if (request) return askOutside(run, visit, node, request);
  await performHere(run, node);
  return true;
}

async function performHere(run: FlowRun, node: string): Promise<void> {
  const { tx, parts, row, prepared } = run;
  const { do: work } = nodeSettings(prepared, node) as TriggerSettings;
  if (!work) return;
  const facts = await run.facts();
  const writer = { userId: row.starter_id, flow: row.id };
  switch (work.action) {
    case 'update':
      if (row.record_id === null) throw new AppError('RECORD_UNKNOWN');
      await parts.records.edit(
        tx,
        row.object_name,
        row.record_id,
        valuesOf(work.values ?? {}, facts),
        writer,
      );
      return;
    case 'create':
      await parts.records.create(
        tx,
        work.objectApiName ?? '',
        valuesOf(work.values ?? {}, facts),
        writer,
      );
      return;
    case 'message': {
      const people = await findPeople(askingFor(run), work.to ?? []);
      const texts = [work.title ?? nodeName(prepared, node), work.content ?? ''];
      const named = texts.flatMap((text) => fieldsIn(text, facts));
      const labels = await labelsOf(tx, parts, facts, named);
      await tellTriggered(
        run,
        people.map(({ userId }) => userId),
        texts
          .map((text) => fillTemplate(text, facts, labels))
          .filter((text) => text !== '')
          .join('：'),
      );
    }
  }
}
