import {
  isBulkField,
  problem,
  type DataOf,
  type InputOf,
  type Problem,
  type RecordValues,
} from '../../../contract/index.ts';
import { AppError, problemsError } from '../../kernel/index.ts';
import { isUuid } from '../fields/values.ts';
import type { Column, ObjectTable } from '../meta/table.ts';
import { fieldsSql } from '../query/sql.ts';
import { noteBulkChange } from './bulk-undo.ts';
import { editRecords, lockRows, type Versioned } from './edit.ts';
import { requireOp, requireRecords } from './permitted.ts';
import { checkSize, seenTable, stopOnProblems, type WriteContext } from './write-context.ts';

type Input = Pick<InputOf<'bizmeta.record.bulkSet'>, 'ids' | 'changes'>;

/**
 * Gives many records the same values, all or none; other fields stay as they are, even when others wrote
 * them last. Records that were deleted meanwhile are left out and counted. It can be undone for a
 * while.
 */
export async function setRecords(
  writing: WriteContext,
  { ids: given, changes }: Input,
): Promise<DataOf<'bizmeta.record.bulkSet'>> {
  checkSize(given, '/ids');
  requireOp(writing, 'bulk');
  const { values, written } = columnsOf(seenTable(writing), changes);
  const ids = [...new Set(given.map((id) => id.toLowerCase()))];
  await lockRows(writing.tx, writing.view.table, ids.filter(isUuid), 'edit');
  const before = await readVersions(writing, ids.filter(isUuid));
  if (before.length === 0) throw new AppError('RECORD_UNKNOWN');
  const found = before.map(({ id }) => id);
  await requireRecords(writing, 'bulk', found, (i) => `/ids/${ids.indexOf(found[i]!)}`);
  try {
    const { records } = await editRecords(
      writing,
      before.map((version) => ({ ...values, ...version })),
    );
    const undo = await noteBulkChange(writing, written, records);
    return { count: records.length, gone: ids.length - records.length, undo };
  } catch (error) {
    throw error instanceof AppError ? atChanges(error, changes) : error;
  }
}

/** The values to set, and the columns that are written: what lookups fill in is among them. */
function columnsOf(
  table: ObjectTable,
  changes: Input['changes'],
): { values: RecordValues; written: Column[] } {
  const problems: Problem[] = [];
  const written = new Set<Column>();
  const values: RecordValues = {};
  for (const [i, { field: name, value }] of changes.entries()) {
    const at = `/changes/${i}/field`;
    const column = table.columns.get(name) ?? table.masked?.get(name);
    if (!column || column.system) problems.push(problem(at, 'UNKNOWN_FIELD', { name }));
    else if (!isBulkField(column.field))
      problems.push(problem(at, 'READONLY_FIELD', { name: column.field.label }));
    else if (Object.hasOwn(values, name))
      problems.push(problem(at, 'GIVEN_TWICE', { name: column.field.label }));
    else {
      written.add(column);
      // A fill that only the lookup may write follows the lookup when it is undone.
      for (const { to, locked } of column.field.fills ?? []) {
        const filled = locked ? undefined : table.columns.get(to);
        if (filled?.stored) written.add(filled);
      }
      values[name] = value ?? null;
    }
  }
  stopOnProblems(problems);
  return { values, written: [...written] };
}

/** The records the person sees, in the order of the ids. */
export async function readVersions(
  writing: WriteContext,
  ids: readonly string[],
): Promise<readonly Versioned[]> {
  const table = seenTable(writing);
  const { text, values } = fieldsSql(table, ids, [table.columns.get('version')!]);
  const [found] = await writing.tx.query<{ rows: Versioned[] | null }>(text, values);
  const byId = new Map((found?.rows ?? []).map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Every record has the same values: a problem of one is a problem of the change, reported once. */
function atChanges(error: AppError, changes: Input['changes']): AppError {
  const told = new Map<string, Problem>();
  for (const { about: _about, ...each } of error.errors) {
    const [, , , field = ''] = each.path.split('/');
    const at = changes.findIndex((change) => change.field === field);
    const path = at < 0 ? '/ids' : `/changes/${at}/value`;
    told.set(`${path} ${each.msg}`, { ...each, path });
  }
  return told.size > 0 ? problemsError([...told.values()]) : error;
}
