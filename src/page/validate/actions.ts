import type { Type } from '../../expression/index.ts';
import {
  asText,
  isObject,
  isText,
  own,
  hint,
  at,
  type JsonObject,
  type ProblemPath,
  looksTagged,
  type Schema,
} from '../../document/index.ts';
import { MAX_ACTIONS } from '../model/limits.ts';
import { nameFault } from '../model/names.ts';
import { schemaType } from '../compile/scope-types.ts';
import { stepsName } from '../model/steps.ts';
import { checkKind, resolveBind } from './binds.ts';
import type { ActionSpec } from './catalogue.ts';
import type { Validation } from './context.ts';
import type { Root, ScopeTypes } from './scope.ts';
import { earlyReads } from './transaction.ts';

/**
 * Checks one event's list: every step, nested ones included. `payload` is the type of the event.
 */
export function checkEvent(
  v: Validation,
  list: unknown,
  payload: Type,
  scope: ScopeTypes,
  place: ProblemPath,
): void {
  const { count, runs } = checkActions(
    v,
    list,
    scope.with([['event', { kind: 'local', type: payload }]]),
    place,
  );
  const all = runs.reduce((sum, name) => sum + v.steps.check(name).size, count);
  if (all > MAX_ACTIONS)
    v.problems.invalid(place, `一个事件最多 ${MAX_ACTIONS} 个动作，现在有 ${all} 个`);
}

/** A checked list of actions: how many, which steps of the page they run, what they result in. */
export interface CheckedActions {
  readonly count: number;
  readonly runs: readonly string[];
  readonly results: Type;
}
export function checkActions(
  v: Validation,
  list: unknown,
  scope: ScopeTypes,
  place: ProblemPath,
): CheckedActions {
  const check = new ActionChecks(v);
  const after = check.list(
    list,
    scope.with([['results', { kind: 'local', type: { fields: {} } }]]),
    place,
  );
  return { count: check.count, runs: check.runs, results: after.find('results')!.type };
}

class ActionChecks {
  count = 0;
  readonly runs: string[] = [];
  constructor(private readonly v: Validation) {}

  /** Steps in order: each may read the results of those before it. Returns the scope after them. */
  list(list: unknown, scope: ScopeTypes, place: ProblemPath): ScopeTypes {
    if (!Array.isArray(list)) return scope;
    let here = scope;
    list.forEach((action: unknown, i) => {
      if (!isObject(action)) return;
      this.action(action, here, at(place, i));
      const as = own(action, 'as');
      if (isText(as))
        here = this.withResult(
          as,
          this.resultOf(asText(own(action, 'do'))),
          here,
          at(place, i, 'as'),
        );
    });
    earlyReads(this.v, list, place);
    return here;
  }
  private resultOf(action: string): Type {
    const steps = stepsName(action);
    if (steps !== undefined) return this.v.steps.check(steps).results;
    const result = this.v.actions.get(action)?.result;
    return result ? schemaType(result) : 'any';
  }
  private withResult(as: string, result: Type, scope: ScopeTypes, place: ProblemPath): ScopeTypes {
    const fault = nameFault(as);
    if (fault) this.v.problems.invalid(place, fault);
    const before = scope.find('results')?.type;
    const fields: Record<string, Type> =
      typeof before === 'object' && 'fields' in before ? { ...before.fields } : {};
    fields[as === '__proto__' ? '' : as] = result;
    return scope.with([['results', { kind: 'local', type: { fields } }]]);
  }

  private action(action: JsonObject, scope: ScopeTypes, place: ProblemPath): void {
    this.count += 1;
    const name = asText(own(action, 'do'));
    const spec = this.specOf(name, at(place, 'do'));
    if (own(action, 'if') !== undefined) this.v.values.flag(action.if, scope, at(place, 'if'));
    this.v.values.all(own(action, 'confirm'), scope, at(place, 'confirm'));
    this.args(spec, name, own(action, 'args') ?? {}, scope, at(place, 'args'));
    this.list(own(action, 'onError'), withError(scope), at(place, 'onError'));
  }

  /** What the action takes; steps of the page take their parameters. */
  private specOf(name: string, place: ProblemPath): ActionSpec | undefined {
    const steps = stepsName(name);
    const spec = steps === undefined ? this.v.actions.get(name) : this.v.steps.spec(steps);
    if (spec && steps !== undefined) this.runs.push(steps);
    if (!spec)
      this.v.problems.invalid(
        place,
        steps === undefined
          ? `没有名为“${name}”的动作${hint(name, this.v.actions.keys())}`
          : `页面没有名为“${steps}”的步骤${hint(steps, this.v.steps.names)}`,
      );
    return spec;
  }

  private args(
    spec: ActionSpec | undefined,
    name: string,
    args: unknown,
    scope: ScopeTypes,
    place: ProblemPath,
  ): void {
    if (!isObject(args)) return;
    const held = spec?.steps ?? [];
    const plain = Object.fromEntries(Object.entries(args).filter(([key]) => !held.includes(key)));
    if (spec) this.v.typed(plain, withoutSteps(spec.args, held), scope, place);
    else this.v.values.all(plain, scope, place);
    for (const key of held) {
      if (own(args, key) === undefined && spec?.args.required?.includes(key))
        this.v.problems.invalid(place, `缺少“${key}”`);
      this.steps(
        own(args, key),
        key === 'catch' ? withError(scope) : scope.with(locals(spec, plain)),
        at(place, key),
        0,
      );
    }
    this.paths(spec, plain, scope, place);
    // The schema of call's arguments cannot know which call it is; the contract does.
    if (name === 'call' && isText(plain.id)) this.callInput(plain, place);
    if (
      name === 'set' &&
      (own(plain, 'target') === undefined) === (own(plain, 'cells') === undefined)
    )
      this.v.problems.invalid(
        place,
        '“set”须有 target 或 cells 之一：一处用 target 和 value，几处用 cells',
      );
  }
  private callInput(args: JsonObject, place: ProblemPath): void {
    this.v.callId(asText(args.id), at(place, 'id'));
    const input = this.v.calls.get(asText(args.id))?.input;
    if (input && isObject(own(args, 'input')) && !looksTagged(args.input))
      this.v.shaped(args.input, input, at(place, 'input'));
  }

  /**
   * Steps somewhere inside an argument: a list of actions, or objects that hold lists and
   * conditions (switch).
   */
  private steps(value: unknown, scope: ScopeTypes, place: ProblemPath, depth: number): void {
    if (depth > 8) return;
    if (Array.isArray(value) && value.some((item) => isText(own(item, 'do'))))
      return void this.list(value, scope, place);
    if (Array.isArray(value))
      return value.forEach((item, i) => this.steps(item, scope, at(place, i), depth + 1));
    if (isObject(value)) this.parts(value, scope, place, depth);
  }
  private parts(value: JsonObject, scope: ScopeTypes, place: ProblemPath, depth: number): void {
    for (const [key, item] of Object.entries(value)) {
      if (key === 'if' || key === 'when') this.v.values.flag(item, scope, at(place, key));
      else if (Array.isArray(item)) this.steps(item, scope, at(place, key), depth + 1);
      else this.v.values.all(item, scope, at(place, key));
    }
  }

  /** Arguments of the kind `path` in the action's definition are paths into the scope. */
  private paths(
    spec: ActionSpec | undefined,
    args: JsonObject,
    scope: ScopeTypes,
    place: ProblemPath,
  ): void {
    for (const [key, schema] of Object.entries(spec?.args.properties ?? {})) {
      const value = own(args, key);
      const kind = schema['x-kind'];
      if (kind?.kind === 'path' && isText(value))
        this.path(spec!.name, value, kind.to, scope, at(place, key));
      if (kind?.kind === 'paths' && isObject(value) && !looksTagged(value))
        for (const path of Object.keys(value))
          this.path(spec!.name, path, kind.to, scope, at(place, key, path));
    }
  }
  private path(
    action: string,
    path: string,
    kinds: readonly string[],
    scope: ScopeTypes,
    place: ProblemPath,
  ): void {
    if (this.isShared(path, kinds, scope)) return;
    const target = resolveBind(this.v, path, scope, place);
    checkKind(this.v, target, kinds, `动作 ${action} `, path, place);
    // Actions that take a cell write it.
    const [root, name = ''] = path.split('.');
    if (root === 'state' && kinds.includes('cell') && isComputedCell(this.v, name))
      this.v.problems.invalid(place, `“${path}”是算出来的（is），不能写入；请改它的公式所读的状态`);
  }
  /** A machine the page does not declare may be one the application shares. */
  private isShared(path: string, kinds: readonly string[], scope: ScopeTypes): boolean {
    if (!kinds.includes('machine') || scope.has(path)) return false;
    const known = this.v.options.machines;
    return known === undefined || [...known].includes(path);
  }
}

const withError = (scope: ScopeTypes): ScopeTypes =>
  scope.with([['error', { kind: 'local', type: 'text' }]]);
const isComputedCell = (v: Validation, name: string): boolean =>
  own(own(own(v.document, 'state'), name), 'is') !== undefined;
/** The name a loop gives its items when the document gives none. */
const LOOP_NAME = 'item';
/** A loop's own names: `as` names the item for its steps. */
function locals(spec: ActionSpec | undefined, args: JsonObject): [string, Root][] {
  if (!spec?.args.properties || !Object.hasOwn(spec.args.properties, 'as')) return [];
  const given = own(args, 'as');
  const as = isText(given) ? given : LOOP_NAME;
  return [
    [as, { kind: 'value', type: 'any' }],
    [`${as}_index`, { kind: 'local', type: 'number' }],
  ];
}
function withoutSteps(schema: Schema, held: readonly string[]): Schema {
  return held.length === 0
    ? schema
    : { ...schema, required: (schema.required ?? []).filter((key) => !held.includes(key)) };
}
