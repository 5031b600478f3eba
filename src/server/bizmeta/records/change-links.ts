import { MAX_REFS } from '../../../contract/index.ts';
import type { Column, ObjectTable } from '../meta/table.ts';
import { logEdits, logRelatedChanges, relatedValues } from './change-log.ts';
import type { Row } from './read-record.ts';
import type { WriteContext } from './write-context.ts';

/**
 * Links that a deletion empties, and that taking it back fills again, written with their history.
 * Records are locked before.
 */

/** A record, or a sub-table's row, and what it points to from now on. */
export interface Link {
  readonly id: string;
  readonly to: string;
  readonly place: number | null;
}

const now = (): string => new Date().toISOString();

/** Empties a lookup of records, or fills it where it is empty. */
export async function setLookups(
  { tx, view: { table }, userId }: WriteContext,
  column: Column,
  links: readonly Link[],
  doing: 'empty' | 'fill',
): Promise<void> {
  const given = JSON.stringify(links);
  const filled = doing === 'fill';
  const own = `r.${column.sql} ${filled ? 'IS NULL' : '= e."to"'}`;
  await tx.run(
    `WITH g AS MATERIALIZED (SELECT r.id, ${filled ? 'e."to"' : 'NULL::uuid'} AS ${column.sql}
      FROM json_to_recordset($1::json) e(id uuid, "to" uuid) JOIN ${table.name} r ON r.id = e.id
      WHERE ${own} AND r.deleted_at IS NULL),
    log AS (${logEdits(table, [column], '$2::timestamptz', '$3::text')})
    UPDATE ${table.name} r SET ${column.sql} = g.${column.sql}, version = r.version + 1,
      updated_at = $2::timestamptz, updated_by = $3::text FROM g WHERE r.id = g.id`,
    [given, now(), userId],
  );
  if (!filled) return;
  // What is in the bin itself by now has its link when it comes back.
  await tx.run(
    `UPDATE ${table.name} r SET ${column.sql} = e."to"
      FROM json_to_recordset($1::json) e(id uuid, "to" uuid)
      WHERE r.id = e.id AND ${own} AND r.deleted_at IS NOT NULL`,
    [given],
  );
}

/** Takes records out of a field that holds several, or puts them back. */
export async function setPairs(
  writing: WriteContext,
  column: Column & { join: string },
  links: readonly Link[],
  doing: 'empty' | 'fill',
): Promise<void> {
  const pairs = `json_to_recordset($1::json) e(id uuid, "to" uuid, place integer)`;
  const text =
    doing === 'empty'
      ? `DELETE FROM ${column.join} j USING ${pairs} WHERE j.from_id = e.id AND j.to_id = e."to"`
      : `INSERT INTO ${column.join} (from_id, to_id, ord) SELECT e.id, e."to", e.place FROM ${pairs}
        WHERE (SELECT count(*) FROM ${column.join} j WHERE j.from_id = e.id) < ${MAX_REFS}
        ON CONFLICT DO NOTHING`;
  await changingRelated(writing, column, links, () =>
    writing.tx.run(text, [JSON.stringify(links)]),
  );
}

/** Empties a lookup of a sub-table's rows, or fills it where it is empty; `id` is the row's. */
export async function setRowLookups(
  writing: WriteContext,
  { column, rows, inside }: RowLookup,
  links: readonly (Link & { readonly record: string })[],
  doing: 'empty' | 'fill',
): Promise<void> {
  const filled = doing === 'fill';
  const records = links.map(({ record }) => ({ id: record }));
  await changingRelated(writing, column, records, () =>
    writing.tx.run(
      `UPDATE ${rows.name} w
        SET ${inside.sql} = ${filled ? 'e."to"' : 'NULL'}, version = w.version + 1
        FROM json_to_recordset($1::json) e(id uuid, "to" uuid)
        WHERE w.id = e.id AND w.${inside.sql} ${filled ? 'IS NULL' : '= e."to"'}`,
      [JSON.stringify(links)],
    ),
  );
}
/** A lookup of a sub-table's rows, and the field that holds these. */
export interface RowLookup {
  readonly column: Column;
  readonly rows: ObjectTable;
  readonly inside: Column;
}

/** Removes rows of a sub-table; answers them as they were, by their ids. */
export async function removeRows(
  writing: WriteContext,
  { column, rows }: RowLookup,
  links: readonly (Link & { readonly record: string })[],
): Promise<ReadonlyMap<string, unknown>> {
  const records = links.map(({ record }) => ({ id: record }));
  const gone = await changingRelated(writing, column, records, () =>
    writing.tx.query<{ id: string; kept: unknown }>(
      `DELETE FROM ${rows.name} w WHERE w.id = ANY($1::uuid[])
        RETURNING w.id, to_jsonb(w) AS kept`,
      [links.map(({ id }) => id)],
    ),
  );
  return new Map(gone.map(({ id, kept }) => [id, kept]));
}

/** Puts rows back into the records they were removed from, as far as these still are there. */
export async function putRowsBack(
  writing: WriteContext,
  { column, rows }: RowLookup,
  kept: readonly { readonly record: string; readonly kept: unknown }[],
): Promise<void> {
  const { table } = writing.view;
  const records = kept.map(({ record }) => ({ id: record }));
  const names = [...rows.columns.values()].flatMap((each) => (each.stored ? [each.sql] : []));
  const own = [...new Set(['parent_id', 'ord', ...names])].join(', ');
  await changingRelated(writing, column, records, () =>
    writing.tx.run(
      `INSERT INTO ${rows.name} (${own}) SELECT ${own} FROM jsonb_populate_recordset(
        NULL::${rows.name}, $1::jsonb) w
        WHERE EXISTS (SELECT FROM ${table.name} r WHERE r.id = w.parent_id) ON CONFLICT DO NOTHING`,
      [JSON.stringify(kept.map((each) => each.kept))],
    ),
  );
}

/**
 * A change of values that are stored in other tables: living records get a new version, and their
 * history what differs.
 */
async function changingRelated<T>(
  writing: WriteContext,
  column: Column,
  given: readonly { readonly id: string }[],
  change: () => Promise<T>,
): Promise<T> {
  const { tx, view, userId } = writing;
  const ids = [...new Set(given.map(({ id }) => id))];
  const rows = ids.map((id): Row => ({ at: '', id, cells: new Map([[column, null]]) }));
  const before = await relatedValues(writing, rows);
  const changed = await change();
  await tx.run(
    `UPDATE ${view.table.name} SET version = version + 1, updated_at = $2::timestamptz,
      updated_by = $3 WHERE id = ANY($1::uuid[]) AND deleted_at IS NULL`,
    [ids, now(), userId],
  );
  await logRelatedChanges(writing, rows, before);
  return changed;
}
