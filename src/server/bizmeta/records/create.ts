import type { Problem, RecordValues } from '../../../contract/index.ts';
import { checkNew } from './conditions.ts';
import { newIds } from './ids.ts';
import { insertRows } from './insert.ts';
import { writeJoins } from './joins.ts';
import { assignNumbers } from './numbers.ts';
import { readNew } from './read-record.ts';
import { checkReferences, fillFiles } from './references.ts';
import { checkSubTable, readSubTable, subTables, writeSubTable, type SubTable } from './rows.ts';
import { checkUnique } from './unique.ts';
import { checkSize, readRows, stopOnProblems, type WriteContext } from './write-context.ts';

/**
 * Creates all the records or none; returns their ids in order. `now` is the time for their
 * automatic numbers.
 */
export async function createRecords(
  writing: WriteContext,
  records: readonly RecordValues[],
  now = new Date(),
): Promise<{ ids: string[] }> {
  checkSize(records, '/records');
  const { tx, view, services } = writing;
  const problems: Problem[] = [];
  const ids = newIds(records.length);
  const read = readRows(records, problems, (record, at, i) => ({
    at,
    id: ids[i]!,
    cells: readNew(view.table, record, at, problems),
  }));
  stopOnProblems(problems);
  checkNew(writing, records, problems);
  const subs = subTables(view.table).map((column) => readSubTable(column, read, true, problems));
  stopOnProblems(problems);
  await checkReferences(tx, view, read, services, problems);
  const rows = await fillFiles(writing, view.table, read, problems);
  await checkUnique(tx, view.table, rows, problems);
  const below: SubTable[] = [];
  for (const sub of subs) below.push(await checkSubTable(writing, sub, problems));
  stopOnProblems(problems);
  await insertRows(writing, await assignNumbers(writing, rows, now));
  await writeJoins(tx, view.table, rows, true);
  for (const sub of below) await writeSubTable(writing, sub);
  return { ids };
}
