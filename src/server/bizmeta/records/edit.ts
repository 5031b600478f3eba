import { problem, type DataOf, type Problem, type RecordValues } from '../../../contract/index.ts';
import { AppError, problemsError, type TenantTx } from '../../kernel/index.ts';
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
import { requireUnlocked, type Lockable } from './locks.ts';
import { EditMerge } from './merge-edits.ts';
import { namedBefore, tellEdited } from './notices.ts';
import { permittedChanges } from './permitted.ts';
import { ownEdited } from './owners.ts';
import { readChange, type Row } from './read-record.ts';
import { checkReferences, fillFiles } from './references.ts';
import { checkSubTable, readSubTable, subTables, writeSubTable, type SubTable } from './rows.ts';
import { checkUnique, type PassedOn } from './unique.ts';
import { groups, updatePassingOn, updateRows } from './update.ts';
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
type Locked = Versioned & Lockable;

/** Answer of an edit; `merged` and `labels` are there when others changed the records meanwhile. */
type Edited = Omit<DataOf<'bizmeta.record.bulkEdit'>, 'read'>;

/**
 * Changes all the records or none. An edit of an older version is merged with what others changed
 * since: EDIT_CONFLICT where both changed the same to different values. A version that never was is
 * STALE_VERSION, with the current record.
 */
export async function editRecords(
  writing: WriteContext,
  given: readonly RecordValues[],
): Promise<Edited> {
  checkSize(given, '/records');
  const ids = given.flatMap(({ id }) => (isUuid(id) ? [id] : []));
  const locked = await lockRows(writing.tx, writing.view.table, ids, 'edit');
  const stored = new Map(locked.map(({ id, version }) => [id, version]));
  const merge = await EditMerge.of(writing, given, stored);
  const permitted = await permittedChanges(writing, given, (i, column) => merge.isBase(i, column));
  await requireUnlocked(writing, locked);
  const asked = await merge.applied(permitted);
  try {
    const records = await writeEdits(writing, asked, stored);
    return { records, ...(await merge.merged()) };
  } catch (error) {
    if (!(error instanceof AppError) || error.errors.length === 0) throw error;
    const { current } = error;
    throw problemsError(
      error.errors.map((each) => merge.placed(each)),
      { ...(current !== undefined && { current }) },
    );
  }
}

/** Edits of the versions that are stored; the records are locked. */
async function writeEdits(
  writing: WriteContext,
  asked: readonly RecordValues[],
  stored: ReadonlyMap<string, number>,
): Promise<Versioned[]> {
  const { tx, view, services } = writing;
  const problems: Problem[] = [];
  const filled = await fillRecords(writing, asked, false, problems);
  const records = await withRowDefaults(writing, filled);
  const versions = new Map<string, number>();
  const changed = await readRows(records, problems, (record, at) =>
    readOne(view.table, record, at, versions, problems),
  );
  const read = await checkChanged(writing, { given: asked, records, rows: changed }, problems);
  const subs = subTables(view.table).map((column) => readSubTable(column, read, false, problems));
  stopOnProblems(problems);
  const levels = await enterLevels(writing, read);
  await checkVersions(writing, read, versions, stored);
  await checkReferences(tx, view, read, services, problems);
  await checkCandidates(writing, read, problems);
  await checkLevels(writing, levels, read, problems);
  const rows = await fillFiles(writing, view.table, read, problems);
  const passedOn = await checkUnique(tx, view.table, rows, problems);
  const below: SubTable[] = [];
  for (const sub of subs) below.push(await checkSubTable(writing, sub, problems));
  stopOnProblems(problems);
  await writeRows(writing, rows, below, passedOn);
  return rows.map((row) => ({
    id: row.id,
    version: versions.get(row.id)! + (row.cells.size > 0 ? 1 : 0),
  }));
}

/** Writes checked rows and those below them, the history, and messages. */
async function writeRows(
  writing: WriteContext,
  rows: readonly Row[],
  below: readonly SubTable[],
  passedOn: PassedOn,
): Promise<void> {
  const before = await relatedValues(writing, rows);
  const named = await namedBefore(
    writing,
    rows.map(({ id }) => id),
  );
  const owned = await ownEdited(writing, rows);
  if (passedOn.size > 0) await updatePassingOn(writing, owned, passedOn);
  else for (const group of groups(owned)) await updateRows(writing, group);
  await writeJoins(writing.tx, writing.view.table, rows, false);
  for (const sub of below) await writeSubTable(writing, sub);
  await logRelatedChanges(writing, rows, before);
  await tellEdited(writing, rows, named);
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

/** Refuses records that are not there, and versions that are not the stored ones. */
async function checkVersions(
  writing: WriteContext,
  rows: readonly Row[],
  versions: ReadonlyMap<string, number>,
  stored: ReadonlyMap<string, number>,
): Promise<void> {
  const missing = rows
    .filter((row) => !stored.has(row.id))
    .map((row) => problem(`${row.at}/id`, 'RECORD_UNKNOWN'));
  stopOnProblems(missing);
  const stale = rows.filter((row) => stored.get(row.id) !== versions.get(row.id));
  if (stale.length > 0) await refuseStale(writing.tx, seenTable(writing), rows.length, stale);
}

const LOCKS = {
  edit: 'deleted_at IS NULL ORDER BY id FOR NO KEY UPDATE',
  remove: 'deleted_at IS NULL ORDER BY id FOR UPDATE',
  restore: 'deleted_at IS NOT NULL ORDER BY id FOR UPDATE',
};
/**
 * Locks records, in the order of their ids so that two batches do not wait for each other. An edit
 * leaves others free to point to them.
 */
export const lockRows = (
  tx: TenantTx,
  table: ObjectTable,
  ids: readonly string[],
  doing: keyof typeof LOCKS,
): Promise<Locked[]> =>
  tx.query<Locked>(
    `SELECT id, version, flow_lock AS lock FROM ${table.name} WHERE id = ANY($1::uuid[]) AND ${LOCKS[doing]}`,
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
