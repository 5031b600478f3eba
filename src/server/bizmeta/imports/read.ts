import type { FieldDescribe, ImportProblem, RecordValues } from '../../../contract/index.ts';
import { readValue, type ParsedValue } from '../../../values/index.ts';
import { SqlParameters } from '../../kernel/index.ts';
import type { DbValue } from '../fields/index.ts';
import type { Column } from '../meta/table.ts';
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

/** A row as it would be written. */
export interface ReadRow {
  readonly n: number;
  /** The record it changes; null for a new one. */
  readonly existing: { readonly id: string; readonly version: number } | null;
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
    const texts = new Set(rows.flatMap(({ cells }) => cells[mapped.at] || []));
    const { at } = mapped;
    const before = await earlierRows(tx, given.id, { at, texts: [...texts], before: rows[0]!.n });
    const seen = new Map(before);
    rows.forEach((row, i) => {
      const text = row.cells[at];
      if (!text) return;
      const first = seen.get(text);
      if (first === undefined) return void seen.set(text, row.n);
      faults[i]!.push(faultAt(mapped, row, `与第 ${first} 行重复`));
      if (mapped.column.field.apiName === given.key) lost.add(i);
    });
  }
  return lost;
}

interface Keyed {
  readonly found: readonly ({ id: string; version: number } | undefined)[];
  readonly lost: ReadonlySet<number>;
}

/** The records that rows are about, by the key of the import, among those the person sees. */
async function findExisting(
  writing: WriteContext,
  { mode, key }: StoredImport,
  mapped: readonly MappedColumn[],
  rows: readonly ImportRow[],
  faults: readonly RowFault[][],
): Promise<Keyed> {
  const by =
    mode === 'create' ? undefined : mapped.find(({ column }) => column.field.apiName === key);
  if (!by) return { found: [], lost: new Set() };
  const keys = rows.map((row) => keyOf(by.column, row.cells[by.at] ?? ''));
  const known = await recordsByKey(writing, by.column, keys);
  const lost = new Set<number>();
  const found = rows.map((row, i) => {
    const [one, other] = known.get(i) ?? [];
    const why = other
      ? '有多条记录是这个值'
      : one || (mode === 'both' && (keys[i] === undefined || !isNumbered(by.column.field)))
        ? ''
        : keys[i] === undefined
          ? '没有填写，不知道是哪条记录'
          : '没有这条记录';
    if (why) {
      lost.add(i);
      faults[i]!.push(faultAt(by, row, why));
    }
    return other ? undefined : one;
  });
  return { found, lost };
}

/** The key as it is stored; undefined when there is none, or it cannot be read. */
function keyOf({ kind, field }: Column, text: string): DbValue | undefined {
  if (text === '') return undefined;
  if (isNumbered(field)) return text;
  const read = readValue(field as FieldDescribe, text, new Date());
  const value = 'value' in read ? read.value : undefined;
  return value === undefined ? undefined : kind.parse(value, field, () => undefined);
}

async function recordsByKey(
  writing: WriteContext,
  { field, kind }: Column,
  keys: readonly (DbValue | undefined)[],
): Promise<ReadonlyMap<number, { id: string; version: number }[]>> {
  const seen = seenTable(writing);
  const column = seen.columns.get(field.apiName);
  const given = keys.flatMap((v, i) => (v === undefined ? [] : [{ i, v }]));
  const known = new Map<number, { id: string; version: number }[]>();
  if (!column || given.length === 0) return known;
  const { values, bind } = new SqlParameters();
  const matches = guarded(`r.${column.sql} = g.v`, [column], 'r');
  const found = await writing.tx.query<{ i: number; id: string; version: number }>(
    `SELECT g.i, r.id, r.version
      FROM json_to_recordset(${bind(JSON.stringify(given))}::json) g(i integer, v ${kind.column(field)})
      JOIN ${seen.from(bind)} r ON ${matches} AND r.deleted_at IS NULL`,
    values,
  );
  for (const { i, id, version } of found) known.set(i, [...(known.get(i) ?? []), { id, version }]);
  return known;
}
