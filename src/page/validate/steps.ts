import type { Type } from '../../expression/index.ts';
import { at, own, put, ROOT_PATH, type ProblemPath, type Schema } from '../../document/index.ts';
import { sortByReads } from '../compile/graph.ts';
import { MAX_ACTIONS, MAX_STEPS_DEEP } from '../model/limits.ts';
import { ARGS_NAME, nameFault } from '../model/names.ts';
import { cellSchema, cellType } from '../compile/scope-types.ts';
import { stepsInUse } from '../model/steps.ts';
import { checkActions, type CheckedActions } from './actions.ts';
import type { ActionSpec } from './catalogue.ts';
import type { StepsChecks, Validation } from './context.ts';
import type { ScopeTypes } from './scope.ts';
import type { PageDocument } from '../model/document.ts';

/** Most actions that are counted one by one: doubling steps would count for ever. */
const COUNTED = MAX_ACTIONS * 100;
const UNKNOWN: CheckedActions = { count: 0, runs: [], results: 'any' };

/**
 * Checks the page's steps: parameters, actions, that none runs itself and nothing explodes. What
 * follows checks the actions that run them.
 */
export function checkSteps(v: Validation, scope: ScopeTypes): void {
  const steps = new PageSteps(v, scope);
  v.steps = steps;
  for (const name of steps.names) steps.check(name);
  const { cycles } = sortByReads(new Map(steps.names.map((name) => [name, steps.runsOf(name)])));
  for (const cycle of cycles)
    v.problems.invalid(placeOf(cycle[0]!), `步骤循环调用：${cycle.join(' → ')}`);
  if (cycles.length > 0) return;
  for (const name of steps.names) checkExtent(v, steps, name);
  const used = stepsInUse(v.document as unknown as PageDocument);
  for (const name of steps.names)
    if (!used.has(name)) v.problems.invalid(placeOf(name), `步骤“${name}”没有用到`, 'warning');
}

function checkExtent(v: Validation, steps: PageSteps, name: string): void {
  const { size } = steps.check(name);
  if (size > MAX_ACTIONS)
    v.problems.invalid(placeOf(name), `展开后有 ${size} 个动作，最多 ${MAX_ACTIONS} 个`);
  if (steps.depthOf(name) > MAX_STEPS_DEEP)
    v.problems.invalid(placeOf(name), `步骤最多相互调用 ${MAX_STEPS_DEEP} 层`);
}
const placeOf = (name: string): ProblemPath => at(ROOT_PATH, 'steps', name);

class PageSteps implements StepsChecks {
  readonly names: readonly string[];
  private readonly checked = new Map<string, CheckedActions>();
  private readonly sizes = new Map<string, number>();
  private readonly depths = new Map<string, number>();
  constructor(
    private readonly v: Validation,
    private readonly scope: ScopeTypes,
  ) {
    this.names = v.part('steps').map(([name]) => name);
  }

  private params(name: string): [string, unknown][] {
    const decl = own(own(own(this.v.document, 'steps'), name), 'params');
    return Object.entries((decl ?? {}) as object);
  }
  spec(name: string): ActionSpec | undefined {
    if (!this.names.includes(name)) return undefined;
    const properties: Record<string, Schema> = {};
    for (const [param, decl] of this.params(name))
      put(properties, param, cellSchema(own(decl, 'type')));
    const required = this.params(name)
      .filter(([, decl]) => own(decl, 'required') === true)
      .map(([param]) => param);
    return {
      name: `steps.${name}`,
      title: name,
      args: { type: 'object', properties, required, additionalProperties: false },
    };
  }

  check(name: string): { size: number; results: Type } {
    return { size: this.sizeOf(name), results: this.actions(name).results };
  }
  runsOf(name: string): readonly string[] {
    return this.actions(name).runs;
  }

  /** Steps that run themselves have no results here: that they do is reported. */
  private actions(name: string): CheckedActions {
    const known = this.checked.get(name);
    if (known || !this.names.includes(name)) return known ?? UNKNOWN;
    this.checked.set(name, UNKNOWN);
    const place = placeOf(name);
    for (const [param] of this.params(name)) {
      const fault = nameFault(param);
      if (fault && !fault.includes('保留名'))
        this.v.problems.invalid(at(place, 'params', param), fault);
    }
    const fields: Record<string, Type> = {};
    for (const [param, decl] of this.params(name)) put(fields, param, cellType(own(decl, 'type')));
    const inside = this.scope.with([[ARGS_NAME, { kind: 'local', type: { fields } }]]);
    const body = own(own(own(this.v.document, 'steps'), name), 'do');
    const checked = checkActions(this.v, body, inside, at(place, 'do'));
    this.checked.set(name, checked);
    return checked;
  }

  private sizeOf(name: string): number {
    return this.total(name, this.sizes, ({ count, runs }, of) =>
      Math.min(
        COUNTED,
        runs.reduce((sum, each) => sum + of(each), count),
      ),
    );
  }
  depthOf(name: string): number {
    return this.total(name, this.depths, ({ runs }, of) => 1 + Math.max(0, ...runs.map(of)));
  }
  /** A figure over the steps below, computed once each; a circle counts once around. */
  private total(
    name: string,
    known: Map<string, number>,
    add: (checked: CheckedActions, of: (name: string) => number) => number,
  ): number {
    const before = known.get(name);
    if (before !== undefined) return before;
    known.set(name, 0);
    const found = add(this.actions(name), (each) => this.total(each, known, add));
    known.set(name, found);
    return found;
  }
}
