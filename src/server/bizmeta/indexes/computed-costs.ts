import { DEFAULT_PAGE_SIZE, FIELDS, type DataOf } from '../../../contract/index.ts';
import { schemaOf, SqlParameters, type TenantTx } from '../../kernel/index.ts';
import type { Bind } from '../fields/index.ts';
import { aliases, cellSql, storedName } from '../meta/computed.ts';
import { isComputedColumn, type Column, type ObjectTable } from '../meta/table.ts';
import { countText, ROW_COUNT, rowsText } from './costs.ts';
import { relationsOf, rowsRead, type PlanNode } from './rows-read.ts';

/**
 * What the computed fields of an object cost: the rows PostgreSQL expects to read for the value of
 * one record, as the person who asks may read them. Nothing is computed for it.
 */

type ComputedSeen = DataOf<'bizmeta.performance.detail'>['computed'][number];

/** Further computed fields are not estimated, nor any after this time. */
const MOST = 60;
const BUDGET_MS = 1_500;
/** A page that reads more for one field is worth a thought. */
const MANY_ROWS = 5_000;
/** From so many records on, computing a field of all of them is said. */
const MANY_RECORDS = 1_000;
/** Tables of objects, of sub-tables' rows and of pairs of records; others say who may see what. */
const NUMBERED = /^([ol])_(\d+)$/;
const NO_RECORD = '00000000-0000-0000-0000-000000000000';

interface Computed {
  readonly label: string;
  readonly column: Column;
  /** The sub-table whose column it is. */
  readonly rows?: ObjectTable;
}

export async function computedSeen(
  tx: TenantTx,
  table: ObjectTable,
  records: number,
): Promise<ComputedSeen[]> {
  const found = computedOf(table).slice(0, MOST);
  const until = performance.now() + BUDGET_MS;
  const estimates = new Estimates(tx, table);
  const seen: ComputedSeen[] = [];
  for (const each of found) {
    const reads = performance.now() < until ? await estimates.of(each) : undefined;
    seen.push(seenOf(each, reads, records));
  }
  return seen.toSorted((a, b) => (b.rows ?? 0) - (a.rows ?? 0));
}

function computedOf(table: ObjectTable): Computed[] {
  const own = [...table.columns.values()];
  const below = own.flatMap(({ rows, field }) =>
    [...(rows?.columns.values() ?? [])]
      .filter(isComputedColumn)
      .map((column) => ({ label: `${field.label} · ${column.field.label}`, column, rows: rows! })),
  );
  const above = own
    .filter(isComputedColumn)
    .map((column) => ({ label: column.field.label, column }));
  return [...above, ...below];
}

/** What is read, and how many rows of it. */
interface ReadRows {
  readonly label: string;
  readonly rows: number;
}

function seenOf({ label, column }: Computed, reads: ReadRows[] | undefined, records: number) {
  const rows = reads?.reduce((sum, each) => sum + each.rows, 0) ?? null;
  return {
    label,
    type: FIELDS[column.field.type].title,
    rows,
    slow: (rows ?? 0) * DEFAULT_PAGE_SIZE > MANY_ROWS,
    text: textOf(reads, rows ?? 0, records),
  };
}

function textOf(reads: ReadRows[] | undefined, rows: number, records: number): string {
  if (!reads) return '没有估计出要读多少';
  if (rows === 0) return '只用这条记录自己的值';
  const parts = reads.map((each) => `${each.label} ${rowsText(each.rows)}`).join('、');
  const all =
    records >= MANY_RECORDS
      ? `；用它筛选、排序或分组要算全部 ${countText(records)} 条，约读 ${rowsText(rows * records)}`
      : '';
  return `每条记录约读 ${rowsText(rows)}：${parts}${all}`;
}

type Rows = ReadonlyMap<string, number>;

class Estimates {
  readonly #tx: TenantTx;
  readonly #table: ObjectTable;
  /** Rows of tables by their names, and what people call these. */
  readonly #sizes = new Map<string, number>();
  readonly #labels = new Map<string, string>();
  readonly #bases = new Map<ObjectTable | undefined, Rows>();

  constructor(tx: TenantTx, table: ObjectTable) {
    this.#tx = tx;
    this.#table = table;
  }

  /** Rows read for the value beside those of the record, or row, itself; undefined: not known. */
  async of({ column, rows }: Computed): Promise<ReadRows[] | undefined> {
    await this.#tx.run('SAVEPOINT estimate');
    try {
      const base = this.#bases.get(rows) ?? (await this.#rows((bind) => this.#cell(bind, rows)));
      this.#bases.set(rows, base);
      const all = await this.#rows((bind) => this.#cell(bind, rows, column));
      const reads: ReadRows[] = [];
      for (const [relation, count] of all) {
        const more = count - (base.get(relation) ?? 0);
        if (more > 0) reads.push({ label: await this.#labelOf(relation), rows: more });
      }
      await this.#tx.run('RELEASE SAVEPOINT estimate');
      return reads.toSorted((a, b) => b.rows - a.rows);
    } catch {
      // A formula PostgreSQL cannot plan, or not in its time, is shown without a number.
      await this.#tx.run('ROLLBACK TO SAVEPOINT estimate');
      return undefined;
    }
  }

  /** Selects one value of one record; without a column the record itself. */
  #cell(bind: Bind, rows: ObjectTable | undefined, column?: Column): string {
    const table = this.#table;
    const at = { base: 'b', bind, alias: aliases(), find: (name: string) => table.find(name) };
    const one = `${storedName(table)} b`;
    const where = `WHERE b.id = ${bind(NO_RECORD)}::uuid`;
    if (!rows) return `SELECT ${column ? cellSql(column, table, at) : 'b.id'} FROM ${one} ${where}`;
    const from = table.rowsFrom(rows, 'b', bind);
    // Rows without computed columns are the bare table.
    return `SELECT r.${column?.sql ?? 'id'} FROM ${one} CROSS JOIN LATERAL ${from} r ${where}
      AND r.parent_id = b.id`;
  }

  async #rows(make: (bind: Bind) => string): Promise<Rows> {
    const parameters = new SqlParameters();
    const text = make(parameters.bind);
    const [row] = await this.#tx.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `EXPLAIN (FORMAT JSON) ${text}`,
      parameters.values,
    );
    const plan = row!['QUERY PLAN'][0].Plan;
    const counts = new Map<string, number>();
    for (const relation of relationsOf(plan)) {
      const rows = await this.#sizeOf(relation);
      counts.set(relation, rowsRead(plan, { relation, rows }));
    }
    return counts;
  }

  async #sizeOf(relation: string): Promise<number> {
    const known = this.#sizes.get(relation);
    if (known !== undefined) return known;
    const [found] = await this.#tx.query<{ rows: number }>(
      `SELECT ${ROW_COUNT} AS rows FROM pg_class c WHERE c.oid = to_regclass($1)`,
      [`"${schemaOf(this.#tx.tenant)}"."${relation}"`],
    );
    const rows = Number(found?.rows ?? 0);
    this.#sizes.set(relation, rows);
    return rows;
  }

  async #labelOf(relation: string): Promise<string> {
    const known = this.#labels.get(relation);
    if (known !== undefined) return known;
    const [, kind, no] = NUMBERED.exec(relation) ?? [];
    const source = kind === 'l' ? 'bizmeta.field' : 'bizmeta.object';
    const [found] =
      no === undefined
        ? []
        : await this.#tx.query<{ label: string }>(
            `SELECT label FROM ${source} WHERE tenant_id = $1 AND no = $2`,
            [this.#tx.tenant.id, Number(no)],
          );
    const label = found?.label ?? '权限';
    this.#labels.set(relation, label);
    return label;
  }
}
