import type { Problem, RecordValues } from '../../../contract/index.ts';
import { checkCandidates } from './candidates.ts';
import { checkNew, isRuled } from './conditions.ts';
import { withDefaults, withFirstLookups } from './defaults.ts';
import { fillRecords } from './fills.ts';
import { newIds } from './ids.ts';
import { insertRows } from './insert.ts';
import { writeJoins } from './joins.ts';
import { tellCreated } from './notices.ts';
import { assignNumbers } from './numbers.ts';
import { permitNew, requireCreated } from './permitted.ts';
import { ownNew } from './owners.ts';
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
  permitNew(writing, given);
  const { tx, view, services } = writing;
  const problems: Problem[] = [];
  const begin = async (values: readonly RecordValues[], found: Problem[]) => {
    const begun = await withFirstLookups(writing, values, now);
    return withDefaults(writing, await fillRecords(writing, begun, true, found), now);
  };
  const records = await begin(given, problems);
  const ids = newIds(records.length);
  const rows = await readRows(records, problems, (record, at, i) => ({
    at,
    id: ids[i]!,
    cells: readNew(view.table, record, at, problems, isRuled(view.table)),
  }));
  const read = await checkNew(
    writing,
    { given, records, rows },
    (values) => begin(values, []),
    problems,
  );
  const subs = subTables(view.table).map((column) => readSubTable(column, read, true, problems));
  stopOnProblems(problems);
  await checkReferences(tx, view, read, services, problems);
  await checkCandidates(writing, read, problems);
  const filed = await fillFiles(writing, view.table, read, problems);
  await checkUnique(tx, view.table, filed, problems);
  const below: SubTable[] = [];
  for (const sub of subs) below.push(await checkSubTable(writing, sub, problems));
  stopOnProblems(problems);
  const own = await ownNew(writing, filed);
  await insertRows(writing, await assignNumbers(writing, own, now));
  await writeJoins(tx, view.table, filed, true);
  for (const sub of below) await writeSubTable(writing, sub);
  await requireCreated(writing, given, ids);
  await tellCreated(writing, own);
  return { ids };
}
