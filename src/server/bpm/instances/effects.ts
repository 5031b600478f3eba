import type { Command, Effect, Result } from '../../../flow/index.ts';
import { AppError } from '../../kernel/index.ts';
import { childIn, startChild } from './children.ts';
import type { Deed } from './deed.ts';
import { FlowRun } from './flow-run.ts';
import { messageWritings } from './messages.ts';
import { lockInstance } from './rows.ts';
import { perform } from './work.ts';

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
  /** Instances that could not be started. */
  readonly #unstarted = new Set<string>();
  #steps = 0;

  add(run: FlowRun): void {
    this.#runs.set(run.row.id, run);
  }

  async carryOut(run: FlowRun, command: Command, deed: Deed): Promise<void> {
    if ((this.#steps += 1) > MAX_CHAIN) throw new AppError('QUERY_TOO_LARGE');
    this.add(run);
    if (command.kind === 'resume') await this.#catchUp(run);
    const wasOver = isOver(run.row.state.status);
    await this.#follow(run, await run.carryOut(command, deed), wasOver);
  }

  async #follow(run: FlowRun, effects: readonly Effect[], wasOver: boolean): Promise<void> {
    for (const effect of effects) await this.#do(run, effect);
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

  /** The work of a trigger, unless what was decided after it has led elsewhere. */
  async #perform(run: FlowRun, visit: number, node: string): Promise<void> {
    const { status, visits } = run.row.state;
    if (status !== 'running' || visits[visit - 1]!.state !== 'active') return;
    const now = run.now.getTime();
    const tried = await attempt(run, () => perform(run, visit, node));
    if ('failure' in tried)
      return this.carryOut(run, { kind: 'failed', visit, now }, failure(node, tried.failure));
    if (!tried.done) return;
    run.forgetFacts();
    await this.carryOut(run, { kind: 'performed', visit, now }, worldDeed('performed', node));
  }

  async #startChild(parent: FlowRun, id: string, node: string): Promise<void> {
    if ((this.#steps += 1) > MAX_CHAIN) throw new AppError('QUERY_TOO_LARGE');
    const tried = await attempt(parent, () => startChild(parent, id, node));
    if ('failure' in tried) return this.#childFailed(parent, id, failure(node, tried.failure));
    const { run, effects } = tried.done;
    this.add(run);
    await this.#follow(run, effects, false);
  }

  async #childFailed(parent: FlowRun, id: string, deed: Deed): Promise<void> {
    this.#unstarted.add(id);
    const { visit } = childIn(parent, id);
    if (parent.row.state.visits[visit - 1]!.state === 'cancelled') return;
    const now = parent.now.getTime();
    await this.carryOut(parent, { kind: 'failed', visit, child: id, now }, deed);
  }

  async #cancelChild(parent: FlowRun, id: string): Promise<void> {
    if (this.#unstarted.has(id)) return;
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
    await this.#childEnded(parent, id, result);
  }

  async #childEnded(parent: FlowRun, id: string, result: Result): Promise<void> {
    const { children, visits, status } = parent.row.state;
    const child = children.find((each) => each.id === id && each.result === null);
    const visit = child && visits[child.visit - 1]!;
    if (visit?.state !== 'active' || isOver(status)) return;
    await this.carryOut(
      parent,
      { kind: 'childEnded', child: id, result, now: parent.now.getTime() },
      worldDeed('childEnded', visit.step),
    );
  }

  /** Notes what has ended without its parent being notified: earlier versions notified none that rested. */
  async #catchUp(parent: FlowRun): Promise<void> {
    const { row, tx } = parent;
    const open = row.state.children.filter(({ result }) => result === null);
    if (open.length === 0) return;
    const ended = await tx.query<{ id: string; status: Result }>(
      `select id, status from bpm.flow_instance where tenant_id = $1 and parent_id = $2
        and id = any($3::uuid[]) and status not in ('draft', 'running', 'returned', 'suspended')`,
      [tx.tenant.id, row.id, open.map(({ id }) => id)],
    );
    for (const { id, status } of ended) await this.#childEnded(parent, id, status);
  }
}

type Tried<T> = { readonly done: T } | { readonly failure: AppError };

/** Work of a node. What the builder's settings make impossible is its failure, and leaves nothing. */
async function attempt<T>({ tx }: FlowRun, work: () => Promise<T>): Promise<Tried<T>> {
  await tx.query('savepoint attempt');
  try {
    const done = await work();
    await tx.query('release savepoint attempt');
    return { done };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await tx.query('rollback to savepoint attempt');
    return { failure: error };
  }
}

const failure = (node: string, error: AppError): Deed => ({
  ...worldDeed('failed', node),
  opinion: error.errors[0]?.msg ?? error.message,
});

const isOver = (status: string): status is Result =>
  !['draft', 'running', 'suspended'].includes(status);
