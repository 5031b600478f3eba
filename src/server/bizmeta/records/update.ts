import { logEdits } from './change-log.ts';
import type { Column } from '../meta/table.ts';
import { recordset, rowsJson } from './insert.ts';
import type { Row } from './read-record.ts';
import { takenError, type PassedOn } from './unique.ts';
import type { WriteContext } from './write-context.ts';

const storedColumns = (row: Row) => [...row.cells.keys()].filter((column) => column.stored);

/**
 * Rows that change the same columns are written by one statement; a record without changes is
 * skipped.
 */
export function groups(rows: readonly Row[]): Row[][] {
  const byColumns = new Map<string, Row[]>();
  for (const row of rows) {
    if (row.cells.size === 0 && !row.place) continue;
    const key = storedColumns(row)
      .map((column) => column.sql)
      .sort()
      .join(' ');
    byColumns.set(key, [...(byColumns.get(key) ?? []), row]);
  }
  return [...byColumns.values()];
}

/** What an update of rows sets, from their new values `g`. */
const assignments = (columns: readonly Column[], isPlaced: boolean): string[] => [
  ...columns.map((column) => `${column.sql} = g.${column.sql}`),
  ...(isPlaced ? ['ord = g.ord'] : []),
  'version = r.version + 1',
  'updated_at = $2::timestamptz',
  'updated_by = $3',
];

/** The new values of a group as `g`, whose parameters are the rows, the time and the person. */
const newValues = (rows: readonly Row[]): string =>
  `g AS MATERIALIZED (SELECT * FROM json_to_recordset($1::json)
    ${recordset(storedColumns(rows[0]!), rows[0]!.place !== undefined)})`;
const parametersOf = ({ userId }: WriteContext, rows: readonly Row[], at: string): string[] => [
  rowsJson(rows),
  at,
  userId,
];
/** What logs a group's edits; nothing for rows of a sub-table, which the record's history has. */
function logOf({ view }: WriteContext, rows: readonly Row[]): string | undefined {
  const columns = storedColumns(rows[0]!);
  if (rows[0]!.place || columns.length === 0) return undefined;
  return logEdits(view.table, columns, '$2::timestamptz', '$3::text');
}

/** Changes rows of one group, and the positions of sub-table rows, with their history. */
export async function updateRows(writing: WriteContext, rows: readonly Row[]): Promise<void> {
  // One reading of the new values and one state of the old ones for both, so that the log
  // matches the change.
  const log = logOf(writing, rows);
  await update(writing, rows, log === undefined ? '' : `, log AS (${log})`);
}

async function update(
  writing: WriteContext,
  rows: readonly Row[],
  log: string,
  at = new Date().toISOString(),
): Promise<void> {
  const { table } = writing.view;
  const sets = assignments(storedColumns(rows[0]!), rows[0]!.place !== undefined);
  const text = `WITH ${newValues(rows)}${log}
    UPDATE ${table.name} r SET ${sets.join(', ')} FROM g WHERE r.id = g.id`;
  try {
    await writing.tx.run(text, parametersOf(writing, rows, at));
  } catch (error) {
    takenError(error, table, rows);
  }
}

/**
 * Changes records that pass unique values on to each other. An index compares row by row, so those
 * values are given up before any is taken; the history is written while the old ones are there.
 */
export async function updatePassingOn(
  writing: WriteContext,
  rows: readonly Row[],
  passedOn: PassedOn,
): Promise<void> {
  const { tx, view } = writing;
  const at = new Date().toISOString();
  const all = groups(rows);
  for (const group of all) {
    const log = logOf(writing, group);
    if (log !== undefined)
      await tx.run(`WITH ${newValues(group)} ${log}`, parametersOf(writing, group, at));
  }
  for (const [column, ids] of passedOn)
    await tx.run(`UPDATE ${view.table.name} SET ${column.sql} = NULL WHERE id = ANY($1::uuid[])`, [
      ids,
    ]);
  for (const group of all) await update(writing, group, '', at);
}
