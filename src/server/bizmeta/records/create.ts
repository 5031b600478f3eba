import type { Problem, RecordValues } from '../../../contract/index.ts';
import { checkCandidates } from './candidates.ts';
import { checkNew } from './conditions.ts';
import { withDefaults, withFirstLookups } from './defaults.ts';
import { fillRecords } from './fills.ts';
import { newIds } from './ids.ts';
import { insertRows } from './insert.ts';
import { writeJoins } from './joins.ts';
import { tellCreated } from './notices.ts';
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
  given: readonly RecordValues[],
  now = new Date(),
): Promise<{ ids: string[] }> {
  checkSize(given, '/records');
  const { tx, view, services } = writing;
  const problems: Problem[] = [];
  const begun = await withFirstLookups(writing, given, now);
  const filled = await fillRecords(writing, begun, true, problems);
  const records = await withDefaults(writing, filled, now);
  const ids = newIds(records.length);
  const read = readRows(records, problems, (record, at, i) => ({
    at,
    id: ids[i]!,
    cells: readNew(view.table, record, at, problems),
  }));
  stopOnProblems(problems);
  await checkNew(writing, records, problems);
  const subs = subTables(view.table).map((column) => readSubTable(column, read, true, problems));
  stopOnProblems(problems);
  await checkReferences(tx, view, read, services, problems);
  await checkCandidates(writing, read, problems);
  const rows = await fillFiles(writing, view.table, read, problems);
  await checkUnique(tx, view.table, rows, problems);
  const below: SubTable[] = [];
  for (const sub of subs) below.push(await checkSubTable(writing, sub, problems));
  stopOnProblems(problems);
  await insertRows(writing, await assignNumbers(writing, rows, now));
  await writeJoins(tx, view.table, rows, true);
  for (const sub of below) await writeSubTable(writing, sub);
  await tellCreated(writing, rows);
  return { ids };
}
