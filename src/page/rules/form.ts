import {
  isComputed,
  problem,
  type FieldDescribe,
  type FormBody,
  type FormEffect,
  type Problem,
  type RecordValues,
} from '../../contract/index.ts';
import {
  compile,
  dependencies,
  parse,
  scopeOf,
  type Closure,
  type Context,
  type Scope,
} from '../../expression/index.ts';
import { answerOf } from './check.ts';
import { isEmpty } from './empty.ts';
import { recordNames } from './types.ts';
import { asText } from '../../document/index.ts';

interface Rule {
  readonly when: Closure;
  readonly then: readonly FormEffect[];
}

/**
 * The state of a form for these values: hidden, required and locked fields, and the remaining
 * options.
 */
export interface EvaluatedForm {
  readonly values: RecordValues;
  readonly hidden: ReadonlySet<string>;
  readonly required: ReadonlyMap<string, boolean>;
  readonly readonly: ReadonlySet<string>;
  readonly options: ReadonlyMap<string, ReadonlySet<string>>;
}

/**
 * The rules of a smart form, the same for its page and for the server. Rules run in their order; a
 * later one takes precedence.
 */
export class FormLogic {
  readonly #rules: readonly Rule[];
  readonly #validations: readonly { run: Closure; message: string; reads: readonly string[] }[];
  readonly #fields: ReadonlyMap<string, FieldDescribe>;

  constructor(
    { rules, validations }: Pick<FormBody, 'rules' | 'validations'>,
    fields: readonly FieldDescribe[],
  ) {
    const names = recordNames(fields);
    const made = (source: string): Closure | null => {
      const parsed = parse(source);
      return parsed.ok ? compile(parsed.ast, names) : null;
    };
    this.#fields = new Map(fields.map((field) => [field.apiName, field]));
    this.#rules = rules.flatMap(({ when, then }) => {
      const run = made(when);
      return run ? [{ when: run, then }] : [];
    });
    this.#validations = validations.flatMap(({ expr, message }) => {
      const run = made(expr);
      return run ? [{ run, message, reads: this.#fieldsIn(expr) }] : [];
    });
  }

  /** Fields an expression reads, in the form's order. */
  #fieldsIn(source: string): string[] {
    const parsed = parse(source);
    const read = new Set(parsed.ok ? dependencies(parsed.ast).map(([name]) => name) : []);
    return [...this.#fields.keys()].filter((name) => read.has(name));
  }

  /**
   * Applies sets and clears first, in order, each rule reading the results of those before it; then
   * evaluates the visibility rules for the resulting values. A field locked by a rule has the value
   * a rule set, else its value without user input: `before`, its default or the stored value.
   */
  evaluate(
    given: RecordValues,
    ctx: Context,
    userId: string,
    before: RecordValues = {},
  ): EvaluatedForm {
    const values: RecordValues = { ...given };
    const scope = this.#scope(values, userId);
    const ruled = new Set<string>();
    for (const { when, then } of this.#rules) {
      if (answerOf(when, scope, ctx) === true)
        for (const effect of then) change(effect, values, before, ruled);
    }
    const [hidden, readonly] = [new Set<string>(), new Set<string>()];
    const required = new Map<string, boolean>();
    const options = new Map<string, ReadonlySet<string>>();
    for (const { when, then } of this.#rules) {
      const holds = answerOf(when, scope, ctx) === true;
      for (const effect of then)
        for (const target of effect.targets)
          fieldStates(effect, target, holds, { hidden, readonly, required, options });
    }
    return { values, hidden, required, readonly, options };
  }

  /**
   * Problems of evaluated values by the form's own rules; `path` is prepended to each problem's.
   */
  check(
    { values, hidden, required, options }: EvaluatedForm,
    ctx: Context,
    userId: string,
    path = '',
  ): Problem[] {
    const scope = this.#scope(values, userId);
    const own = [...this.#fields.values()]
      .filter(({ apiName, type }) => !hidden.has(apiName) && !isComputed(type))
      .flatMap(({ apiName, label, required: always }) => {
        const value = values[apiName];
        const must = required.get(apiName) ?? always === true;
        if (isEmpty(value))
          return must ? [problem(`${path}/${apiName}`, 'REQUIRED', { label })] : [];
        const left = options.get(apiName);
        const wrong = left && [value].flat().find((code) => !left.has(asText(code)));
        return wrong === undefined
          ? []
          : [
              problem(`${path}/${apiName}`, 'VALUE_OPTION', {
                label,
                value: asText(wrong).slice(0, 40),
              }),
            ];
      });
    const broken = this.#validations
      .filter(({ run }) => answerOf(run, scope, ctx) === false)
      .map(({ message, reads }): Problem => ({
        ...problem(path, 'RULE_BROKEN', { message }),
        about: reads.filter((name) => !hidden.has(name)).map((name) => `${path}/${name}`),
      }));
    return [...own, ...broken];
  }

  #scope(values: RecordValues, userId: string): Scope {
    const people = scopeOf({ user: { id: userId } });
    const own = scopeOf(values);
    return {
      get: (path) =>
        path[0] === 'user' && !this.#fields.has('user') ? people.get(path) : own.get(path),
    };
  }
}

function change(
  { do: what, targets, value }: FormEffect,
  values: RecordValues,
  before: RecordValues,
  ruled: Set<string>,
): void {
  for (const target of targets) {
    if (what === 'set' || what === 'clear') {
      values[target] = what === 'set' ? (value ?? null) : null;
      ruled.add(target);
    }
    if (what === 'readonly' && !ruled.has(target)) values[target] = before[target] ?? null;
  }
}

interface FieldStates {
  hidden: Set<string>;
  readonly: Set<string>;
  required: Map<string, boolean>;
  options: Map<string, ReadonlySet<string>>;
}
function fieldStates(
  { do: what, options: codes }: FormEffect,
  target: string,
  holds: boolean,
  { hidden, readonly, required, options }: FieldStates,
): void {
  if (what === 'show') {
    if (holds) hidden.delete(target);
    else hidden.add(target);
  }
  if (!holds) return;
  if (what === 'hide') hidden.add(target);
  if (what === 'readonly') readonly.add(target);
  if (what === 'require' || what === 'optional') required.set(target, what === 'require');
  if (what === 'limitOptions') options.set(target, new Set(codes ?? []));
}
