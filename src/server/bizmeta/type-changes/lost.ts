import type { DataOf, DescribeInput, InputOf } from '../../../contract/index.ts';
import {
  restOf,
  TIME_LIMITS,
  type Context,
  type Database,
  type RawResponse,
  type TenantTx,
} from '../../kernel/index.ts';
import { csvOf } from '../../log/index.ts';
import { kindOf } from '../fields/index.ts';
import { tableName } from '../meta/ddl.ts';
import { lostValues } from '../meta/schema-plan.ts';
import { fieldOf } from '../meta/store.ts';
import { lostName } from '../meta/swap-ddl.ts';
import { withTable } from '../meta/type-changes.ts';
import { requireWork } from './decide.ts';
import type { ChangeWork } from './work.ts';

/** Values a change of a type leaves out: as a list, and as a file before and after it. */

const DEFAULT_SIZE = 50;
/** Different values of a file that is made before a change. */
const MOST_BEFORE = 20_000;
const PAGE = 1_000;
/** Lines of a file; of more the rest is in the column beside. */
const MOST_LINES = 100_000;

export async function lostOfChange(
  tx: TenantTx,
  { id, current = 1, size = DEFAULT_SIZE }: InputOf<'bizmeta.typeChange.lost'>,
): Promise<DataOf<'bizmeta.typeChange.lost'>> {
  await tx.patience(TIME_LIMITS.report);
  const { table, beside, back } = await requireWork(tx, id);
  const rows = await tx.query<{ value: string; records: number; total: number }>(
    `SELECT left(value, 200) AS value, count(*)::integer AS records,
        (count(*) OVER ())::integer AS total
      FROM ${lostName(table, beside)} WHERE back = $1 GROUP BY value
      ORDER BY count(*) DESC, value LIMIT $2 OFFSET $3`,
    [back, size, (current - 1) * size],
  );
  return {
    values: rows.map(({ value, records }) => ({ value, records })),
    total: rows[0]?.total ?? 0,
  };
}

type Line = readonly string[];

/** SQL of what the record `t` is called. */
function titleSql({ object: { fields, title_field: title } }: ChangeWork): string {
  const row = fields.find(({ id }) => id === title);
  return row && !kindOf(fieldOf(row)).virtual
    ? `coalesce(left(t.f_${row.no}::text, 200), '')`
    : `''`;
}

/** Selects the lines of a file; those of a sub-table say which row of which record. */
function linesSql(work: ChangeWork): string {
  const { table, beside, rowsOf, object } = work;
  const lost = lostName(table, beside);
  const page = `l.back = $1 AND ($2::uuid IS NULL OR l.id > $2::uuid) ORDER BY l.id LIMIT ${PAGE}`;
  return rowsOf
    ? `SELECT l.id, ${titleSql(work)} AS title, l.value, t.id AS record, r.ord + 1 AS row
        FROM ${lost} l JOIN ${tableName(table)} r ON r.id = l.id
        JOIN ${tableName({ ...table, no: object.no })} t ON t.id = r.parent_id WHERE ${page}`
    : `SELECT l.id, ${titleSql(work)} AS title, l.value, l.id AS record FROM ${lost} l
        JOIN ${tableName(table)} t ON t.id = l.id WHERE ${page}`;
}

interface LostLine {
  readonly id: string;
  readonly title: string;
  readonly value: string;
  readonly record: string;
  readonly row?: number;
}

async function* linesOf(
  db: Database,
  ctx: Context,
  work: ChangeWork,
): AsyncGenerator<readonly Line[]> {
  const sql = linesSql(work);
  for (let [after, lines] = [null as string | null, 0]; lines < MOST_LINES;) {
    const rows = await db.withTenant(ctx, (tx) => tx.query<LostLine>(sql, [work.back, after]));
    if (rows.length === 0) return;
    yield rows.map(({ title, row, value, record }) => [
      title,
      ...(row === undefined ? [] : [String(row)]),
      value,
      record,
    ]);
    after = rows.at(-1)!.id;
    lines += rows.length;
  }
}

/** The values a change left out, one line a record, or a row of a sub-table. */
export async function lostFile(
  db: Database,
  ctx: Context,
  { id }: InputOf<'bizmeta.typeChange.lostFile'>,
): Promise<RawResponse> {
  const work = await db.withTenant(ctx, (tx) => requireWork(tx, id));
  const head = ['记录', ...(work.rowsOf ? ['第几行'] : []), work.label, '记录编号'];
  return csvOf(
    `${work.label}没有换过去的值.csv`,
    head,
    linesOf(db, ctx, work),
    restOf(ctx.request),
  );
}

/** What a field of a describe is called; a column with its sub-table. */
function labelIn({ fields }: DescribeInput, id: string): string {
  const own = fields.find((each) => each.id === id);
  if (own) return own.label;
  const table = fields.find((each) => each.fields?.some((column) => column.id === id));
  return withTable(table?.label, table?.fields?.find((column) => column.id === id)?.label ?? '');
}

/** The values a change would leave out, with one of the records of each. */
export async function lostFileBefore(
  db: Database,
  ctx: Context,
  { describe, field }: InputOf<'bizmeta.describe.lostFile'>,
): Promise<RawResponse> {
  const { values } = await db.withTenant(ctx, (tx) =>
    lostValues(tx, { describe, field, size: MOST_BEFORE }),
  );
  const label = labelIn(describe, field);
  async function* lines(): AsyncGenerator<readonly (readonly (string | number)[])[]> {
    yield values.map(({ value, records, recordId }) => [value, records, recordId]);
  }
  const head = [label, '条数', '其中一条的记录编号'];
  return csvOf(`${label}会丢失的值.csv`, head, lines(), restOf(ctx.request));
}
