import {
  problem,
  TIME_ZONE,
  type ObjectDescribe,
  type RecordValues,
} from '../../contract/index.ts';
import { FormLogic, isEmpty, type EvaluatedForm } from '../../page/index.ts';
import type { EnginePorts } from '../ports/ports.ts';
import { ANONYMOUS } from './form-rules.ts';

/** The rules of an object over records of a list, of which not every field is there. */
export class ListRules {
  readonly #logic: FormLogic;
  readonly #names: readonly string[] | null;

  constructor(
    private readonly describe: ObjectDescribe,
    private readonly ports: Pick<EnginePorts, 'person' | 'now'>,
  ) {
    const fields = describe.fields.map((field) => ({ ...field, required: false }));
    this.#logic = new FormLogic(describe, fields);
    this.#names = this.#logic.namesRead;
  }

  /** Rules may change other fields of a record that is written. */
  get areThere(): boolean {
    return (this.describe.rules?.length ?? 0) + (this.describe.validations?.length ?? 0) > 0;
  }
  /**
   * Why the field cannot take the value; null also where the record does not have all that the rules
   * read: the server has the last word.
   */
  faultOf(record: RecordValues, name: string, value: unknown): string | null {
    if (!this.areThere || !this.#names?.every((each) => Object.hasOwn(record, each))) return null;
    const reading = {
      ctx: { now: this.ports.now(), timeZone: TIME_ZONE },
      user: { id: this.ports.person()?.id ?? ANONYMOUS },
    };
    const settled = this.#logic.evaluate({ ...record, [name]: value }, reading, record);
    const isEmptied = isEmpty(value) && isEmpty(record[name]);
    const locked = isEmptied || settled.ruled.has(name) ? null : this.#lockOf(name, settled);
    const faults = this.#logic.check(settled, reading).filter(({ path }) => path === `/${name}`);
    return locked ?? faults[0]?.msg ?? null;
  }
  #lockOf(name: string, { readonly, hidden }: EvaluatedForm): string | null {
    const how = readonly.has(name) ? '锁定' : hidden.has(name) ? '隐藏' : null;
    const label = this.describe.fields.find(({ apiName }) => apiName === name)?.label ?? name;
    return how && problem(`/${name}`, 'FIELD_LOCKED', { label, how }).msg;
  }
}
