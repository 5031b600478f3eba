import { stepsName, type ActionModel, type PageModel } from '../../page/index.ts';
import type { ActionRegistry } from './types.ts';

/**
 * Which steps of a page write records: those of a record action, and those that hold or run such
 * steps in their list's transaction.
 */
export class Writing {
  private readonly named = new Map<string, boolean>();
  constructor(
    private readonly page: PageModel,
    private readonly registry: ActionRegistry,
  ) {}

  writes(step: ActionModel): boolean {
    const name = stepsName(step.do);
    if (name !== undefined) return this.ofSteps(name);
    const action = this.registry.action(step.do);
    if (!action) return false;
    if (action.writes) return true;
    if (action.apart) return false;
    return (action.steps ?? []).some((held) => {
      const value = step.args[held];
      return value?.kind === 'literal' && this.holds(value.value);
    });
  }
  private ofSteps(name: string): boolean {
    const known = this.named.get(name);
    if (known !== undefined) return known;
    // Steps that run themselves are stopped when they run.
    this.named.set(name, false);
    const found = this.page.steps.get(name)?.actions.some((step) => this.writes(step)) ?? false;
    this.named.set(name, found);
    return found;
  }
  private holds(value: unknown): boolean {
    if (Array.isArray(value)) return value.some((item) => this.holds(item));
    if (typeof value !== 'object' || value === null) return false;
    const name = (value as { do?: unknown }).do;
    const steps = stepsName(name);
    if (steps !== undefined) return this.ofSteps(steps);
    const action = typeof name === 'string' ? this.registry.action(name) : undefined;
    if (action?.writes) return true;
    return !action?.apart && Object.values(value).some((item) => this.holds(item));
  }
}
