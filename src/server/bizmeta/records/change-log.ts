import { isDeepStrictEqual } from 'node:util';
import type { RecordValues } from '../../../contract/index.ts';
import type { Column, ObjectTable } from '../meta/table.ts';
import { rowsSql } from '../query/sql.ts';
import type { Row } from './read-record.ts';
import type { WriteContext } from './write-context.ts';

/**
 * Changes of records, logged in the transaction of the change, by the same statement or one beside
 * it. The creation of a record is not logged: the record itself has its time and author, and its
 * first values are today's with every change undone. So creating many records costs nothing extra.
 */

/** Qualified and quoted: "t_1"."o_5_log". */
export const logName = ({ name }: ObjectTable): string => name.replace(/"$/, '_log"');

/** Texts in one function call: a function of PostgreSQL takes a hundred arguments. */
const PIECES = 90;
const wire = (column: Column, alias: string) =>
  `coalesce(to_json(${column.kind.json?.(`${alias}.${column.sql}`, column.field) ?? `${alias}.${column.sql}`})::text, 'null')`;

/**
 * What differs between rows `r` and `g` as the members of a JSON object, "column":[old,new], in
 * text: empty when nothing does. Joining texts takes a third of the time that building JSON values
 * and leaving out the empty ones does.
 */
function diffSql(columns: readonly Column[]): string {
  const parts = columns.map(
    (column) =>
      `CASE WHEN r.${column.sql} IS DISTINCT FROM g.${column.sql}
        THEN '"${column.sql}":[' || ${wire(column, 'r')} || ',' || ${wire(column, 'g')} || ']' END`,
  );
  const pieces = Array.from(
    { length: Math.ceil(parts.length / PIECES) },
    (_, i) => `nullif(concat_ws(',', ${parts.slice(i * PIECES, (i + 1) * PIECES).join(', ')}), '')`,
  );
  return `concat_ws(',', ${pieces.join(', ')})`;
}

/**
 * INSERT that logs an edit of these columns, for a statement with the new rows as `g`; `at` and
 * `by` are its parameters. Unchanged rows are left out.
 */
export const logEdits = (
  table: ObjectTable,
  columns: readonly Column[],
  at: string,
  by: string,
): string =>
  `INSERT INTO ${logName(table)} (record_id, version, op, at, by, diff)
    SELECT r.id, r.version + 1, 'edit', ${at}, ${by}, ('{' || d.diff || '}')::jsonb
    FROM ${table.name} r JOIN g ON g.id = r.id CROSS JOIN
      LATERAL (SELECT ${diffSql(columns)} AS diff) d WHERE d.diff <> ''`;

/** Logs that records were deleted or restored; to be called before their version is increased. */
export async function logMoves(
  { tx, view, userId }: WriteContext,
  ids: readonly string[],
  op: 'delete' | 'restore',
  at: string,
): Promise<void> {
  await tx.run(
    `INSERT INTO ${logName(view.table)} (record_id, version, op, at, by)
      SELECT id, version + 1, '${op}', $2::timestamptz, $3 FROM ${view.table.name}
      WHERE id = ANY($1::uuid[])`,
    [ids, at, userId],
  );
}

type RelatedState = ReadonlyMap<string, RecordValues>;
const fieldsInOtherTables = (row: Row): Column[] =>
  [...row.cells.keys()].filter((column) => !column.stored);

/**
 * Values of the changed fields that are stored in other tables (rows of sub-tables, several records
 * named); to be read before and after the change.
 */
export async function relatedValues(
  { tx, view }: WriteContext,
  rows: readonly Row[],
): Promise<RelatedState> {
  const touched = rows.filter((row) => fieldsInOtherTables(row).length > 0);
  if (touched.length === 0) return new Map();
  const { text, values } = rowsSql(
    view.table,
    touched.map((row) => row.id),
  );
  const [found] = await tx.query<{ rows: RecordValues[] | null }>(text, values);
  return new Map((found?.rows ?? []).map((record) => [String(record['id']), record]));
}

/** Logs the changes there, beside the edit's other changes. */
export async function logRelatedChanges(
  writing: WriteContext,
  rows: readonly Row[],
  before: RelatedState,
): Promise<void> {
  if (before.size === 0) return;
  const after = await relatedValues(writing, rows);
  const entries = rows.flatMap((row) => {
    const [old, now] = [before.get(row.id), after.get(row.id)];
    const diff = fieldsInOtherTables(row).flatMap(({ sql, field: { apiName } }) =>
      isDeepStrictEqual(old?.[apiName], now?.[apiName])
        ? []
        : [[sql, [old?.[apiName] ?? null, now?.[apiName] ?? null]] as const],
    );
    return diff.length === 0
      ? []
      : [{ id: row.id, version: now?.['version'], diff: Object.fromEntries(diff) }];
  });
  if (entries.length === 0) return;
  await writing.tx.run(
    `INSERT INTO ${logName(writing.view.table)} AS l (record_id, version, op, at, by, diff)
    SELECT g.id, g.version, 'edit', now(), $2, g.diff
    FROM json_to_recordset($1::json) g(id uuid, version integer, diff jsonb)
    ON CONFLICT (record_id, version) DO UPDATE SET diff = coalesce(l.diff, '{}') || excluded.diff`,
    [JSON.stringify(entries), writing.userId],
  );
}
