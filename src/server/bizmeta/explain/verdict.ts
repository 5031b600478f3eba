import { isComputed, type RecordOp } from '../../../contract/index.ts';
import { SqlParameters, bindingOnce, type Bind, type TenantTx } from '../../kernel/index.ts';
import type { PersonAccess } from '../access/person-access.ts';
import { scopeOf, type HeldScope, type Reach } from '../access/rights.ts';
import type { ObjectTable } from '../meta/table.ts';

/** What a person may do with one record: the tests that lists, details and writes make of it. */
export interface RecordVerdict {
  readonly isVisible: boolean;
  /** Operations that are allowed for the record. */
  readonly ops: ReadonlySet<RecordOp>;
  readonly reads: ReadonlySet<string>;
  readonly writes: ReadonlySet<string>;
  /** Whether the scope an operation has in one of the person's grants has the record. */
  holds(op: RecordOp, scope: HeldScope): boolean;
}

/** Tests of one row, each of them once in the statement. */
export class RowTests {
  readonly #places = new Map<string, number>();
  readonly #parameters = new SqlParameters();
  readonly #lists = bindingOnce(this.#parameters.bind);

  /** The same departments and people are bound once. */
  readonly bind: Bind = (value) =>
    Array.isArray(value) ? this.#lists(value) : this.#parameters.bind(value);

  /** The place of the test's result among all. */
  add(text: string): number {
    const known = this.#places.get(text) ?? this.#places.size;
    this.#places.set(text, known);
    return known;
  }
  async run(tx: TenantTx, table: ObjectTable, id: string): Promise<readonly boolean[]> {
    const each = [...this.#places.keys()].map((text) => `(${text}) IS TRUE`).join(', ');
    const [row] = await tx.query<{ holds: boolean[] }>(
      `SELECT ARRAY[${each}]::boolean[] AS holds FROM ${table.name} r
        WHERE r.id = ${this.bind(id)}::uuid AND r.deleted_at IS NULL`,
      this.#parameters.values,
    );
    return row?.holds ?? [];
  }
}

/** What a scope holds for depends on the operation where it goes through a lookup. */
const keyOf = (op: RecordOp, scope: HeldScope): string => JSON.stringify([op, scope]);

/** Judges a record that is there, by the predicate of the person's access. */
export async function judged(
  tx: TenantTx,
  access: PersonAccess,
  whole: ObjectTable,
  id: string,
  asked: readonly RecordOp[],
): Promise<RecordVerdict> {
  const { apiName, fields } = whole.describe;
  const tests = new RowTests();
  const rows = { whole, alias: 'r', bind: tests.bind };
  const [reads, writes] = [access.reachesTo(whole), access.writesTo(whole, 'edit')];
  const placeFor = (op: RecordOp) => (reach: Reach) =>
    tests.add(access.reachSql(reach, { ...rows, op }));
  const visible = tests.add(access.visibleSql(rows));
  const allowed = asked.map((op) => [op, tests.add(access.allowedSql(op, rows))] as const);
  const [readAt, writtenAt] = [reads.map(placeFor('view')), writes.map(placeFor('edit'))];
  const scopes = new Map<string, number>();
  for (const { grant } of access.grantsOf(apiName))
    for (const op of asked) {
      const scope = scopeOf(grant, op);
      scopes.set(keyOf(op, scope), placeFor(op)({ scopes: [scope], fields: new Set() }));
    }
  const holds = await tests.run(tx, whole, id);
  const fieldsAt = (reaches: readonly Reach[], at: readonly number[]) =>
    new Set(reaches.flatMap(({ fields: names }, i) => (holds[at[i]!] ? [...names] : [])));
  const isVisible = holds[visible] === true;
  const read = fieldsAt(reads, readAt);
  const written = fieldsAt(writes, writtenAt);
  const computed = new Set(fields.filter(({ type }) => isComputed(type)).map((f) => f.apiName));
  return {
    isVisible,
    ops: new Set(allowed.flatMap(([op, at]) => (isVisible && holds[at] ? [op] : []))),
    reads: isVisible ? read : new Set(),
    writes: new Set([...written].filter((name) => read.has(name) && !computed.has(name))),
    holds: (op, scope) => holds[scopes.get(keyOf(op, scope)) ?? -1] === true,
  };
}
