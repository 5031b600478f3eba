import { reaction } from 'mobx';
import {
  TIME_ZONE,
  type FieldDescribe,
  type FormBody,
  type Problem,
  type RecordValues,
} from '../../contract/index.ts';
import { FormLogic } from '../../page/index.ts';
import type { EnginePorts } from '../ports/ports.ts';
import { equalData } from './equal.ts';
import type { FormModelImpl } from './form.ts';

/** The `user` of rules for who is not signed in. */
const ANONYMOUS = '0';

/**
 * The rules of a smart form in a running page: done and checked while one fills in, by the very
 * code the server does it with, so that what is seen is what is written.
 */
export class FormRules {
  readonly #logic: FormLogic;
  readonly #defaults: RecordValues;

  constructor(
    body: Pick<FormBody, 'rules' | 'validations'>,
    fields: readonly FieldDescribe[],
    private readonly ports: Pick<EnginePorts, 'person' | 'now'>,
  ) {
    this.#logic = new FormLogic(body, fields);
    this.#defaults = Object.fromEntries(
      fields.map(({ apiName, defaultValue }) => [apiName, defaultValue ?? null]),
    );
  }

  #evaluate(values: RecordValues, before: RecordValues) {
    const ctx = { now: this.ports.now(), timeZone: TIME_ZONE };
    const user = this.ports.person()?.id ?? ANONYMOUS;
    return { ctx, user, settled: this.#logic.evaluate(values, ctx, user, before) };
  }
  /** Problems of the values as the rules leave them. */
  check(values: RecordValues): readonly Problem[] {
    const { ctx, user, settled } = this.#evaluate(values, values);
    return this.#logic.check(settled, ctx, user);
  }
  /** Sets, clears and locks fields of the form as its values change; returns the end of it. */
  follow(form: FormModelImpl): () => void {
    return reaction(
      () => form.values(),
      (values) => {
        if (form.status !== 'ready') return;
        const { settled } = this.#evaluate(values, { ...this.#defaults, ...form.loaded });
        for (const [name, value] of Object.entries(settled.values))
          if (form.hasField(name) && !equalData(value ?? null, values[name] ?? null))
            form.field(name).set(value ?? undefined);
      },
      { fireImmediately: true },
    );
  }
}
