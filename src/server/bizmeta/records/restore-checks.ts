import { namesRecord, problem, type Problem } from '../../../contract/index.ts';
import { SqlParameters, type TenantTx } from '../../kernel/index.ts';
import type { DbValue } from '../fields/index.ts';
import { labelSql } from '../meta/computed.ts';
import type { Column, ObjectTable } from '../meta/table.ts';
import { ownColumns } from './insert.ts';
import type { Row } from './read-record.ts';
import { subTables } from './rows.ts';
import { seenTable, type WriteContext } from './write-context.ts';

const isReference = ({ field }: Column): boolean => namesRecord(field.type);

/** What has to be checked of deleted records; `at` says where the problems of each belong. */
export async function readBack(
  tx: TenantTx,
  table: ObjectTable,
  at: ReadonlyMap<string, string>,
): Promise<Row[]> {
  const columns = [...table.columns.values()].filter(
    (column) => !column.system && (column.field.unique || isReference(column)),
  );
  const cells = columns
    .map((column) =>
      column.join
        ? `, ARRAY(SELECT j.to_id::text FROM ${column.join} j WHERE j.from_id = r.id) AS ${column.sql}`
        : `, r.${column.sql}::text`,
    )
    .join('');
  const found = await tx.query<Record<string, string | null> & { id: string }>(
    `SELECT id${cells} FROM ${table.name} r WHERE id = ANY($1::uuid[])`,
    [[...at.keys()]],
  );
  return found.map((row) => rowOf(row, at.get(row.id) ?? '', columns));
}

/** The records that a sub-table's rows of these records refer to, row by row. */
async function readRowsBack(
  tx: TenantTx,
  table: ObjectTable,
  at: ReadonlyMap<string, string>,
): Promise<Row[]> {
  const columns = ownColumns(table).filter(isReference);
  if (columns.length === 0) return [];
  const found = await tx.query<Record<string, string | null> & { id: string; parent_id: string }>(
    `SELECT id, parent_id${columns.map((column) => `, ${column.sql}::text`).join('')}
      FROM ${table.name} WHERE parent_id = ANY($1::uuid[])`,
    [[...at.keys()]],
  );
  return found.map((row) => rowOf(row, at.get(row.parent_id) ?? '', columns));
}

const rowOf = (
  row: Record<string, string | null> & { id: string },
  at: string,
  columns: readonly Column[],
): Row => ({
  at,
  id: row.id,
  cells: new Map<Column, DbValue | null>(
    columns.map((column) => [column, row[column.sql] ?? null]),
  ),
});

/**
 * What the records and their rows point to is there, or comes back with them (`back`); it is locked
 * until the end. People may have left since: that is no reason to lose a record.
 */
export async function checkTargets(
  writing: WriteContext,
  rows: readonly Row[],
  back: ReadonlySet<string>,
  problems: Problem[],
): Promise<void> {
  const { tx, view } = writing;
  const at = new Map(rows.map((row) => [row.id, row.at]));
  const all = [...rows];
  for (const { rows: table } of subTables(view.table))
    all.push(...(await readRowsBack(tx, table, at)));
  const pointers = all.flatMap(pointersOf);
  const objects = new Set(pointers.map(({ column }) => column.field.refObject ?? ''));
  for (const object of objects) {
    const own = pointers.filter(({ column }) => column.field.refObject === object);
    const seen = seenTable(writing).find(object);
    const ids = new Set(own.map(({ id }) => id));
    const gone = await goneOf(tx, view.target(object), seen, ids);
    for (const { row, column, id } of own)
      if (gone.has(id) && !back.has(id))
        problems.push(
          problem(`${row.at}/${column.field.apiName}`, 'REFERENCE_BINNED', {
            label: column.field.label,
            title: gone.get(id) ?? '',
          }),
        );
  }
}

const pointersOf = (row: Row): { row: Row; column: Column; id: string }[] =>
  [...row.cells]
    .filter(([column]) => isReference(column))
    .flatMap(([column, held]) =>
      [held].flat().flatMap((id) => (typeof id === 'string' ? [{ row, column, id }] : [])),
    );

/** Those of the records that are in the bin, with their titles as they are `seen`. */
async function goneOf(
  tx: TenantTx,
  target: ObjectTable | undefined,
  seen: ObjectTable | undefined,
  ids: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  if (!target) return new Map([...ids].map((id) => [id, '']));
  const { values, bind } = new SqlParameters();
  const title = seen
    ? `CASE WHEN ${seen.reader?.visible('r', bind) ?? 'true'} THEN left(${labelSql(seen, 'r', bind)}, 40) END`
    : 'NULL';
  const found = await tx.query<{ id: string; gone: boolean; title: string | null }>(
    `SELECT r.id, r.deleted_at IS NOT NULL AS gone, ${title} AS title FROM ${target.name} r
      WHERE r.id = ANY(${bind([...ids])}::uuid[]) ORDER BY r.id FOR SHARE OF r`,
    values,
  );
  return new Map(found.filter(({ gone }) => gone).map(({ id, title }) => [id, title ?? '']));
}
