import {
  problem,
  TIME_ZONE,
  type ObjectDescribe,
  type RecordValues,
} from '../../contract/index.ts';
import { FormLogic, isEmpty } from '../../page/index.ts';
import type { EnginePorts } from '../ports/ports.ts';

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
      user: { id: this.ports.person()?.id ?? '0' },
    };
    const settled = this.#logic.evaluate({ ...record, [name]: value }, reading, record);
    const how = settled.readonly.has(name) ? '锁定' : settled.hidden.has(name) ? '隐藏' : null;
    const { label = name } = this.describe.fields.find(({ apiName }) => apiName === name) ?? {};
    const isGiven = !(isEmpty(value) && isEmpty(record[name]));
    if (how && isGiven && !settled.ruled.has(name))
      return problem(`/${name}`, 'FIELD_LOCKED', { label, how }).msg;
    const [wrong] = this.#logic.check(settled, reading).filter(({ path }) => path === `/${name}`);
    return wrong?.msg ?? null;
  }
}
