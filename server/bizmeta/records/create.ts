import type { Problem, RecordValues } from '../../../contract/index.ts';
import { newIds } from './ids.ts';
import { insertRows } from './insert.ts';
import { readNew } from './read-record.ts';
import { checkReferences, fillFiles } from './references.ts';
import { checkUnique } from './unique.ts';
import { checkSize, readRows, stopOnProblems, type Writing } from './writing.ts';

/** Creates all the records or none; answers their ids in order. */
export async function createRecords(writing: Writing, records: readonly RecordValues[]): Promise<{ ids: string[] }> {
  checkSize(records, '/records');
  const { tx, view, neighbours } = writing;
  const problems: Problem[] = [];
  const ids = newIds(records.length);
  const read = readRows(records, problems, (record, at, i) => ({ at, id: ids[i]!, cells: readNew(view.table, record, at, problems) }));
  stopOnProblems(problems);
  await checkReferences(tx, view, read, neighbours, problems);
  const rows = await fillFiles(tx, view.table, read, neighbours, problems);
  await checkUnique(tx, view.table, rows, problems);
  stopOnProblems(problems);
  await insertRows(writing, rows);
  return { ids };
}
