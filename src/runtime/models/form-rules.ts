import { computed, reaction } from 'mobx';
import {
  TIME_ZONE,
  type FieldDescribe,
  type FormBody,
  type ObjectDescribe,
  type Problem,
  type RecordValues,
} from '../../contract/index.ts';
import { FormLogic, type EvaluatedForm, type RuleReading } from '../../page/index.ts';
import type { EnginePorts } from '../ports/ports.ts';
import { equalData } from './equal.ts';

/** What rules need of the form they are about. */
interface RuledForm {
  readonly status: string;
  readonly isNew: boolean;
  readonly dirty: boolean;
  readonly describe: ObjectDescribe | null;
  readonly loaded: RecordValues;
  values(): RecordValues;
  hasField(name: string): boolean;
  field(name: string): { set(value: unknown): void };
  referred(object: string, id: unknown, path: readonly string[]): unknown;
}

/** The `user` of rules for who is not signed in. */
export const ANONYMOUS = '0';

/**
 * The rules of an object or of a smart form in a running page: done and checked while one fills in,
 * by the very code the server does it with, so that what is seen is what is written.
 */
export class FormRules {
  readonly #logic: FormLogic;
  readonly #defaults: RecordValues;

  constructor(
    body: Partial<Pick<FormBody, 'rules' | 'validations'>>,
    fields: readonly FieldDescribe[],
    private readonly ports: Pick<EnginePorts, 'person' | 'now'>,
    private readonly referred?: RuleReading['referred'],
  ) {
    this.#logic = new FormLogic(body, fields);
    this.#defaults = Object.fromEntries(
      fields.map(({ apiName, defaultValue }) => [apiName, defaultValue ?? null]),
    );
  }

  get #reading(): RuleReading {
    return {
      ctx: { now: this.ports.now(), timeZone: TIME_ZONE },
      user: { id: this.ports.person()?.id ?? ANONYMOUS },
      referred: this.referred,
    };
  }
  /** Names of fields whose state or faults rules decide. */
  get names(): ReadonlySet<string> {
    return new Set([...this.#logic.targetsOf(), ...this.#logic.checkedFields]);
  }
  /** What the rules make of the form's values. */
  settle(form: RuledForm): EvaluatedForm {
    const before = {
      ...this.#defaults,
      ...(form.isNew && form.describe?.rules ? {} : form.loaded),
    };
    return this.#logic.evaluate(form.values(), this.#reading, before);
  }
  /** Problems of values the rules have settled. */
  faults(settled: EvaluatedForm): readonly Problem[] {
    return this.#logic.check(settled, this.#reading);
  }
  /** Problems of the values as the rules leave them. */
  check(values: RecordValues): readonly Problem[] {
    return this.faults(this.#logic.evaluate(values, this.#reading, values));
  }
  /** Sets, clears and locks fields of the form now. */
  apply(form: RuledForm): void {
    const values = form.values();
    for (const [name, value] of Object.entries(this.settle(form).values))
      if (form.hasField(name) && !equalData(value ?? null, values[name] ?? null))
        form.field(name).set(value ?? undefined);
  }
  /** Does so as its values change; returns the end of it. */
  follow(form: RuledForm, isWanted: () => boolean = () => true): () => void {
    return reaction(
      () => [form.values(), isWanted()] as const,
      ([, isOn]) => {
        if (form.status === 'ready' && isOn) this.apply(form);
      },
      { fireImmediately: true },
    );
  }
}

/** The rules of a form's object at work: what they make of its values now, each found once. */
export class ObjectRules {
  readonly #rules: FormRules;
  readonly #names: ReadonlySet<string>;
  readonly #state;
  readonly #faults;

  constructor(
    private readonly form: RuledForm,
    describe: Partial<Pick<FormBody, 'rules' | 'validations'>> & {
      readonly fields: readonly FieldDescribe[];
    },
    ports: Pick<EnginePorts, 'person' | 'now'>,
  ) {
    // What is required everywhere is the field's own business.
    const fields = describe.fields.map((field) => ({ ...field, required: false }));
    this.#rules = new FormRules(describe, fields, ports, (...asked) => form.referred(...asked));
    this.#names = this.#rules.names;
    this.#state = computed(() => this.#rules.settle(form));
    this.#faults = computed(() =>
      this.#rules.faults(this.#state.get()).filter(({ reason }) => reason !== 'REQUIRED'),
    );
  }
  /** Those of the object; null where it has none. */
  static of(
    form: RuledForm,
    describe: ObjectDescribe | null,
    ports: Pick<EnginePorts, 'person' | 'now'>,
  ): ObjectRules | null {
    const { rules = [], validations = [] } = describe ?? {};
    return describe && rules.length + validations.length > 0
      ? new ObjectRules(form, describe, ports)
      : null;
  }
  /** A record that is only looked at stays as it is: rules change it together with a person. */
  follow(): () => void {
    return this.#rules.follow(this.form, () => this.form.dirty);
  }
  /** Before the record is checked: one that is new begins with what the rules give it. */
  settle(): void {
    if (this.form.isNew || this.form.dirty) this.#rules.apply(this.form);
  }
  names(field: string): boolean {
    return this.#names.has(field);
  }
  get state(): EvaluatedForm {
    return this.#state.get();
  }
  /** What is wrong at a field. */
  faultsAt(field: string): readonly Problem[] {
    return this.#names.has(field)
      ? this.#faults.get().filter(({ path }) => path === `/${field}`)
      : [];
  }
  /** What is wrong with the whole. */
  get faults(): readonly Problem[] {
    return this.#faults.get().filter(({ about }) => about !== undefined);
  }
}
