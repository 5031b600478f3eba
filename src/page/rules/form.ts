import {
  isComputed,
  missingField,
  problem,
  type FieldDescribe,
  type FormBody,
  type FormEffect,
  type FormEffectKind,
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
import { RecordRules, type ReadReferred } from './record.ts';
import { recordNames } from './types.ts';
import { asText } from '../../document/index.ts';

interface Rule {
  readonly when: Closure;
  readonly then: readonly FormEffect[];
}
interface Validation {
  readonly run: Closure;
  readonly message: string;
  readonly field: string | undefined;
  /** Fields it reads, in their order. */
  readonly reads: readonly string[];
}

/** What rules read besides the values: the time, who it is, and the records that lookups name. */
export interface RuleReading {
  readonly ctx: Context;
  readonly user: unknown;
  readonly referred?: ReadReferred | undefined;
}

/**
 * The state of a form for these values: hidden, required and locked fields, and the remaining
 * options.
 */
export interface EvaluatedForm {
  readonly values: RecordValues;
  /** Fields with the value a rule gave them. */
  readonly ruled: ReadonlySet<string>;
  readonly hidden: ReadonlySet<string>;
  readonly required: ReadonlyMap<string, boolean>;
  readonly readonly: ReadonlySet<string>;
  readonly options: ReadonlyMap<string, ReadonlySet<string>>;
}

/**
 * The rules of an object or of a smart form, the same in the browser and on the server. Rules run in
 * their order; a later one takes precedence.
 */
export class FormLogic {
  readonly #rules: readonly Rule[];
  readonly #validations: readonly Validation[];
  readonly #fields: ReadonlyMap<string, FieldDescribe>;
  readonly #record: RecordRules;

  constructor(
    { rules = [], validations = [] }: Partial<Pick<FormBody, 'rules' | 'validations'>>,
    fields: readonly FieldDescribe[],
  ) {
    const names = recordNames(fields);
    const made = (source: string): Closure | null => {
      const parsed = parse(source);
      return parsed.ok ? compile(parsed.ast, names) : null;
    };
    this.#fields = new Map(fields.map((field) => [field.apiName, field]));
    this.#record = new RecordRules(fields);
    this.#rules = rules.flatMap(({ when, then, off }) => {
      const run = off ? null : made(when);
      return run ? [{ when: run, then }] : [];
    });
    this.namesRead = namesIn([
      ...rules.flatMap(({ when, off }) => (off ? [] : [when])),
      ...validations.flatMap(({ expr, off }) => (off ? [] : [expr])),
    ]);
    this.#validations = validations.flatMap(({ expr, message, field, off }) => {
      const run = off ? null : made(expr);
      return run ? [{ run, message, field, reads: this.#fieldsIn(expr) }] : [];
    });
  }

  /** Fields that rules do this to, or anything. */
  targetsOf(kind?: FormEffectKind): ReadonlySet<string> {
    const effects = this.#rules.flatMap(({ then }) => then);
    return new Set(
      effects.flatMap(({ do: what, targets }) =>
        kind === undefined || what === kind ? targets : [],
      ),
    );
  }

  /** Names that rules and validations read; null where some lead on to another record or to rows. */
  readonly namesRead: readonly string[] | null;

  /** Fields that conditions of the whole are shown at. */
  get checkedFields(): ReadonlySet<string> {
    return new Set(this.#validations.flatMap(({ field }) => field ?? []));
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
  evaluate(given: RecordValues, reading: RuleReading, before: RecordValues = {}): EvaluatedForm {
    const { ctx } = reading;
    const values: RecordValues = { ...given };
    const scope = this.#scope(values, reading);
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
    return { values, ruled, hidden, required, readonly, options };
  }

  /**
   * Problems of evaluated values by these rules; `path` is prepended to each problem's.
   */
  check(settled: EvaluatedForm, reading: RuleReading, path = ''): Problem[] {
    const { values, hidden } = settled;
    const scope = this.#scope(values, reading);
    const own = [...this.#fields.values()]
      .filter(({ apiName, type }) => !hidden.has(apiName) && !isComputed(type))
      .flatMap((field) => fieldProblems(field, settled, path));
    const broken = this.#validations
      .filter(({ run }) => answerOf(run, scope, reading.ctx) === false)
      .map((validation) => brokenAt(validation, hidden, path));
    return [...own, ...broken];
  }

  #scope(values: RecordValues, { ctx, user, referred }: RuleReading): Scope {
    return this.#record.scope(values, ctx, scopeOf({ user }), referred);
  }
}

function namesIn(sources: readonly string[]): readonly string[] | null {
  const paths = sources.flatMap((source) => {
    const parsed = parse(source);
    return parsed.ok ? dependencies(parsed.ast).filter(([first]) => first !== 'user') : [];
  });
  return paths.some(({ length }) => length > 1) ? null : [...new Set(paths.map(([name]) => name!))];
}

/** What is wrong with one field: it is needed and empty, or has an option that is not left. */
function fieldProblems(
  { apiName, label, type, required: always }: FieldDescribe,
  { values, required, options }: EvaluatedForm,
  path: string,
): Problem[] {
  const at = `${path}/${apiName}`;
  const value = values[apiName];
  if (isEmpty(value)) {
    const must = required.get(apiName) ?? always === true;
    return must ? [missingField(at, { label, type })] : [];
  }
  const left = options.get(apiName);
  const wrong = left && [value].flat().find((code) => !left.has(asText(code)));
  return wrong === undefined
    ? []
    : [problem(at, 'VALUE_OPTION', { label, value: asText(wrong).slice(0, 40) })];
}

/** At its field where that is shown, else at the whole, with the fields it is about. */
function brokenAt(
  { message, field, reads }: Validation,
  hidden: ReadonlySet<string>,
  path: string,
): Problem {
  if (field !== undefined && !hidden.has(field))
    return problem(`${path}/${field}`, 'RULE_BROKEN', { message });
  return {
    ...problem(path, 'RULE_BROKEN', { message }),
    about: reads.filter((name) => !hidden.has(name)).map((name) => `${path}/${name}`),
  };
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
