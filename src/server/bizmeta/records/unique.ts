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

/** Checks unique fields: within the batch, then against the stored records. */
export async function checkUnique(
  tx: TenantTx,
  table: ObjectTable,
  rows: readonly Row[],
  problems: Problem[],
): Promise<void> {
  for (const column of table.columns.values()) {
    const holders = column.field.unique
      ? rows.filter((row) => (row.cells.get(column) ?? null) !== null)
      : [];
    if (holders.length > 0) await checkColumn(tx, table, column, holders, problems);
  }
}

async function checkColumn(
  tx: TenantTx,
  table: ObjectTable,
  column: Column,
  holders: readonly Row[],
  problems: Problem[],
): Promise<void> {
  const seen = new Set<string>();
  for (const row of holders) {
    const key = keyOf(column, row.cells.get(column));
    if (seen.has(key)) problems.push(taken(row, column, row.cells.get(column)));
    seen.add(key);
  }
  const given = JSON.stringify(holders.map((row, i) => ({ i, v: row.cells.get(column) })));
  // Records of this batch give up their old values.
  const found = await tx.query<{ i: number }>(
    `SELECT g.i FROM json_to_recordset($1::json) g(i integer, v ${column.kind.column(column.field)})
    JOIN ${table.name} r ON r.${column.sql} = g.v AND r.deleted_at IS NULL
      AND r.id <> ALL($2::uuid[])`,
    [given, holders.map((row) => row.id)],
  );
  for (const { i } of found)
    problems.push(taken(holders[i]!, column, holders[i]!.cells.get(column)));
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
