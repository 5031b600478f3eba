import type { DataOf, InputOf } from '../../../contract/index.ts';
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

/** SQL of what a record is called. */
function titleSql({ object: { fields, title_field: title } }: ChangeWork): string {
  const row = fields.find(({ id }) => id === title);
  return row && !kindOf(fieldOf(row)).virtual
    ? `coalesce(left(t.f_${row.no}::text, 200), '')`
    : `''`;
}

async function* linesOf(
  db: Database,
  ctx: Context,
  work: ChangeWork,
): AsyncGenerator<readonly Line[]> {
  const { table, beside, back } = work;
  for (let [after, lines] = [null as string | null, 0]; lines < MOST_LINES;) {
    const rows = await db.withTenant(ctx, (tx) =>
      tx.query<{ id: string; title: string; value: string }>(
        `SELECT l.id, ${titleSql(work)} AS title, l.value FROM ${lostName(table, beside)} l
          JOIN ${tableName(table)} t ON t.id = l.id
          WHERE l.back = $1 AND ($2::uuid IS NULL OR l.id > $2::uuid) ORDER BY l.id LIMIT ${PAGE}`,
        [back, after],
      ),
    );
    if (rows.length === 0) return;
    yield rows.map(({ id, title, value }) => [title, value, id]);
    after = rows.at(-1)!.id;
    lines += rows.length;
  }
}

/** The values a change left out, one line a record. */
export async function lostFile(
  db: Database,
  ctx: Context,
  { id }: InputOf<'bizmeta.typeChange.lostFile'>,
): Promise<RawResponse> {
  const work = await db.withTenant(ctx, (tx) => requireWork(tx, id));
  const head = ['记录', work.field.label, '记录编号'];
  return csvOf(
    `${work.field.label}没有换过去的值.csv`,
    head,
    linesOf(db, ctx, work),
    restOf(ctx.request),
  );
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
  const label = describe.fields.find(({ id }) => id === field)?.label ?? '';
  async function* lines(): AsyncGenerator<readonly (readonly (string | number)[])[]> {
    yield values.map(({ value, records, recordId }) => [value, records, recordId]);
  }
  const head = [label, '记录数', '其中一条的记录编号'];
  return csvOf(`${label}会丢失的值.csv`, head, lines(), restOf(ctx.request));
}
