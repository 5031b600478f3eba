import { logEdits } from './change-log.ts';
import type { Column } from '../meta/table.ts';
import { recordset, rowsJson } from './insert.ts';
import type { Row } from './read-record.ts';
import { takenError } from './unique.ts';
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

/** Changes rows of one group, and the positions of sub-table rows. */
export async function updateRows(
  { tx, view, userId }: WriteContext,
  rows: readonly Row[],
): Promise<void> {
  const columns = storedColumns(rows[0]!);
  const sets = assignments(columns, rows[0]!.place !== undefined);
  // One reading of the new values and one state of the old ones for both, so that the log
  // matches the change.
  const log =
    rows[0]!.place || columns.length === 0
      ? ''
      : `, log AS (${logEdits(view.table, columns, '$2::timestamptz', '$3::text')})`;
  const text = `WITH g AS MATERIALIZED (SELECT *
    FROM json_to_recordset($1::json) ${recordset(columns, rows[0]!.place !== undefined)})${log}
    UPDATE ${view.table.name} r SET ${sets.join(', ')} FROM g WHERE r.id = g.id`;
  try {
    await tx.run(text, [rowsJson(rows), new Date().toISOString(), userId]);
  } catch (error) {
    takenError(error, view.table, rows);
  }
}
