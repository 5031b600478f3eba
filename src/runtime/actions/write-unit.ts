import { asFailure } from '../../contract/index.ts';
import type { Problem, RecordChange, RecordStep, TransactionAnswer } from '../../contract/index.ts';
import type { ActionModel } from '../../page/index.ts';
import { problemsOf } from '../models/form-save.ts';
import { callAndPublish } from '../models/record-changes.ts';
import type { PageScope } from '../scope/page-scope.ts';
import type { PendingWrite, RecordResult } from './types.ts';

interface Sent {
  steps: readonly RecordStep[];
  requestId: string;
}
/** What was sent and never answered: sent again word for word, so that the server does it once. */
const unanswered = new WeakMap<PageScope, Map<string, Sent>>();

/** A server that said nothing may have done it all the same; one that refused has done nothing. */
const isUnanswered = (failure: unknown): boolean => {
  const { code } = asFailure(failure);
  return code === 0 || (code !== undefined && code >= 500);
};

/** The record steps of one list: written together, in one transaction, or not at all. */
export class WriteUnit {
  private readonly steps: RecordStep[] = [];
  private readonly owners: ActionModel[] = [];
  private readonly results: RecordResult[] = [];
  /** Names of results that are not there yet, by the results they will be among. */
  private readonly waiting = new Map<object, Set<string>>();
  /** Begins every key, so that no value can be one by chance. */
  private readonly seed = crypto.randomUUID();

  private written = false;

  /** Nothing is left to write. */
  get isEmpty(): boolean {
    return this.written || this.steps.length === 0;
  }

  get size(): number {
    return this.steps.length;
  }

  add(asks: readonly PendingWrite[], owner: ActionModel, among: object): readonly RecordResult[] {
    if (owner.as !== undefined) this.await(among, owner.as);
    return asks.map((ask) => {
      const key = `${this.seed}.${this.steps.length}`;
      const result = { id: ask.do === 'create' ? key : ask.id, version: null };
      this.steps.push(
        ask.do === 'create'
          ? { ...ask, key }
          : ask.do === 'edit' && ask.version === undefined
            ? { do: 'edit', object: ask.object, id: ask.id, values: ask.values }
            : (ask as RecordStep),
      );
      this.owners.push(owner);
      this.results.push(result);
      return result;
    });
  }

  /** A result with this name among these is not there before all is written. */
  await(among: object, name: string): void {
    const names = this.waiting.get(among) ?? new Set<string>();
    this.waiting.set(among, names.add(name));
  }
  /** Refuses a step that reads what is not written yet. */
  check(step: ActionModel, results: object): void {
    const waiting = this.waiting.get(results);
    if (!waiting) return;
    const values = [...Object.values(step.args), step.if, step.confirm?.text, step.confirm?.title];
    const name = values
      .flatMap((value) => value?.dependencies ?? [])
      .find((path) => path[0] === 'results' && waiting.has(path[1] ?? ''))?.[1];
    if (name !== undefined)
      throw new TypeError(
        `动作“${step.do}”要读“${name}”的结果，而同一组的记录要到最后一个写入步骤才一起写入；请移到它后面，或把前面的步骤放进 try`,
      );
  }

  /**
   * Writes all of it; results are filled in. A failure carries the step whose record was refused.
   */
  async commit(scope: PageScope): Promise<void> {
    if (this.isEmpty) return this.waiting.clear();
    const sent = this.sent(scope);
    try {
      const answer = (await callAndPublish(scope.ports, 'bizmeta.record.transact', {
        ...sent,
      })) as TransactionAnswer;
      answer.records.forEach(({ id, version }, i) =>
        Object.assign(this.results[i]!, { id, version }),
      );
      unanswered.get(scope)?.delete(this.signature);
      this.written = true;
    } catch (failure) {
      if (!isUnanswered(failure)) unanswered.get(scope)?.delete(this.signature);
      throw failure;
    } finally {
      this.waiting.clear();
    }
  }
  /** The step a refusal is about: the first problem says which; else the last one. */
  ownerOf(failure: unknown): ActionModel | undefined {
    const at = problemsOf(failure)
      .map((problem: Problem) => /^\/steps\/(\d+)/.exec(problem.path)?.[1])
      .find((found) => found !== undefined);
    return this.owners[Number(at ?? this.owners.length - 1)];
  }

  /** What it would write; afterwards it is empty, since nothing of it will be sent. */
  async dryRun(
    scope: PageScope,
  ): Promise<{ changes: readonly RecordChange[]; problems: readonly string[] }> {
    const steps = this.steps.splice(0);
    this.owners.length = this.results.length = 0;
    this.waiting.clear();
    const answer = (await scope.ports.call('bizmeta.record.transact', {
      steps,
      dryRun: true,
    })) as TransactionAnswer;
    return { changes: answer.changes, problems: answer.problems.map((problem) => problem.msg) };
  }

  private get signature(): string {
    return JSON.stringify(this.steps).replaceAll(this.seed, '');
  }
  private sent(scope: PageScope): Sent {
    const known = unanswered.get(scope) ?? new Map<string, Sent>();
    unanswered.set(scope, known);
    const sent = known.get(this.signature) ?? { steps: this.steps, requestId: crypto.randomUUID() };
    known.set(this.signature, sent);
    return sent;
  }
}
