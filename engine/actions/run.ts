import { untracked } from 'mobx';
import { compileActions, stepArgsOf } from '../../page/index.ts';
import type { ActionModel, ConfirmModel } from '../../page/index.ts';
import type { Registry } from '../registry.ts';
import { namedLocals } from '../scope/locals.ts';
import type { Locals } from '../scope/locals.ts';
import type { PageScope } from '../scope/page-scope.ts';
import { RunContext } from './context.ts';
import { Stop } from './types.ts';
import type { ActionDefinition, DryEntry } from './types.ts';

/** Where steps run: a page, and the rows around the node whose event it is. */
export interface RunPlace { scope: PageScope; registry: Registry; locals: Locals | null }

/** Runs an event's steps in order; true when all were done, false when one stopped the list. Never rejects. */
export function runEvent(place: RunPlace, steps: readonly ActionModel[], payload: unknown): Promise<boolean> {
  return new Runner(place, payload, null).run(steps, null);
}

/** Says what an event's steps would do and does none of it; composed steps are followed, results are null. */
export async function dryRunEvent(place: RunPlace, steps: readonly ActionModel[], payload: unknown): Promise<readonly DryEntry[]> {
  const notes: DryEntry[] = [];
  await new Runner(place, payload, notes).run(steps, null);
  return notes;
}

class Runner {
  /** Read by later steps as results.<name>; one bag for the whole event, nested lists included. */
  private readonly results: Record<string, unknown> = {};
  private readonly base: Locals;
  constructor(private readonly place: RunPlace, payload: unknown, private readonly notes: DryEntry[] | null) {
    this.base = namedLocals({ event: payload ?? null, results: this.results }, place.locals);
  }

  async run(steps: readonly ActionModel[], locals: Locals | null): Promise<boolean> {
    for (const step of steps) if (!await this.step(step, locals ?? this.base)) return false;
    return true;
  }
  private async step(step: ActionModel, locals: Locals): Promise<boolean> {
    try {
      if (step.if && !this.holds(step, locals)) return true;
      if (step.confirm && !this.notes && !await this.confirmed(step.confirm, locals)) return false;
      const result = await this.act(step, locals);
      if (step.as !== undefined) this.results[step.as] = result ?? null;
      return true;
    } catch (failure) {
      await this.failed(step, failure, locals);
      return false;
    }
  }
  private holds(step: ActionModel, locals: Locals): boolean {
    return untracked(() => this.place.scope.flagOf(step.if, locals, true));
  }
  private text(model: ConfirmModel['text'] | undefined, locals: Locals, otherwise: string): string {
    return String(untracked(() => this.place.scope.valueOf(model, locals)) ?? otherwise);
  }
  private confirmed(confirm: ConfirmModel, locals: Locals): Promise<boolean> {
    const ask = { title: this.text(confirm.title, locals, '提示'), text: this.text(confirm.text, locals, ''), ok: this.text(confirm.ok, locals, '确定'), danger: confirm.danger };
    return this.place.scope.ports.confirm(ask);
  }

  private async act(step: ActionModel, locals: Locals): Promise<unknown> {
    const action = this.definition(step.do);
    const args = untracked(() => Object.fromEntries(Object.entries(step.args).map(([name, model]) => [name, this.place.scope.valueOf(model, locals) ?? undefined])));
    if (this.notes && !action.steps) return void this.notes.push(noteOf(step.do, args));
    const context = new RunContext(this.place.scope, locals, (steps, names) => this.nested(steps, names, locals), this.notes);
    return action.run(context, args);
  }
  private definition(name: string): ActionDefinition {
    const action = this.place.registry.action(name);
    if (action) return action;
    const near = this.place.registry.nearestAction(name);
    throw new Error(`没有名为“${name}”的动作${near ? `，是否想写“${near}”` : ''}`);
  }
  private nested(steps: unknown, names: Record<string, unknown>, locals: Locals): Promise<boolean> {
    const models = compileActions(steps, stepArgsOf(this.place.registry.actions));
    return this.run(models, namedLocals(names, locals));
  }

  /** What a failed step shows: its own onError, else the catalogue's way, unless it is on the screen already. */
  private async failed(step: ActionModel, failure: unknown, locals: Locals): Promise<void> {
    if (failure instanceof Stop) return;
    if (!step.onError) return this.place.scope.ports.showFailure(failure);
    const message = failure instanceof Error ? failure.message : String(failure);
    await this.run(step.onError, namedLocals({ error: message }, locals));
  }
}

const noteOf = (name: string, args: Record<string, unknown>): DryEntry =>
  (name === 'call' ? { do: name, call: String(args['id']), input: args['input'] ?? {} } : { do: name, input: args });
