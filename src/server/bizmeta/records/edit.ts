import { problem, type Problem, type RecordValues } from '../../../contract/index.ts';
import { problemsError, type TenantTx } from '../../kernel/index.ts';
import { isUuid } from '../fields/values.ts';
import type { ObjectTable } from '../meta/table.ts';
import { shownRowsSql } from '../query/sql.ts';
import { logRelatedChanges, relatedValues } from './change-log.ts';
import { checkCandidates } from './candidates.ts';
import { checkChanged, isRuled } from './conditions.ts';
import { withRowDefaults } from './defaults.ts';
import { fillRecords } from './fills.ts';
import { writeJoins } from './joins.ts';
import { checkLevels, enterLevels } from './levels.ts';
import { namedBefore, tellEdited } from './notices.ts';
import { permittedChanges } from './permitted.ts';
import { ownEdited } from './owners.ts';
import { readChange, type Row } from './read-record.ts';
import { checkReferences, fillFiles } from './references.ts';
import { checkSubTable, readSubTable, subTables, writeSubTable, type SubTable } from './rows.ts';
import { checkUnique } from './unique.ts';
import { groups, updateRows } from './update.ts';
import {
  checkSize,
  readRows,
  seenTable,
  stopOnProblems,
  type WriteContext,
} from './write-context.ts';

export interface Versioned {
  id: string;
  version: number;
}

/**
 * Changes all the records or none. A version that is not the newest is STALE_VERSION, with the
 * current record.
 */
export async function editRecords(
  writing: WriteContext,
  given: readonly RecordValues[],
): Promise<{ records: Versioned[] }> {
  checkSize(given, '/records');
  const { tx, view, services } = writing;
  const asked = await permittedChanges(writing, given);
  const problems: Problem[] = [];
  const filled = await fillRecords(writing, asked, false, problems);
  const records = await withRowDefaults(writing, filled);
  const versions = new Map<string, number>();
  const changed = readRows(records, problems, (record, at) =>
    readOne(view.table, record, at, versions, problems),
  );
  const read = await checkChanged(
    writing,
    { given: asked, records, rows: changed },
    versions,
    problems,
  );
  const subs = subTables(view.table).map((column) => readSubTable(column, read, false, problems));
  stopOnProblems(problems);
  const levels = await enterLevels(writing, read);
  await checkVersions(writing, read, versions);
  await checkReferences(tx, view, read, services, problems);
  await checkCandidates(writing, read, problems);
  await checkLevels(writing, levels, read, problems);
  const rows = await fillFiles(writing, view.table, read, problems);
  await checkUnique(tx, view.table, rows, problems);
  const below: SubTable[] = [];
  for (const sub of subs) below.push(await checkSubTable(writing, sub, problems));
  stopOnProblems(problems);
  const before = await relatedValues(writing, rows);
  const named = await namedBefore(
    writing,
    rows.map(({ id }) => id),
  );
  for (const group of groups(await ownEdited(writing, rows))) await updateRows(writing, group);
  await writeJoins(tx, view.table, rows, false);
  for (const sub of below) await writeSubTable(writing, sub);
  await logRelatedChanges(writing, rows, before);
  await tellEdited(writing, rows, named);
  return {
    records: rows.map((row) => ({
      id: row.id,
      version: versions.get(row.id)! + (row.cells.size > 0 ? 1 : 0),
    })),
  };
}

function readOne(
  table: ObjectTable,
  record: RecordValues,
  at: string,
  versions: Map<string, number>,
  problems: Problem[],
): Row | undefined {
  const { id, version } = record;
  const cells = readChange(table, record, at, problems, isRuled(table));
  if (!isUuid(id))
    return void problems.push(
      id === undefined
        ? problem(`${at}/id`, 'REQUIRED', { label: '编号' })
        : problem(`${at}/id`, 'RECORD_UNKNOWN'),
    );
  if (typeof version !== 'number' || !Number.isInteger(version)) {
    return void problems.push(
      version === undefined
        ? problem(`${at}/version`, 'REQUIRED', { label: '版本' })
        : problem(`${at}/version`, 'VALUE_TYPE', { label: '版本', expected: '整数' }),
    );
  }
  if (versions.has(id.toLowerCase()))
    return void problems.push(problem(`${at}/id`, 'VALUE_TAKEN', { label: '编号', value: id }));
  versions.set(id.toLowerCase(), version);
  return { at, id: id.toLowerCase(), cells };
}

/**
 * Locks the records, in the order of their ids so that two batches do not wait for each other, and
 * compares versions.
 */
async function checkVersions(
  writing: WriteContext,
  rows: readonly Row[],
  versions: ReadonlyMap<string, number>,
): Promise<void> {
  const { tx, view } = writing;
  const found = new Map(
    (
      await lockRows(
        tx,
        view.table,
        rows.map((row) => row.id),
      )
    ).map((row) => [row.id, row.version]),
  );
  const missing = rows
    .filter((row) => !found.has(row.id))
    .map((row) => problem(`${row.at}/id`, 'RECORD_UNKNOWN'));
  stopOnProblems(missing);
  const stale = rows.filter((row) => found.get(row.id) !== versions.get(row.id));
  if (stale.length > 0) await refuseStale(tx, seenTable(writing), rows.length, stale);
}

export const lockRows = (
  tx: TenantTx,
  table: ObjectTable,
  ids: readonly string[],
  deleted = false,
): Promise<Versioned[]> =>
  tx.query<Versioned>(
    `SELECT id, version FROM ${table.name} WHERE id = ANY($1::uuid[])
      AND deleted_at IS ${deleted ? 'NOT NULL' : 'NULL'} ORDER BY id FOR UPDATE`,
    [ids],
  );

/** `current` is the current record; for a batch, the list of the stale ones. */
async function refuseStale(
  tx: TenantTx,
  table: ObjectTable,
  count: number,
  stale: readonly Row[],
): Promise<never> {
  const { text, values } = shownRowsSql(
    table,
    stale.map((row) => row.id),
  );
  const [found] = await tx.query<{ rows: RecordValues[] | null }>(text, values);
  const errors = stale.map((row) => problem(`${row.at}/version`, 'STALE_VERSION'));
  throw problemsError(errors, { current: count === 1 ? found?.rows?.[0] : found?.rows });
}
