import {
  FIELDS,
  isComputed,
  type FieldDescribe,
  type RecordValues,
} from '../../../contract/index.ts';
import { AppError } from '../../kernel/index.ts';
import { isUuid } from '../fields/values.ts';
import type { ObjectTable } from '../meta/table.ts';
import { rowsSql } from '../query/sql.ts';
import { createRecords } from './create.ts';
import { checkSize, seenTable, type WriteContext } from './write-context.ts';

/**
 * Copies records with the rows of their sub-tables, all or none. What is computed or numbered is
 * computed again; unique values and files stay with the original.
 */
export async function copyRecords(
  writing: WriteContext,
  given: readonly string[],
): Promise<{ count: number; ids: string[] }> {
  checkSize(given, '/ids');
  const { tx } = writing;
  const seen = seenTable(writing);
  const written = writtenFields(writing);
  const wanted = [...new Set(given.map((id) => id.toLowerCase()))].filter(isUuid);
  const { text, values } = rowsSql(seen, wanted);
  const [found] = await tx.query<{ rows: RecordValues[] | null }>(text, values);
  const byId = new Map((found?.rows ?? []).map((record) => [record['id'], record]));
  const records = wanted.flatMap((id): RecordValues[] => {
    const record = byId.get(id);
    return record ? [record] : [];
  });
  if (records.length === 0) throw new AppError('RECORD_UNKNOWN');
  const { ids } = await createRecords(
    { ...writing, isCopy: true },
    records.map((record) => writtenOf(copyOf(seen, record), written)),
  );
  return { count: ids.length, ids };
}

/** The fields the person may write in a new record; undefined for all of them. */
const writtenFields = ({ access, view: { table } }: WriteContext) =>
  access && new Set(access.writesTo(table, 'create').flatMap(({ fields }) => [...fields]));
const writtenOf = (values: RecordValues, written: ReadonlySet<string> | null): RecordValues =>
  written
    ? Object.fromEntries(Object.entries(values).filter(([name]) => written.has(name)))
    : values;

const isCopied = ({ type, unique }: FieldDescribe): boolean =>
  !isComputed(type) && unique !== true && FIELDS[type].family !== 'files';

/** The values of a record or a row that its copy is given; an empty one stays empty. */
function copyOf(table: ObjectTable, values: RecordValues): RecordValues {
  const columns = [...table.columns.values()].filter(({ system }) => !system);
  // The lookup fills these again.
  const filled = new Set(
    columns.flatMap(({ field }) =>
      (field.fills ?? []).flatMap(({ to, locked }) => (locked ? [to] : [])),
    ),
  );
  const copied: RecordValues = {};
  for (const { field, rows } of columns) {
    const { apiName } = field;
    if (!isCopied(field) || filled.has(apiName)) continue;
    const value = values[apiName] ?? null;
    copied[apiName] =
      rows && Array.isArray(value) ? value.map((row) => copyOf(rows, row as RecordValues)) : value;
  }
  return copied;
}
