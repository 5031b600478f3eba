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
  for (const { row, column, id, title } of await lostOf(writing, all.flatMap(pointersOf)))
    if (title !== null && !back.has(id)) problems.push(binned(row, column, title));
}

/** A row that a deletion removed, by its columns. */
export type KeptRow = Readonly<Record<string, unknown>> & { readonly parent_id: string };

/** Such rows with the places of what they come back with, and the records in use they go to. */
interface Kept {
  readonly kept: readonly { readonly at: string; readonly row: KeptRow }[];
  readonly living: ReadonlySet<string>;
}

/**
 * Rows that a deletion removed, as they can be put back: what is gone for good since is named no
 * more, and what is in the bin is a problem in a record in use.
 */
export async function checkKept(
  writing: WriteContext,
  table: ObjectTable,
  { kept, living }: Kept,
  problems: Problem[],
): Promise<KeptRow[]> {
  const columns = ownColumns(table).filter(isReference);
  const rows = kept.map(({ at, row }, i) => ({
    at,
    id: String(i),
    cells: new Map(columns.map((column) => [column, (row[column.sql] ?? null) as DbValue | null])),
  }));
  const emptied = kept.map((): Record<string, null> => ({}));
  for (const { row, column, title } of await lostOf(writing, rows.flatMap(pointersOf)))
    if (title === null) emptied[Number(row.id)]![column.sql] = null;
    else if (living.has(kept[Number(row.id)]!.row.parent_id))
      problems.push(binned(row, column, title));
  return kept.map(({ row }, i) => ({ ...row, ...emptied[i] }));
}

interface Pointer {
  readonly row: Row;
  readonly column: Column;
  readonly id: string;
}
const pointersOf = (row: Row): Pointer[] =>
  [...row.cells]
    .filter(([column]) => isReference(column))
    .flatMap(([column, held]) =>
      [held].flat().flatMap((id) => (typeof id === 'string' ? [{ row, column, id }] : [])),
    );

const binned = (row: Row, { field: { apiName, label } }: Column, title: string): Problem =>
  problem(`${row.at}/${apiName}`, 'REFERENCE_BINNED', { label, title });

/**
 * Those that point to a record of the bin, with its title, or to one that is gone for good: its title
 * is null. All that they point to is locked until the end.
 */
async function lostOf(
  writing: WriteContext,
  pointers: readonly Pointer[],
): Promise<(Pointer & { title: string | null })[]> {
  const { tx, view } = writing;
  const lost: (Pointer & { title: string | null })[] = [];
  const objects = new Set(pointers.map(({ column }) => column.field.refObject ?? ''));
  for (const object of objects) {
    const own = pointers.filter(({ column }) => column.field.refObject === object);
    const seen = seenTable(writing).find(object);
    const ids = new Set(own.map(({ id }) => id));
    const targets = await targetsOf(tx, view.target(object), seen, ids);
    for (const pointer of own) {
      const target = targets.get(pointer.id);
      if (!target) lost.push({ ...pointer, title: null });
      else if (target.gone) lost.push({ ...pointer, title: target.title ?? '' });
    }
  }
  return lost;
}

interface Target {
  readonly id: string;
  readonly gone: boolean;
  readonly title: string | null;
}
/** Whether each of the records is in the bin (`gone`), with their titles as they are `seen`. */
async function targetsOf(
  tx: TenantTx,
  target: ObjectTable | undefined,
  seen: ObjectTable | undefined,
  ids: ReadonlySet<string>,
): Promise<ReadonlyMap<string, Target>> {
  if (!target) return new Map([...ids].map((id) => [id, { id, gone: true, title: null }]));
  const { values, bind } = new SqlParameters();
  const title = seen
    ? `CASE WHEN ${seen.reader?.visible('r', bind) ?? 'true'} THEN left(${labelSql(seen, 'r', bind)}, 40) END`
    : 'NULL';
  const found = await tx.query<Target>(
    `SELECT r.id, r.deleted_at IS NOT NULL AS gone, ${title} AS title FROM ${target.name} r
      WHERE r.id = ANY(${bind([...ids])}::uuid[]) ORDER BY r.id FOR SHARE OF r`,
    values,
  );
  return new Map(found.map((each) => [each.id, each]));
}
