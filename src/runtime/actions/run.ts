import { untracked } from 'mobx';
import {
  compileActions,
  stepArgsOf,
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
import { callNote, recordNotes } from './dry.ts';
import { MAX_STEPS } from '../scope/limits.ts';
import { WriteUnit } from './write-unit.ts';
import { writes } from './writing.ts';

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
  return new Runner(place, payload, null, {}).start(steps);
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
  return dryRunSteps(place, steps, payload, {});
}
async function dryRunSteps(
  place: RunPlace,
  steps: readonly ActionModel[],
  payload: unknown,
  results: Record<string, unknown>,
): Promise<readonly DryEntry[]> {
  const notes: DryEntry[] = [];
  await new Runner(place, payload, notes, { ...results }).start(steps);
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
}

class Runner {
  private readonly base: Locals;
  private left = MAX_STEPS;
  /**
   * `results` is read by later steps as results.<name>; one bag for the whole event, nested lists
   * included.
   */
  constructor(
    private readonly place: RunPlace,
    private readonly payload: unknown,
    private readonly notes: DryEntry[] | null,
    private readonly results: Record<string, unknown>,
  ) {
    this.base = namedLocals({ event: payload ?? null, results }, place.locals);
  }
  start(steps: readonly ActionModel[]): Promise<boolean> {
    return this.list(steps, { locals: this.base, unit: null, onFailure: null });
  }

  /** A list outside of any transaction has one of its own, written with its last record step. */
  private async list(steps: readonly ActionModel[], frame: Frame): Promise<boolean> {
    const own = frame.unit ? null : new WriteUnit();
    const inside = own ? { ...frame, unit: own } : frame;
    const last = own ? steps.findLastIndex((step) => writes(step, this.place.registry)) : -1;
    for (const [i, step] of steps.entries()) {
      if (!(await this.step(step, inside))) return false;
      if (own && this.isDue(i, last, steps.length) && !(await this.commit(own, step, frame)))
        return false;
    }
    return true;
  }
  /**
   * With the last record step; in a dry run also at the end, since a form's save is rehearsed as a
   * record of its own.
   */
  private isDue(at: number, last: number, length: number): boolean {
    return at === last || (this.notes !== null && at === length - 1);
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
    notes.push(...(await recordNotes(this.place.scope.ports, last.path, outcome)));
    return outcome.problems.length === 0;
  }

  private async step(step: ActionModel, frame: Frame): Promise<boolean> {
    const { locals } = frame;
    try {
      if ((this.left -= 1) < 0) throw new RangeError(`一次最多进行 ${MAX_STEPS} 步`);
      if (!writes(step, this.place.registry)) frame.unit?.check(step);
      if (step.if && !this.holds(step, locals)) return true;
      if (step.confirm && !(await this.confirmed(step, step.confirm, locals))) return false;
      const result = await this.act(step, frame);
      if (step.as !== undefined) this.results[step.as] = result ?? null;
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

  private async act(step: ActionModel, frame: Frame): Promise<unknown> {
    const action = this.definition(step.do);
    const args = untracked(() =>
      Object.fromEntries(
        Object.entries(step.args).map(([name, model]) => [
          name,
          this.place.scope.valueOf(model, frame.locals) ?? undefined,
        ]),
      ),
    );
    const context = new RunContext(
      this.place.scope,
      step,
      frame.locals,
      frame.unit!,
      this.nesting(frame),
    );
    if (!this.notes || action.steps || action.writes) return action.run(context, args);
    this.notes.push(callNote(action, step, args));
    return action.dryRun?.(context, args);
  }
  private definition(name: string): ActionDefinition {
    const action = this.place.registry.action(name);
    if (action) return action;
    const near = this.place.registry.nearestAction(name);
    throw new Error(`没有名为“${name}”的动作${near ? `，是否想写“${near}”` : ''}`);
  }

  /** How an action runs the steps it holds. */
  private nesting(frame: Frame): Nesting {
    const models = (steps: unknown): readonly ActionModel[] =>
      compileActions(steps, stepArgsOf(this.place.registry.actions));
    return {
      run: (steps, names) =>
        this.list(models(steps), { ...frame, locals: namedLocals(names, frame.locals) }),
      attempt: (steps) => this.attempt(models(steps), frame.locals),
      dryRun: (steps) =>
        dryRunSteps(
          { ...this.place, locals: frame.locals },
          models(steps),
          this.payload,
          this.results,
        ),
    };
  }
  private async attempt(steps: readonly ActionModel[], locals: Locals): Promise<Attempt> {
    let failure: unknown;
    const ok = await this.list(steps, {
      locals,
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
  private async failed(
    step: ActionModel,
    failure: unknown,
    { locals, onFailure: heard }: Frame,
  ): Promise<void> {
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
        locals: namedLocals({ error: messageOf(failure) }, locals),
        unit: null,
        onFailure: heard,
      }));
    if (heard) heard(failure);
    else this.place.scope.ports.showFailure(failure);
  }
}

const messageOf = (failure: unknown): string =>
  failure instanceof Error ? failure.message : String(failure);
