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
} from '../../document/index.ts';
import { MAX_ACTIONS } from '../model/limits.ts';
import { nameFault } from '../model/names.ts';
import { looksTagged } from '../schema/check.ts';
import type { Schema } from '../schema/types.ts';
import { schemaType } from '../compile/scope-types.ts';
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
  const check = new ActionChecks(v);
  check.list(
    list,
    scope.with([
      ['event', { kind: 'local', type: payload }],
      ['results', { kind: 'local', type: { fields: {} } }],
    ]),
    place,
  );
  if (check.count > MAX_ACTIONS)
    v.problems.invalid(place, `一个事件最多 ${MAX_ACTIONS} 个动作，现在有 ${check.count} 个`);
}

class ActionChecks {
  count = 0;
  constructor(private readonly v: Validation) {}

  /** Steps in order: each may read the results of those before it. */
  list(list: unknown, scope: ScopeTypes, place: ProblemPath): void {
    if (!Array.isArray(list)) return;
    let here = scope;
    list.forEach((action: unknown, i) => {
      if (!isObject(action)) return;
      this.action(action, here, at(place, i));
      const as = own(action, 'as');
      if (isText(as))
        here = this.withResult(
          as,
          this.v.actions.get(asText(own(action, 'do')))?.result,
          here,
          at(place, i, 'as'),
        );
    });
    earlyReads(this.v, list, place);
  }
  private withResult(
    as: string,
    result: Schema | undefined,
    scope: ScopeTypes,
    place: ProblemPath,
  ): ScopeTypes {
    const fault = nameFault(as);
    if (fault) this.v.problems.invalid(place, fault);
    const before = scope.find('results')?.type;
    const fields: Record<string, Type> =
      typeof before === 'object' && 'fields' in before ? { ...before.fields } : {};
    fields[as === '__proto__' ? '' : as] = result ? schemaType(result) : 'any';
    return scope.with([['results', { kind: 'local', type: { fields } }]]);
  }

  private action(action: JsonObject, scope: ScopeTypes, place: ProblemPath): void {
    this.count += 1;
    const name = asText(own(action, 'do'));
    const spec = this.v.actions.get(name);
    if (!spec)
      this.v.problems.invalid(
        at(place, 'do'),
        `没有名为“${name}”的动作${hint(name, this.v.actions.keys())}`,
      );
    if (own(action, 'if') !== undefined) this.v.values.flag(action.if, scope, at(place, 'if'));
    this.v.values.all(own(action, 'confirm'), scope, at(place, 'confirm'));
    this.args(spec, name, own(action, 'args') ?? {}, scope, at(place, 'args'));
    this.list(own(action, 'onError'), withError(scope), at(place, 'onError'));
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
      return this.list(value, scope, place);
    if (Array.isArray(value))
      return value.forEach((item, i) => this.steps(item, scope, at(place, i), depth + 1));
    if (!isObject(value)) return;
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
      const kind = schema['x-kind'];
      const kinds = kind?.kind === 'path' ? kind.to : undefined;
      const path = own(args, key);
      if (kinds && isText(path) && !this.isShared(path, kinds, scope))
        checkKind(
          this.v,
          resolveBind(this.v, path, scope, at(place, key)),
          kinds,
          `动作 ${spec!.name} `,
          path,
          at(place, key),
        );
    }
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
