import { problem, type Problem, type RecordValues } from '../../../contract/index.ts';
import type { TenantTx } from '../../kernel/index.ts';
import type { ObjectCatalogEntry } from '../meta/catalog.ts';
import type { Column, ObjectTable } from '../meta/table.ts';
import { isUuid } from '../fields/values.ts';
import { checkCandidates } from './candidates.ts';
import { newIds } from './ids.ts';
import { insertRows } from './insert.ts';
import { readChange, readNew, type Row } from './read-record.ts';
import { checkReferences, fillFiles } from './references.ts';
import { groups, updateRows } from './update.ts';
import type { WriteContext } from './write-context.ts';

/**
 * Rows of sub-tables: read with the record they belong to, checked like records, written in its
 * transaction.
 */

/**
 * A sub-table's rows of a whole batch: those to create, those to change, and the records whose rows
 * are replaced.
 */
export interface SubTable {
  readonly column: Column;
  readonly table: ObjectTable;
  readonly parents: readonly string[];
  readonly made: readonly Row[];
  readonly kept: readonly Row[];
}

export const subTables = (table: ObjectTable): (Column & { rows: ObjectTable })[] =>
  [...table.columns.values()].filter(
    (column): column is Column & { rows: ObjectTable } => column.rows !== undefined,
  );
/** A table of rows, used as a table of records. */
export const viewOf = (view: ObjectCatalogEntry, table: ObjectTable): ObjectCatalogEntry => ({
  ...view,
  table,
});

/**
 * Reads the rows each record of the batch gives for a sub-table. `isNew`: the records are new, so
 * they have no rows yet.
 */
export function readSubTable(
  column: Column & { rows: ObjectTable },
  records: readonly Row[],
  isNew: boolean,
  problems: Problem[],
): SubTable {
  const given = records.filter((record) => record.cells.has(column));
  const all = given.flatMap((record) => rowsGiven(record, column));
  const ids = newIds(all.length);
  const [made, kept]: [Row[], Row[]] = [[], []];
  const seen = new Set<string>();
  all.forEach(({ at, place, values }, i) => {
    const { id: named, ...own } = values;
    if (named === undefined || named === null) {
      const cells = readNew(column.rows, own, at, problems);
      return void made.push({ at, id: ids[i]!, place, cells });
    }
    if (isNew || !isUuid(named)) return void problems.push(problem(`${at}/id`, 'RECORD_UNKNOWN'));
    const id = named.toLowerCase();
    if (seen.has(id)) return void problems.push(idTaken(`${at}/id`, named));
    seen.add(id);
    kept.push({ at, id, place, cells: readChange(column.rows, own, at, problems) });
  });
  return { column, table: column.rows, parents: given.map((record) => record.id), made, kept };
}

const rowsGiven = (record: Row, column: Column) =>
  ((record.cells.get(column) ?? []) as RecordValues[]).map((values, ord) => ({
    at: `${record.at}/${column.field.apiName}/${ord}`,
    place: { parentId: record.id, ord },
    values,
  }));

const idTaken = (path: string, value: string): Problem =>
  problem(path, 'VALUE_TAKEN', { label: '编号', value });

/** What the rows point to exists, and so do the rows to change, in the record that names them. */
export async function checkSubTable(
  writing: WriteContext,
  sub: SubTable,
  problems: Problem[],
): Promise<SubTable> {
  const { tx, view, services } = writing;
  await checkKept(tx, sub, problems);
  await checkReferences(
    tx,
    viewOf(view, sub.table),
    [...sub.made, ...sub.kept],
    services,
    problems,
  );
  await checkCandidates(
    { ...writing, view: viewOf(view, sub.table), offered: new Set() },
    [...sub.made, ...sub.kept],
    problems,
  );
  const [made, kept] = [
    await fillFiles(writing, sub.table, sub.made, problems),
    await fillFiles(writing, sub.table, sub.kept, problems),
  ];
  return { ...sub, made, kept };
}

async function checkKept(
  tx: TenantTx,
  { table, parents, kept }: SubTable,
  problems: Problem[],
): Promise<void> {
  if (kept.length === 0) return;
  const found = await tx.query<{ id: string; parent_id: string }>(
    `SELECT id, parent_id FROM ${table.name} WHERE parent_id = ANY($1::uuid[])`,
    [parents],
  );
  const owners = new Map(found.map((row) => [row.id, row.parent_id]));
  for (const row of kept)
    if (owners.get(row.id) !== row.place?.parentId)
      problems.push(problem(`${row.at}/id`, 'RECORD_UNKNOWN'));
}

/** Removes the rows that are no longer given, changes the others and creates the new ones. */
export async function writeSubTable(
  writing: WriteContext,
  { table, parents, made, kept }: SubTable,
): Promise<void> {
  const here: WriteContext = { ...writing, view: viewOf(writing.view, table) };
  if (parents.length > 0)
    await writing.tx.run(
      `DELETE FROM ${table.name} WHERE parent_id = ANY($1::uuid[]) AND id <> ALL($2::uuid[])`,
      [parents, kept.map((row) => row.id)],
    );
  for (const group of groups(kept)) await updateRows(here, group);
  if (made.length > 0) await insertRows(here, made);
}

/** Sub-tables' rows are deleted and restored with their record. */
export async function binRows(
  tx: TenantTx,
  table: ObjectTable,
  ids: readonly string[],
  at: string | null,
): Promise<void> {
  for (const { rows } of subTables(table))
    await tx.run(
      `UPDATE ${rows.name} SET deleted_at = $2::timestamptz WHERE parent_id = ANY($1::uuid[])`,
      [ids, at],
    );
}
