import { isDeepStrictEqual } from 'node:util';
import type { RecordValues } from '../../../contract/index.ts';
import type { TenantTx } from '../../kernel/index.ts';
import { isUuid } from '../fields/values.ts';
import type { Column, ObjectTable } from '../meta/table.ts';
import { rowsSql } from '../query/sql.ts';
import { logName } from './change-log.ts';
import { recordset, rowsJson } from './insert.ts';
import { readChange, type Row } from './read-record.ts';
import type { WriteContext } from './write-context.ts';

/**
 * What an edit of an older version is compared with: the values it was made from, by the change
 * log, and the values stored now.
 */

/** A record of the request that was made from an older version than the stored one. */
export interface OldEdit {
  readonly index: number;
  readonly id: string;
  readonly since: number;
  readonly given: RecordValues;
}

/** A field that others changed since: its value before, and who changed it last. */
export interface LoggedField {
  readonly base: unknown;
  readonly by: string;
  readonly at: string;
}
/** By the column's name in the table. */
export type FieldChanges = ReadonlyMap<string, LoggedField>;

/** The edits whose record has a newer version; `stored` are the versions of the locked records. */
export const oldEdits = (
  given: readonly RecordValues[],
  stored: ReadonlyMap<string, number>,
): OldEdit[] =>
  given.flatMap((record, index) => {
    const { id, version } = record;
    if (!isUuid(id) || typeof version !== 'number' || !Number.isInteger(version)) return [];
    const now = stored.get(id.toLowerCase());
    if (now === undefined || version < 1 || version >= now) return [];
    return [{ index, id: id.toLowerCase(), since: version, given: record }];
  });

/** Fields changed since the versions the edits were made from, by the index of the edit. */
export async function changesSince(
  tx: TenantTx,
  table: ObjectTable,
  edits: readonly OldEdit[],
): Promise<ReadonlyMap<number, FieldChanges>> {
  const rows = await tx.query<{
    index: number;
    key: string;
    base: unknown;
    by: string;
    at: Date;
  }>(
    `SELECT e.index, d.key, (array_agg(d.value -> 0 ORDER BY l.version))[1] AS base,
      (array_agg(l.by ORDER BY l.version DESC))[1] AS by, max(l.at) AS at
      FROM json_to_recordset($1::json) e(index integer, id uuid, since integer)
      JOIN ${logName(table)} l ON l.record_id = e.id AND l.version > e.since
      CROSS JOIN LATERAL jsonb_each(l.diff) d WHERE l.diff IS NOT NULL GROUP BY e.index, d.key`,
    [JSON.stringify(edits.map(({ index, id, since }) => ({ index, id, since })))],
  );
  const changes = new Map(edits.map(({ index }) => [index, new Map<string, LoggedField>()]));
  for (const { index, key, base, by, at } of rows)
    changes.get(index)?.set(key, { base, by, at: at.toISOString() });
  return changes;
}

/** Whole records by id, as they are on the wire. */
export async function wholeRecords(
  tx: TenantTx,
  table: ObjectTable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, RecordValues>> {
  if (ids.length === 0) return new Map();
  const { text, values } = rowsSql(table, [...new Set(ids)]);
  const [found] = await tx.query<{ rows: (RecordValues & { id: string })[] | null }>(text, values);
  return new Map((found?.rows ?? []).map((record) => [record.id, record]));
}

/** A record or row of the request; `values` are those to be read. */
interface Given {
  readonly id: string;
  readonly values: RecordValues;
}
/**
 * The values as they would be read back, in the order given: PostgreSQL rounds and formats them.
 * What is no value of its field is left as it was given, for the edit to refuse.
 */
export async function asStored(
  { tx }: WriteContext,
  table: ObjectTable,
  given: readonly Given[],
): Promise<RecordValues[]> {
  const rows = given.map((each) => readGiven(table, each));
  const columns = [...new Set(rows.flatMap(({ cells }) => [...cells.keys()]))];
  const stored = columns.filter((column) => column.stored);
  const wires = await wireRows(tx, stored, rows);
  return given.map(({ values }, i) => {
    const read: RecordValues = { ...values };
    for (const [column, value] of rows[i]!.cells)
      read[column.field.apiName] = column.stored ? (wires[i]?.[column.sql] ?? null) : value;
    return read;
  });
}

const readGiven = (table: ObjectTable, { id, values }: Given): Row => ({
  at: '',
  id,
  cells: readChange(table, values, '', [], true),
});

async function wireRows(
  tx: TenantTx,
  columns: readonly Column[],
  rows: readonly Row[],
): Promise<readonly RecordValues[]> {
  if (columns.length === 0) return [];
  const cells = columns.map(
    ({ kind, field, sql }) => `${kind.json?.(`g.${sql}`, field) ?? `g.${sql}`} AS ${sql}`,
  );
  // `id` is the place in the list: one record may be given twice.
  const numbered = rows.map((row, i) => ({ ...row, id: placeId(i) }));
  const [found] = await tx.query<{ rows: RecordValues[] | null }>(
    `SELECT json_agg(row_to_json(x) ORDER BY x.id) AS rows
      FROM (SELECT g.id, ${cells.join(', ')} FROM json_to_recordset($1::json) ${recordset(columns)}) x`,
    [rowsJson(numbered)],
  );
  return found?.rows ?? [];
}
const placeId = (i: number): string =>
  `00000000-0000-0000-0000-${i.toString(16).padStart(12, '0')}`;

/** Empty is empty however it is written; a file is the same by its id. */
function bare(value: unknown): unknown {
  if (value === null || value === undefined || value === '') return null;
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(bare);
  if (typeof value === 'object' && 'fileId' in value) return value.fileId;
  return value;
}
export const sameWire = (a: unknown, b: unknown): boolean => isDeepStrictEqual(bare(a), bare(b));
