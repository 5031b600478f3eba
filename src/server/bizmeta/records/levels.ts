import { problem, type Problem } from '../../../contract/index.ts';
import type { TenantTx } from '../../kernel/index.ts';
import type { Column, ObjectTable } from '../meta/table.ts';
import type { Row } from './read-record.ts';
import type { WriteContext } from './write-context.ts';

/**
 * Where a view draws levels by a field that points to the same object, no record becomes its own
 * ancestor by it: a shared view is binding for all, a personal one for its owner.
 */

/** Fields by which views draw levels, among those the rows set. */
async function levelsOf(
  { tx, view: { table }, userId }: WriteContext,
  rows: readonly Row[],
): Promise<Column[]> {
  const given = [...table.columns.values()].filter(
    (column) =>
      !column.system &&
      column.field.type === 'lookup' &&
      column.field.refObject === table.describe.apiName &&
      rows.some((row) => typeof row.cells.get(column) === 'string'),
  );
  if (given.length === 0) return [];
  const drawn = await tx.query<{ field: string | null }>(
    `SELECT DISTINCT body::jsonb #>> '{kindConfig,parentField}' AS field FROM bizmeta.custom_view
    WHERE tenant_id = $1 AND object_id = $2::uuid AND deleted_at IS NULL
      AND kind IN ('hierarchy', 'gantt') AND (scope <> 'personal' OR owner = $3)`,
    [tx.tenant.id, table.describe.id, userId],
  );
  return given.filter(({ field }) => drawn.some((each) => each.field === field.id));
}

/**
 * Locks the object's levels for this transaction, before any record is locked: otherwise two
 * requests that make records each other's parent would not see each other's change. Returns the
 * fields to check.
 */
export async function enterLevels(writing: WriteContext, rows: readonly Row[]): Promise<Column[]> {
  const columns = await levelsOf(writing, rows);
  if (columns.length > 0)
    await writing.tx.query('SELECT pg_advisory_xact_lock(7304, hashtext($1))', [
      writing.view.table.describe.id,
    ]);
  return columns;
}

/**
 * The rows that would become their own ancestors: up from each, through the new values and else the
 * stored ones.
 */
async function circling(
  tx: TenantTx,
  table: ObjectTable,
  column: Column,
  rows: readonly Row[],
): Promise<Set<string>> {
  const up = rows.filter((row) => row.cells.has(column));
  const found = await tx.query<{ id: string }>(
    `WITH RECURSIVE given AS (SELECT * FROM unnest($1::uuid[], $2::uuid[]) x(id, parent)),
    up AS (SELECT id AS start, parent AS at FROM given WHERE parent IS NOT NULL
      UNION SELECT u.start, CASE WHEN g.id IS NULL THEN r.${column.sql} ELSE g.parent END FROM up u
        JOIN ${table.name} r ON r.id = u.at LEFT JOIN given g ON g.id = u.at WHERE u.at <> u.start)
    SELECT DISTINCT start AS id FROM up WHERE at = start`,
    [up.map((row) => row.id), up.map((row) => row.cells.get(column) ?? null)],
  );
  return new Set(found.map(({ id }) => id));
}

export async function checkLevels(
  { tx, view: { table } }: WriteContext,
  columns: readonly Column[],
  rows: readonly Row[],
  problems: Problem[],
): Promise<void> {
  for (const column of columns) {
    const bad = await circling(tx, table, column, rows);
    for (const row of rows)
      if (bad.has(row.id))
        problems.push(
          problem(`${row.at}/${column.field.apiName}`, 'OWN_ANCESTOR', {
            label: column.field.label,
          }),
        );
  }
}
