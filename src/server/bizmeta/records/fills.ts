import {
  problem,
  type FieldDescribe,
  type Fill,
  type Problem,
  type RecordValues,
} from '../../../contract/index.ts';
import { fittedDefault } from '../../../values/index.ts';
import { isUuid } from '../fields/values.ts';
import type { Column, ObjectTable } from '../meta/table.ts';
import { fieldsSql } from '../query/sql.ts';
import { subTables } from './rows.ts';
import type { WriteContext } from './write-context.ts';

/**
 * What lookups fill in. A record that names another takes its values for the fields that the caller
 * does not give; fields that only the lookup may fill have its values whatever is given.
 */

/** A record or a row of the request, its path, and its lookups as they are stored. */
interface Given {
  readonly values: RecordValues;
  readonly at: string;
  readonly stored: RecordValues | undefined;
}
interface FillingLookup {
  readonly column: Column;
  readonly target: ObjectTable;
  readonly fills: readonly Fill[];
  fieldOf(name: string): FieldDescribe | undefined;
}

const fillsOf = ({ field }: Column): readonly Fill[] => field.fills ?? [];
const fillingColumns = (table: ObjectTable): Column[] =>
  [...table.columns.values()].filter((column) => fillsOf(column).length > 0);
const idIn = (value: unknown): string | null => (isUuid(value) ? value.toLowerCase() : null);

/** The request's records with what their lookups fill in; the same where nothing does. */
export async function fillRecords(
  writing: WriteContext,
  records: readonly RecordValues[],
  isNew: boolean,
  problems: Problem[],
): Promise<readonly RecordValues[]> {
  const { table } = writing.view;
  const tables = subTables(table).filter(({ rows }) => fillingColumns(rows).length > 0);
  if (fillingColumns(table).length === 0 && tables.length === 0) return records;
  const own = await fillLevel(
    writing,
    table,
    await givenOf(writing, table, records, isNew),
    problems,
  );
  for (const { field, rows } of tables) await fillRows(writing, field.apiName, rows, own, problems);
  return own;
}

/** The lookups that records have now, by the records' ids. */
async function storedLookups(
  { tx }: WriteContext,
  table: ObjectTable,
  records: readonly RecordValues[],
): Promise<ReadonlyMap<string, RecordValues>> {
  const columns = fillingColumns(table);
  const ids = records.flatMap(({ id }) => idIn(id) ?? []);
  if (columns.length === 0 || ids.length === 0) return new Map();
  const cells = columns.map(({ sql, field }) => `, ${sql} AS "${field.apiName}"`);
  const found = await tx.query<{ id: string } & RecordValues>(
    `SELECT id${cells.join('')} FROM ${table.name} WHERE id = ANY($1::uuid[])`,
    [ids],
  );
  return new Map(found.map((row) => [row.id, row]));
}
/** The records beside the lookups they have now; `at` begins their paths. */
async function givenOf(
  writing: WriteContext,
  table: ObjectTable,
  records: readonly RecordValues[],
  isNew: boolean,
  at = (i: number) => `/records/${i}`,
): Promise<Given[]> {
  const stored = isNew ? undefined : await storedLookups(writing, table, records);
  return records.map((values, i) => ({
    values: { ...values },
    at: at(i),
    stored: stored?.get(idIn(values['id']) ?? ''),
  }));
}

const isRow = (row: unknown): row is RecordValues =>
  typeof row === 'object' && row !== null && !Array.isArray(row);
/** Fills in the rows of a sub-table, in the records themselves. */
async function fillRows(
  writing: WriteContext,
  name: string,
  table: ObjectTable,
  records: readonly RecordValues[],
  problems: Problem[],
): Promise<void> {
  const lists = records.map((record) => record[name]);
  const all = lists.flatMap((list, i) =>
    Array.isArray(list) && list.every(isRow)
      ? list.map((row, ord) => ({ row, at: `/records/${i}/${name}/${ord}` }))
      : [],
  );
  const given = await givenOf(
    writing,
    table,
    all.map(({ row }) => row),
    false,
    (i) => all[i]!.at,
  );
  // A row is sent whole: what only a lookup fills is left as it is stored, without a word.
  const filled = await fillLevel(writing, table, given, problems, true);
  const queue = [...filled];
  records.forEach((record, i) => {
    const list = lists[i];
    if (Array.isArray(list) && list.every(isRow)) record[name] = queue.splice(0, list.length);
  });
}

async function fillLevel(
  writing: WriteContext,
  table: ObjectTable,
  given: readonly Given[],
  problems: Problem[],
  isWhole = false,
): Promise<RecordValues[]> {
  for (const column of fillingColumns(table)) {
    const target = writing.view.target(column.field.refObject ?? '');
    if (!target) continue;
    const lookup = {
      column,
      target,
      fills: fillsOf(column),
      fieldOf: (name: string) => table.columns.get(name)?.field,
    };
    const sources = await sourcesOf(writing, lookup, given);
    for (const each of given) fillOne(lookup, each, sources, isWhole ? undefined : problems);
  }
  return given.map(({ values }) => values);
}

/** Whether the record names another one than before. */
function isChosen({ field }: Column, { values, stored }: Given): boolean {
  if (!Object.hasOwn(values, field.apiName)) return false;
  return !stored || idIn(values[field.apiName]) !== idIn(stored[field.apiName]);
}

async function sourcesOf(
  { tx }: WriteContext,
  { column, target, fills }: FillingLookup,
  given: readonly Given[],
): Promise<ReadonlyMap<string, RecordValues>> {
  const ids = new Set(
    given
      .filter((each) => isChosen(column, each))
      .flatMap(({ values }) => idIn(values[column.field.apiName]) ?? []),
  );
  const columns = [...new Set(fills.map(({ from }) => from))].flatMap(
    (from) => target.columns.get(from) ?? [],
  );
  if (ids.size === 0 || columns.length === 0) return new Map();
  const { text, values } = fieldsSql(target, [...ids], columns);
  const [found] = await tx.query<{ rows: RecordValues[] | null }>(text, values);
  return new Map((found?.rows ?? []).map((row) => [String(row['id']), row]));
}

/** `problems` is left out where a field that is not the caller's to give is passed over. */
function fillOne(
  { column, fills, fieldOf }: FillingLookup,
  given: Given,
  sources: ReadonlyMap<string, RecordValues>,
  problems: Problem[] | undefined,
): void {
  const { values, at } = given;
  const chosen = isChosen(column, given);
  const source = sources.get(idIn(values[column.field.apiName]) ?? '');
  for (const { from, to, locked } of fills) {
    const isGiven = Object.hasOwn(values, to);
    const field = fieldOf(to);
    const value = source?.[from] ?? null;
    // More digits or characters than the field holds: no one could correct them where it is locked.
    if (chosen && (locked || !isGiven)) values[to] = field ? fittedDefault(value, field) : value;
    else if (locked && isGiven) {
      if (problems && given.stored)
        problems.push(problem(`${at}/${to}`, 'READONLY_FIELD', { name: field?.label ?? to }));
      delete values[to];
    }
  }
}
