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
import { editRecords } from './edit.ts';
import { requireOp, requireRecords } from './permitted.ts';
import { checkSize, seenTable, stopOnProblems, type WriteContext } from './write-context.ts';

type Input = Pick<InputOf<'bizmeta.record.bulkSet'>, 'ids' | 'changes'>;

/** Times it begins again when a record is changed between its reading and its locking. */
const TRIES = 3;

/**
 * Gives many records the same values, all or none; other fields stay as they are, even when others wrote
 * them last. Records that were deleted meanwhile are left out and counted. What the fields held
 * before is answered, so that it can be undone by an edit that writes over no later change.
 */
export async function setRecords(
  writing: WriteContext,
  { ids: given, changes }: Input,
): Promise<DataOf<'bizmeta.record.bulkSet'>> {
  checkSize(given, '/ids');
  requireOp(writing, 'bulk');
  const columns = columnsOf(seenTable(writing), changes);
  const ids = [...new Set(given.map((id) => id.toLowerCase()))];
  for (let tries = 1; ; tries++) {
    const before = await readFields(writing, ids.filter(isUuid), columns.kept);
    if (before.length === 0) throw new AppError('RECORD_UNKNOWN');
    const found = before.map(({ id }) => id);
    await requireRecords(writing, 'bulk', found, (i) => `/ids/${ids.indexOf(found[i]!)}`);
    try {
      const { records } = await editRecords(
        writing,
        before.map(({ id, version }) => ({ ...columns.values, id, version })),
      );
      return {
        count: records.length,
        gone: ids.length - records.length,
        before: records.map(({ version }, i) => ({ ...before[i], version })),
      };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.reason !== 'STALE_VERSION' || tries === TRIES) throw atChanges(error, changes);
    }
  }
}

/** The values to set, and the columns to read before: what lookups fill in is among them. */
function columnsOf(
  table: ObjectTable,
  changes: Input['changes'],
): { values: RecordValues; kept: Column[] } {
  const problems: Problem[] = [];
  const kept = new Set<Column>();
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
      kept.add(column);
      // A fill that only the lookup may write follows the lookup when it is undone.
      for (const { to, locked } of column.field.fills ?? []) {
        const filled = locked ? undefined : table.columns.get(to);
        if (filled?.stored) kept.add(filled);
      }
      values[name] = value ?? null;
    }
  }
  stopOnProblems(problems);
  return { values, kept: [...kept] };
}

/** These fields of the records that are there, with their versions, in the order of the ids. */
async function readFields(
  writing: WriteContext,
  ids: readonly string[],
  columns: readonly Column[],
): Promise<(RecordValues & { id: string })[]> {
  const { tx } = writing;
  const table = seenTable(writing);
  const { text, values } = fieldsSql(table, ids, [table.columns.get('version')!, ...columns]);
  const [found] = await tx.query<{ rows: (RecordValues & { id: string })[] | null }>(text, values);
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
