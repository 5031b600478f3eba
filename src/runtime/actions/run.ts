import { untracked } from 'mobx';
import {
  compileActions,
  MAX_STEPS_DEEP,
  stepArgsOf,
  stepsName,
  type ActionModel,
  type ConfirmModel,
} from '../../page/index.ts';
import {
  type ActionRegistry,
  Stop,
  type ActionDefinition,
  type Attempt,
  type DryEntry,
} from './types.ts';
import { namedLocals, type Locals } from '../scope/locals.ts';
import type { PageScope } from '../scope/page-scope.ts';
import { RunContext, type Nesting } from './context.ts';
import { MAX_STEPS } from '../scope/limits.ts';
import { WriteUnit } from './write-unit.ts';
import { Writing } from './writing.ts';

/** Where steps run: a page, and the rows around the node whose event it is. */
export interface RunPlace {
  scope: PageScope;
  registry: ActionRegistry;
  locals: Locals | null;
}

/**
 * Runs an event's steps in order; true when all were done, false when one stopped the list. Never
 * rejects.
 */
export function runEvent(
  place: RunPlace,
  steps: readonly ActionModel[],
  payload: unknown,
): Promise<boolean> {
  return new Runner(place, null, eventFrame(place, payload)).start(steps);
}

/**
 * Says what an event's steps would do and does none of it; composed steps are followed, records are
 * rehearsed by the server.
 */
export function dryRunEvent(
  place: RunPlace,
  steps: readonly ActionModel[],
  payload: unknown,
): Promise<readonly DryEntry[]> {
  return dryRunSteps(place, steps, eventFrame(place, payload));
}
function eventFrame(
  { locals }: RunPlace,
  payload: unknown,
): Pick<Frame, 'locals' | 'results' | 'depth'> {
  const results: Record<string, unknown> = {};
  return { locals: namedLocals({ event: payload ?? null, results }, locals), results, depth: 0 };
}
async function dryRunSteps(
  place: RunPlace,
  steps: readonly ActionModel[],
  frame: Pick<Frame, 'locals' | 'results' | 'depth'>,
): Promise<readonly DryEntry[]> {
  const notes: DryEntry[] = [];
  await new Runner(place, notes, frame).start(steps);
  return notes;
}

/**
 * What a list runs in: the names it reads, the transaction it is part of, and the handler of a
 * failure.
 */
interface Frame {
  locals: Locals;
  unit: WriteUnit | null;
  onFailure: ((failure: unknown) => void) | null;
  /** What later steps read as results.<name>: one bag for an event, and one for each run of steps. */
  results: Record<string, unknown>;
  /** How many of the page's steps run each other around it. */
  depth: number;
  /** Nothing after the list writes in its transaction: its last record step ends it. */
  closes: boolean;
}

class Runner {
  private left = MAX_STEPS;
  private readonly writing: Writing;
  constructor(
    private readonly place: RunPlace,
    private readonly notes: DryEntry[] | null,
    private readonly base: Pick<Frame, 'locals' | 'results' | 'depth'>,
  ) {
    this.writing = new Writing(place.scope.page, place.registry);
  }
  start(steps: readonly ActionModel[]): Promise<boolean> {
    return this.list(steps, { ...this.base, unit: null, onFailure: null, closes: true });
  }

  /**
   * A list outside of any transaction has one of its own. It is written with the last record step,
   * also of a list inside: what follows there is done once the records are written.
   */
  private async list(steps: readonly ActionModel[], frame: Frame): Promise<boolean> {
    const unit = frame.unit ?? new WriteUnit();
    const isOwn = frame.unit === null;
    const closes = isOwn || (frame.closes && this.notes === null);
    const last = closes ? steps.findLastIndex((step) => this.writing.writes(step)) : -1;
    for (const [i, step] of steps.entries()) {
      if (!(await this.step(step, { ...frame, unit, closes: closes && i === last }))) return false;
      const isDue = i === last || (isOwn && this.isLastRehearsed(i, steps.length));
      if (isDue && !(await this.commit(unit, step, frame))) return false;
    }
    return true;
  }
  /** A dry run ends with the list: a form's save is rehearsed as a record of its own. */
  private isLastRehearsed(at: number, length: number): boolean {
    return this.notes !== null && at === length - 1;
  }
  private async commit(unit: WriteUnit, last: ActionModel, frame: Frame): Promise<boolean> {
    try {
      if (this.notes) return unit.isEmpty || (await this.dryRunRecords(unit, last, this.notes));
      await unit.commit(this.place.scope);
      return true;
    } catch (failure) {
      await this.failed(unit.ownerOf(failure) ?? last, failure, frame);
      return false;
    }
  }

  /** A list whose records would be refused ends there. */
  private async dryRunRecords(
    unit: WriteUnit,
    last: ActionModel,
    notes: DryEntry[],
  ): Promise<boolean> {
    const outcome = await unit.dryRun(this.place.scope);
    // Few lists are rehearsed: the sentences are fetched with the first.
    const { recordNotes } = await import('./dry.ts');
    notes.push(...(await recordNotes(this.place.scope.ports, last.path, outcome)));
    return outcome.problems.length === 0;
  }

  private async step(step: ActionModel, frame: Frame): Promise<boolean> {
    const { locals } = frame;
    try {
      if ((this.left -= 1) < 0) throw new RangeError(`一次最多进行 ${MAX_STEPS} 步`);
      if (!this.writing.writes(step)) frame.unit?.check(step, frame.results);
      if (step.if && !this.holds(step, locals)) return true;
      if (step.confirm && !(await this.confirmed(step, step.confirm, locals))) return false;
      const result = await this.act(step, frame);
      if (step.as !== undefined) frame.results[step.as] = result ?? null;
      return true;
    } catch (failure) {
      await this.failed(step, failure, frame);
      return false;
    }
  }
  private holds(step: ActionModel, locals: Locals): boolean {
    return untracked(() => this.place.scope.flagOf(step.if, locals, true));
  }
  private text(model: ConfirmModel['text'] | undefined, locals: Locals, otherwise: string): string {
    return String(untracked(() => this.place.scope.valueOf(model, locals)) ?? otherwise);
  }
  private async confirmed(
    step: ActionModel,
    confirm: ConfirmModel,
    locals: Locals,
  ): Promise<boolean> {
    const ask = {
      title: this.text(confirm.title, locals, '提示'),
      text: this.text(confirm.text, locals, ''),
      ok: this.text(confirm.ok, locals, '确定'),
      danger: confirm.danger,
    };
    if (!this.notes) return this.place.scope.ports.confirm(ask);
    this.notes.push({ do: step.do, path: step.path, text: `先询问“${ask.text}”` });
    return true;
  }

  /** Values of a step's arguments as they are now. */
  private argsOf({ args }: ActionModel, { locals }: Frame): Record<string, unknown> {
    const valueOf = (model: ActionModel['args'][string]): unknown =>
      this.place.scope.valueOf(model, locals) ?? undefined;
    return untracked(() =>
      Object.fromEntries(Object.entries(args).map(([name, model]) => [name, valueOf(model)])),
    );
  }

  private async act(step: ActionModel, frame: Frame): Promise<unknown> {
    const args = this.argsOf(step, frame);
    const name = stepsName(step.do);
    if (name !== undefined) return this.named(name, args, step, frame);
    const action = this.definition(step.do);
    const context = new RunContext(
      this.place.scope,
      step,
      frame.locals,
      frame.unit!,
      frame.results,
      this.nesting(frame, action.chooses === true),
    );
    if (!this.notes || action.steps || action.writes) return action.run(context, args);
    const text = action.summarize?.(args) ?? action.title;
    this.notes.push({ do: step.do, path: step.path, text, input: args });
    return action.dryRun?.(context, args);
  }
  /**
   * Steps of the page: in the transaction of the list that runs them, with names of their own. Their
   * results are the result of the action that runs them.
   */
  private async named(
    name: string,
    given: Readonly<Record<string, unknown>>,
    step: ActionModel,
    frame: Frame,
  ): Promise<unknown> {
    const steps = this.place.scope.page.steps.get(name);
    if (!steps) throw new Error(`页面没有名为“${name}”的步骤`);
    if (frame.depth >= MAX_STEPS_DEEP)
      throw new RangeError(`步骤最多相互调用 ${MAX_STEPS_DEEP} 层：${name}`);
    const args = Object.fromEntries(
      [...steps.params.keys()].map((param) => [param, given[param] ?? null]),
    );
    const results: Record<string, unknown> = {};
    const before = frame.unit!.size;
    let failure: unknown;
    const done = await this.list(steps.actions, {
      ...frame,
      locals: namedLocals({ args, results }, null),
      results,
      depth: frame.depth + 1,
      // What fails inside is the failure of the action that runs the steps, if it handles any.
      ...(step.onError && { onFailure: (heard: unknown) => void (failure = heard) }),
    });
    if (!done) throw failure ?? new Stop();
    if (step.as !== undefined && frame.unit!.size > before)
      frame.unit!.await(frame.results, step.as);
    return results;
  }
  private definition(name: string): ActionDefinition {
    const action = this.place.registry.action(name);
    if (action) return action;
    const near = this.place.registry.nearestAction(name);
    throw new Error(`没有名为“${name}”的动作${near ? `，是否想写“${near}”` : ''}`);
  }

  /** How an action runs the steps it holds. */
  private nesting(frame: Frame, once: boolean): Nesting {
    const models = (steps: unknown): readonly ActionModel[] =>
      compileActions(steps, stepArgsOf(this.place.registry.actions));
    return {
      run: (steps, names) =>
        this.list(models(steps), {
          ...frame,
          locals: namedLocals(names, frame.locals),
          closes: frame.closes && once,
        }),
      attempt: (steps) => this.attempt(models(steps), frame),
      dryRun: (steps) => dryRunSteps(this.place, models(steps), copyOf(frame)),
    };
  }
  private async attempt(steps: readonly ActionModel[], frame: Frame): Promise<Attempt> {
    let failure: unknown;
    const ok = await this.list(steps, {
      ...frame,
      unit: null,
      onFailure: (heard) => {
        failure = heard;
      },
    });
    return ok ? { ok } : { ok, failure: failure ?? new Stop() };
  }

  /**
   * How a failed step is shown: by its own onError, else by the caller's handler, else as the error
   * catalogue says. Nothing when the failure is on the screen already.
   */
  private async failed(step: ActionModel, failure: unknown, frame: Frame): Promise<void> {
    const heard = frame.onFailure;
    if (failure instanceof Stop) return;
    if (this.notes)
      return void this.notes.push({
        do: step.do,
        path: step.path,
        text: `会停在这里：${messageOf(failure)}`,
        problems: [messageOf(failure)],
      });
    if (step.onError)
      return void (await this.list(step.onError, {
        ...frame,
        locals: namedLocals({ error: messageOf(failure) }, frame.locals),
        unit: null,
      }));
    if (heard) heard(failure);
    else this.place.scope.ports.showFailure(failure);
  }
}

/** A dry run reads the results there are and leaves none. */
function copyOf({ locals, results, depth }: Frame): Pick<Frame, 'locals' | 'results' | 'depth'> {
  const own = { ...results };
  return { locals: namedLocals({ results: own }, locals), results: own, depth };
}

const messageOf = (failure: unknown): string =>
  failure instanceof Error ? failure.message : String(failure);
