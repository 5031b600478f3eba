import { problem, type Problem } from '../../../contract/index.ts';
import { problemsError, uniqueViolation, type TenantTx } from '../../kernel/index.ts';
import type { ObjectTable, Column } from '../meta/table.ts';
import { columnOfConstraint } from '../meta/ddl.ts';
import type { Row } from './read-record.ts';

const taken = (row: Row, column: Column, value: unknown) =>
  problem(`${row.at}/${column.field.apiName}`, 'VALUE_TAKEN', {
    label: column.field.label,
    value: String(value).slice(0, 40),
  });

const isNumber = (value: unknown) =>
  typeof value === 'number' || (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value));
/** Values that are equal in PostgreSQL get equal keys: 1.50 and 1.5 in a numeric column. */
const keyOf = (column: Column, value: unknown) =>
  column.field.type === 'decimal' && isNumber(value) ? String(Number(value)) : String(value);

/** Records that hold, in a unique column, what another record of their batch is to get. */
export type PassedOn = ReadonlyMap<Column, readonly string[]>;

/**
 * Checks unique fields: within the batch, then against the stored records. Records of the batch may
 * swap their values and pass them on: those that have to give theirs up first are answered.
 */
export async function checkUnique(
  tx: TenantTx,
  table: ObjectTable,
  rows: readonly Row[],
  problems: Problem[],
): Promise<PassedOn> {
  const passedOn = new Map<Column, readonly string[]>();
  for (const column of table.columns.values()) {
    if (!column.field.unique) continue;
    const given = rows.filter((row) => row.cells.has(column));
    const passed = await checkColumn(tx, table, column, given, problems);
    if (passed.length > 0) passedOn.set(column, passed);
  }
  return passedOn;
}

/** Answers the records of the batch whose stored value another one of it takes. */
async function checkColumn(
  tx: TenantTx,
  table: ObjectTable,
  column: Column,
  rows: readonly Row[],
  problems: Problem[],
): Promise<string[]> {
  const holders = rows.filter((row) => (row.cells.get(column) ?? null) !== null);
  if (holders.length === 0) return [];
  const seen = new Set<string>();
  for (const row of holders) {
    const key = keyOf(column, row.cells.get(column));
    if (seen.has(key)) problems.push(taken(row, column, row.cells.get(column)));
    seen.add(key);
  }
  const given = JSON.stringify(
    holders.map((row, i) => ({ i, id: row.id, v: row.cells.get(column) })),
  );
  const found = await tx.query<{ i: number; holder: string }>(
    `SELECT g.i, r.id AS holder
    FROM json_to_recordset($1::json) g(i integer, id uuid, v ${column.kind.column(column.field)})
    JOIN ${table.name} r ON r.${column.sql} = g.v AND r.deleted_at IS NULL AND r.id <> g.id`,
    [given],
  );
  const own = new Set(rows.map((row) => row.id));
  for (const { i, holder } of found)
    if (!own.has(holder)) problems.push(taken(holders[i]!, column, holders[i]!.cells.get(column)));
  return found.flatMap(({ holder }) => (own.has(holder) ? [holder] : []));
}

/** A race lost after the check: the index refused the value. Other errors are rethrown. */
export function takenError(error: unknown, table: ObjectTable, rows: readonly Row[]): never {
  const no = columnOfConstraint(uniqueViolation(error) ?? '');
  const column = [...table.columns.values()].find(
    (each) => no !== undefined && each.sql === `f_${no}`,
  );
  if (!column) throw error;
  const value = /=\((.*)\) /s.exec((error as { detail?: string }).detail ?? '')?.[1];
  const row =
    rows.find((each) => String(each.cells.get(column)) === value) ??
    rows.find((each) => each.cells.has(column));
  throw row ? problemsError([taken(row, column, value ?? row.cells.get(column))]) : error;
}
