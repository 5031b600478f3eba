import { v7 as uuidv7 } from 'uuid';
import { MAX_BULK, problem, type Problem, type RecordValues } from '../../../contract/index.ts';
import { problemsError, type TenantTx } from '../../kernel/index.ts';
import type { View } from '../meta/catalog.ts';
import type { Column, ObjectTable } from '../meta/table.ts';
import type { Neighbours } from './neighbours.ts';
import { MAX_PROBLEMS, readNew, type Row } from './read-record.ts';
import { checkReferences, fillFiles } from './references.ts';
import { checkUnique, takenError } from './unique.ts';

/** Everything a write works with. */
export interface Writing { readonly tx: TenantTx; readonly view: View; readonly userId: string; readonly neighbours: Neighbours }

/** Refuses a batch that is too large before anything is read of it. */
export function checkSize(list: readonly unknown[], path: string): void {
  if (list.length > MAX_BULK) throw problemsError([problem(path, 'TOO_MANY', { max: MAX_BULK, count: list.length })]);
}

export function stopOnProblems(problems: Problem[]): void {
  if (problems.length > 0) throw problemsError(problems.slice(0, MAX_PROBLEMS));
}

/** Reads rows one by one until there are enough problems to show. */
export function readRows<T>(records: readonly T[], problems: Problem[], read: (record: T, at: string, i: number) => Row | undefined): Row[] {
  const rows: Row[] = [];
  for (const [i, record] of records.entries()) {
    if (problems.length >= MAX_PROBLEMS) break;
    const row = read(record, `/records/${i}`, i);
    if (row) rows.push(row);
  }
  return rows;
}

/** Creates all the records or none; answers their ids in order. */
export async function createRecords(writing: Writing, records: readonly RecordValues[]): Promise<{ ids: string[] }> {
  checkSize(records, '/records');
  const { tx, view, neighbours } = writing;
  const problems: Problem[] = [];
  const read = readRows(records, problems, (record, at) => ({ at, id: uuidv7(), cells: readNew(view.table, record, at, problems) }));
  stopOnProblems(problems);
  await checkReferences(tx, view, read, neighbours, problems);
  const rows = await fillFiles(tx, read, neighbours, problems);
  await checkUnique(tx, view.table, rows, problems);
  stopOnProblems(problems);
  await insertRows(writing, rows);
  return { ids: rows.map((row) => row.id) };
}

/** Columns of the builder's fields, in a fixed order. */
export const ownColumns = (table: ObjectTable): Column[] => [...table.columns.values()].filter((column) => !column.system);
/** Rows as one JSON parameter: keys are SQL names. Decimals are text in it, so no digit is lost. */
export const rowsJson = (rows: readonly Row[]): string =>
  JSON.stringify(rows.map((row) => Object.fromEntries([['id', row.id], ...[...row.cells].map(([column, value]) => [column.sql, value] as const)])));
/** What json_to_recordset makes of it. */
export const recordset = (columns: readonly Column[]): string => `g(${['id uuid', ...columns.map((column) => `${column.sql} ${column.kind.column(column.field)}`)].join(', ')})`;

async function insertRows({ tx, view, userId }: Writing, rows: readonly Row[]): Promise<void> {
  const columns = ownColumns(view.table);
  const names = columns.map((column) => `, ${column.sql}`).join('');
  const text = `INSERT INTO ${view.table.name} (id, version, created_at, created_by, updated_at, updated_by${names})
    SELECT g.id, 1, $2::timestamptz, $3, $2::timestamptz, $3${columns.map((column) => `, g.${column.sql}`).join('')} FROM json_to_recordset($1::json) ${recordset(columns)}`;
  try {
    await tx.run(text, [rowsJson(rows), new Date().toISOString(), userId]);
  } catch (error) {
    takenError(error, view.table, rows);
  }
}
