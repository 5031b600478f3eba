import type { FieldDescribe, ImportProblem, RecordValues } from '../../../contract/index.ts';
import { readValue, type ParsedValue } from '../../../values/index.ts';
import { SqlParameters, type TenantTx } from '../../kernel/index.ts';
import type { DbValue } from '../fields/index.ts';
import type { Column, ObjectTable } from '../meta/table.ts';
import { guarded } from '../query/conditions.ts';
import { seenTable, type WriteContext } from '../records/write-context.ts';
import { isNumbered } from './fields.ts';
import { findNames, type IdsByName } from './names.ts';
import { earlierRows, type ImportRow, type StoredImport } from './rows.ts';

/** A column of the file that goes to a field. */
export interface MappedColumn {
  readonly at: number;
  readonly title: string;
  readonly column: Column;
}
export type RowFault = Omit<ImportProblem, 'row'>;

/** A record that a row is about. */
interface Match {
  readonly id: string;
  readonly version: number;
}

/** A row as it would be written. */
export interface ReadRow {
  readonly n: number;
  /** The record it changes; null for a new one. */
  readonly existing: Match | null;
  readonly values: RecordValues;
  readonly faults: RowFault[];
  /** It cannot be tried: it is not known which record it is about. */
  readonly isLost: boolean;
}

/** Characters of a cell that a problem shows. */
const SHOWN = 60;
export const faultAt = (
  { title, at }: MappedColumn,
  { cells }: Pick<ImportRow, 'cells'>,
  message: string,
): RowFault => ({ column: title, value: (cells[at] ?? '').slice(0, SHOWN), message });

type Reading = { readonly mapped: MappedColumn; readonly parsed: ParsedValue };

/**
 * Reads the cells of rows as values of their fields, and finds the records that rows are about.
 */
export async function readRows(
  writing: WriteContext,
  given: StoredImport,
  mapped: readonly MappedColumn[],
  rows: readonly ImportRow[],
): Promise<ReadRow[]> {
  const now = new Date();
  const set = mapped.filter(({ column }) => !isNumbered(column.field));
  const readings = rows.map((row) =>
    set.map((each): Reading => ({
      mapped: each,
      parsed: readValue(each.column.field, row.cells[each.at] ?? '', now),
    })),
  );
  const names = await findNames(writing, wantedNames(readings));
  const faults = rows.map((): RowFault[] => []);
  const values = rows.map((row, i) =>
    valuesOf(row, readings[i]!, given, { names, faults: faults[i]! }),
  );
  const doubled = await findDoubles(writing, given, mapped, rows, faults);
  const keyed = await findExisting(writing, given, mapped, rows, faults);
  return rows.map((row, i) => {
    const existing = keyed.found[i] ?? null;
    return {
      n: row.n,
      existing,
      values: existing ? values[i]! : withoutEmpty(values[i]!),
      faults: faults[i]!,
      isLost: keyed.lost.has(i) || doubled.has(i),
    };
  });
}

function wantedNames(readings: readonly (readonly Reading[])[]): Map<string, Set<string>> {
  const wanted = new Map<string, Set<string>>();
  for (const { parsed } of readings.flat())
    if ('names' in parsed) {
      const names = wanted.get(parsed.kind) ?? new Set();
      for (const name of parsed.names) names.add(name);
      wanted.set(parsed.kind, names);
    }
  return wanted;
}

interface RowReading {
  readonly names: ReadonlyMap<string, IdsByName>;
  readonly faults: RowFault[];
}

/** An empty cell empties the field of a record that is there, if the import says so. */
function valuesOf(
  row: ImportRow,
  readings: readonly Reading[],
  { blank }: StoredImport,
  { names, faults }: RowReading,
): RecordValues {
  const values: RecordValues = {};
  for (const { mapped, parsed } of readings) {
    const { apiName } = mapped.column.field;
    const read = 'names' in parsed ? named(parsed, names.get(parsed.kind)) : parsed;
    if ('wrong' in read) faults.push(faultAt(mapped, row, read.wrong));
    else if (read.value !== undefined) values[apiName] = read.value;
    else if (blank === 'clear') values[apiName] = null;
  }
  return values;
}

function named(
  { names, many }: Extract<ParsedValue, { names: string[] }>,
  ids: IdsByName | undefined,
): { value: unknown } | { wrong: string } {
  const found: string[] = [];
  for (const name of names) {
    const [id, other] = ids?.get(name) ?? [];
    if (id === undefined) return { wrong: `没有找到“${name}”` };
    if (other !== undefined) return { wrong: `“${name}”有多个同名的` };
    found.push(id);
  }
  return { value: many ? found : found[0] };
}

/** A new record gets its first values where a cell is empty. */
const withoutEmpty = (values: RecordValues): RecordValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));

/**
 * Values that have to be unique, and are in an earlier row of the file as well. Answers the rows
 * of which it is the key.
 */
async function findDoubles(
  { tx }: WriteContext,
  given: StoredImport,
  columns: readonly MappedColumn[],
  rows: readonly ImportRow[],
  faults: readonly RowFault[][],
): Promise<ReadonlySet<number>> {
  const lost = new Set<number>();
  const single = columns.filter(({ column: { field } }) => field.unique || isNumbered(field));
  for (const mapped of single) {
    const isKey = mapped.column.field.apiName === given.key;
    for (const [i, first] of await repeatedRows(tx, given.id, rows, mapped.at)) {
      faults[i]!.push(faultAt(mapped, rows[i]!, `与第 ${first} 行重复`));
      if (isKey) lost.add(i);
    }
  }
  return lost;
}

/** Rows whose text in a column is in an earlier row as well, each with the first one's number. */
async function repeatedRows(
  tx: TenantTx,
  importId: string,
  rows: readonly ImportRow[],
  at: number,
): Promise<ReadonlyMap<number, number>> {
  const texts = new Set(rows.flatMap(({ cells }) => cells[at] || []));
  const before = await earlierRows(tx, importId, { at, texts: [...texts], before: rows[0]!.n });
  const seen = new Map(before);
  const found = new Map<number, number>();
  rows.forEach(({ cells, n }, i) => {
    const text = cells[at];
    if (!text) return;
    const first = seen.get(text);
    if (first === undefined) seen.set(text, n);
    else found.set(i, first);
  });
  return found;
}

interface Keyed {
  readonly found: readonly (Match | undefined)[];
  readonly lost: ReadonlySet<number>;
}

/** The records that rows are about, by the key of the import, among those the person sees. */
async function findExisting(
  writing: WriteContext,
  given: StoredImport,
  mapped: readonly MappedColumn[],
  rows: readonly ImportRow[],
  faults: readonly RowFault[][],
): Promise<Keyed> {
  const by = keyColumn(given, mapped);
  if (!by) return { found: [], lost: new Set() };
  const keys = keysOf(by, rows);
  const known = await recordsByKey(writing, by.column, keys);
  const whys = keys.map((key, i) => keyFault(by, given.mode, key, known.get(i)));
  const lost = noteLost(by, rows, whys, faults);
  return { found: keys.map((_, i) => only(known.get(i))), lost };
}

/** Adds why rows have no record to their faults; answers the places of these rows. */
function noteLost(
  by: MappedColumn,
  rows: readonly ImportRow[],
  whys: readonly string[],
  faults: readonly RowFault[][],
): ReadonlySet<number> {
  const lost = rows.flatMap((_, i) => (whys[i] === '' ? [] : [i]));
  for (const i of lost) faults[i]!.push(faultAt(by, rows[i]!, whys[i]!));
  return new Set(lost);
}

const keyColumn = (
  { mode, key }: StoredImport,
  mapped: readonly MappedColumn[],
): MappedColumn | undefined =>
  mode === 'create' ? undefined : mapped.find(({ column }) => column.field.apiName === key);

const only = ([one, other]: readonly Match[] = []): Match | undefined => (other ? undefined : one);

/** Why it is not known which record a row is about; empty where it is, or the row is a new one. */
function keyFault(
  { column }: MappedColumn,
  mode: StoredImport['mode'],
  key: DbValue | undefined,
  [one, other]: readonly Match[] = [],
): string {
  if (other) return '有多条记录是这个值';
  // A number the system gives is that of a record there is.
  const mayBeNew = mode === 'both' && (key === undefined || !isNumbered(column.field));
  if (one || mayBeNew) return '';
  return key === undefined ? '没有填写，不知道是哪条记录' : '没有这条记录';
}

const keysOf = ({ column, at }: MappedColumn, rows: readonly ImportRow[]) =>
  rows.map(({ cells }) => keyOf(column, cells[at] ?? ''));

/** The key as it is stored; undefined when there is none, or it cannot be read. */
function keyOf({ kind, field }: Column, text: string): DbValue | undefined {
  if (text === '') return undefined;
  if (isNumbered(field)) return text;
  const read = readValue(field as FieldDescribe, text, new Date());
  const value = 'value' in read ? read.value : undefined;
  return value === undefined ? undefined : kind.parse(value, field, () => undefined);
}

/** Records with the keys of rows, by the places of the rows. */
async function recordsByKey(
  writing: WriteContext,
  { field, kind }: Column,
  keys: readonly (DbValue | undefined)[],
): Promise<ReadonlyMap<number, Match[]>> {
  const seen = seenTable(writing);
  const column = seen.columns.get(field.apiName);
  const known = new Map<number, Match[]>();
  if (!column || keys.every((key) => key === undefined)) return known;
  const { text, values } = byKeySql(seen, column, kind.column(field), keys);
  const found = await writing.tx.query<Match & { i: number }>(text, values);
  for (const { i, id, version } of found) known.set(i, [...(known.get(i) ?? []), { id, version }]);
  return known;
}

function byKeySql(
  seen: ObjectTable,
  column: Column,
  type: string,
  keys: readonly (DbValue | undefined)[],
) {
  const given = keys.flatMap((v, i) => (v === undefined ? [] : [{ i, v }]));
  const { values, bind } = new SqlParameters();
  const matches = guarded(`r.${column.sql} = g.v`, [column], 'r');
  const text = `SELECT g.i, r.id, r.version
      FROM json_to_recordset(${bind(JSON.stringify(given))}::json) g(i integer, v ${type})
      JOIN ${seen.from(bind)} r ON ${matches} AND r.deleted_at IS NULL`;
  return { text, values };
}
