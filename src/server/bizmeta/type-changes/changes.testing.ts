import { expect, vi } from 'vitest';
import {
  callOf,
  type CallId,
  type DataOf,
  type DescribeInput,
  type FieldInput,
  type InputOf,
  type RowInput,
} from '../../../contract/index.ts';
import type { TestClient } from '../testing/index.ts';

type Change = DataOf<'bizmeta.typeChange.list'>['changes'][number];

/** What a builder does with changes of types, and what is left of them in the database. */
export class TypeChanges {
  readonly #office: TestClient;
  constructor(office: TestClient) {
    this.#office = office;
  }

  call = <I extends CallId>(id: I, input: InputOf<I>) =>
    this.#office.server.call(id, input, this.#office.builder);

  /** The describe with some settings of a field changed, or of a column (`lines.qty`). */
  changed = async (
    apiName: string,
    name: string,
    settings: Partial<RowInput>,
  ): Promise<DescribeInput> => {
    const describe = await this.#office.describe(apiName);
    const [first, second] = name.split('.');
    const fields = describe.fields.map((field): FieldInput => {
      if (field.apiName !== first) return field;
      if (second === undefined) return { ...field, ...settings };
      const columns = field.fields!.map((column) =>
        column.apiName === second ? { ...column, ...settings } : column,
      );
      return { ...field, fields: columns };
    });
    return { ...describe, fields };
  };

  field = async (apiName: string, name: string) => {
    const { fields } = await this.#office.describe(apiName);
    const [first, second] = name.split('.');
    const own = fields.find((field) => field.apiName === first)!;
    return second === undefined
      ? own
      : { ...own.fields!.find((column) => column.apiName === second)! };
  };

  list = async (apiName: string): Promise<Change[]> =>
    (await this.call('bizmeta.typeChange.list', { apiName })).data.changes;

  /** Waits until the newest change of the object is in this state; undefined: until there is none. */
  until = (apiName: string, state: Change['state'] | undefined): Promise<Change> =>
    vi.waitFor(
      async () => {
        const [change] = await this.list(apiName);
        expect([change?.state, change?.error]).toEqual([
          state,
          state === 'stopped' ? change?.error : state && '',
        ]);
        return change!;
      },
      { timeout: 30_000, interval: 50 },
    );

  file = async (
    id: 'bizmeta.typeChange.lostFile' | 'bizmeta.describe.lostFile',
    body: object,
  ): Promise<string> => {
    const answer = await this.#office.server.inject({
      method: 'POST',
      url: callOf(id).path,
      headers: { ...this.#office.builder },
      payload: body,
    });
    expect(answer.statusCode).toBe(200);
    return answer.body;
  };

  owner = <R extends object>(text: string, values: unknown[] = []): Promise<R[]> => {
    const { db, demo } = this.#office.server;
    return db.withOwner((tx) => tx.query<R>(text, values), demo.tenant.id);
  };

  /** What is in the company's schema of changes that have ended. */
  leftovers = async (): Promise<number> => (await this.owner<object>(LEFT)).length;
}

const LEFT = `select relname as name from pg_class where relname ~ '^c_[0-9]+' union all
  select tgname from pg_trigger where tgname ~ '^c_[0-9]+_' union all
  select attname from pg_attribute a where attname ~ '^f_[0-9]+$' and attnum > 0
    and not attisdropped and exists (select from pg_class c where c.oid = a.attrelid
      and c.relkind = 'r') and not exists (select from bizmeta.field x
        where 'f_' || x.no = attname)`;
