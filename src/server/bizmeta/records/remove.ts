import { problem, type FieldType, type Problem } from '../../../contract/index.ts';
import { schemaOf, type TenantTx } from '../../kernel/index.ts';
import type { DbValue } from '../fields/index.ts';
import { isUuid } from '../fields/values.ts';
import type { Column, ObjectTable } from '../meta/table.ts';
import { joinName } from '../meta/ddl.ts';
import { ownColumns } from './insert.ts';
import { binRows, subTables, viewOf } from './rows.ts';
import { checkSize, stopOnProblems, type WriteContext } from './write-context.ts';
import { lockRows } from './edit.ts';
import type { Row } from './read-record.ts';
import { logMoves } from './change-log.ts';
import { namedBefore, tellDeleted } from './notices.ts';
import { checkReferences } from './references.ts';
import { checkUnique } from './unique.ts';

/** Ids of the request, locked; RECORD_UNKNOWN for missing ones. */
async function lockIds(
  tx: TenantTx,
  table: ObjectTable,
  given: readonly string[],
  deleted: boolean,
): Promise<string[]> {
  checkSize(given, '/ids');
  const ids = given.map((id) => id.toLowerCase());
  const found = new Set(
    (await lockRows(tx, table, ids.filter(isUuid), deleted)).map((row) => row.id),
  );
  stopOnProblems(
    ids.flatMap((id, i) => (found.has(id) ? [] : [problem(`/ids/${i}`, 'RECORD_UNKNOWN')])),
  );
  return [...new Set(ids)];
}

/**
 * Deletes the records into the recycle bin, all or none; refused while records that are not deleted
 * refer to one (RECORD_IN_USE).
 */
export async function deleteRecords(
  writing: WriteContext,
  given: readonly string[],
): Promise<{ count: number }> {
  const { tx, view, userId } = writing;
  const ids = await lockIds(tx, view.table, given, false);
  const problems = await findUsers(tx, view.table, ids);
  stopOnProblems(problems);
  const now = new Date().toISOString();
  await tellDeleted(writing, await namedBefore(writing, ids));
  await logMoves(writing, ids, 'delete', now);
  await tx.run(
    `UPDATE ${view.table.name}
      SET deleted_at = $2::timestamptz, deleted_by = $3, version = version + 1
      WHERE id = ANY($1::uuid[])`,
    [ids, now, userId],
  );
  await binRows(tx, view.table, ids, now);
  return { count: ids.length };
}

interface Referrer {
  object_no: number;
  field_no: number;
  type: FieldType;
  name: string;
}

async function findUsers(
  tx: TenantTx,
  table: ObjectTable,
  ids: readonly string[],
): Promise<Problem[]> {
  const referrers = await tx.query<Referrer>(
    `SELECT o.no AS object_no, f.no AS field_no, f.type, o.label || '的“' || f.label || '”' AS name
    FROM bizmeta.field f JOIN bizmeta.object o ON o.tenant_id = f.tenant_id AND o.id = f.object_id
    WHERE f.tenant_id = $1 AND f.ref_object = $2::uuid AND f.removed_at IS NULL
      AND o.deleted_at IS NULL ORDER BY o.no, f.ord`,
    [tx.tenant.id, table.describe.id],
  );
  const problems: Problem[] = [];
  for (const referrer of referrers) problems.push(...(await usedBy(tx, table, ids, referrer)));
  return problems;
}

/** Records that others refer to by one field. References from the same batch do not count. */
async function usedBy(
  tx: TenantTx,
  table: ObjectTable,
  ids: readonly string[],
  { object_no, field_no, type, name }: Referrer,
): Promise<Problem[]> {
  const schema = schemaOf(tx.tenant);
  const many = type === 'lookups';
  const [column, from] = [
    many ? 'j.to_id' : `r.f_${field_no}`,
    `"${schema}"."o_${object_no}" r${
      many
        ? `
      JOIN ${joinName({ schema, no: object_no }, field_no)} j ON j.from_id = r.id`
        : ''
    }`,
  ];
  const own = object_no === table.no ? ' AND r.id <> ALL($1::uuid[])' : '';
  const used = await tx.query<{ id: string; label: string | null }>(
    `SELECT t.id, t.${table.title.sql}::text AS label FROM ${table.name} t
    WHERE t.id = ANY($1::uuid[])
    AND EXISTS (SELECT FROM ${from} WHERE ${column} = t.id AND ${column} IS NOT NULL
      AND r.deleted_at IS NULL${own}) LIMIT 20`,
    [ids],
  );
  return used.map(({ id, label }) =>
    problem(`/ids/${ids.indexOf(id)}`, 'RECORD_IN_USE', { label: label ?? id, users: name }),
  );
}

/**
 * Restores records from the recycle bin, if what they refer to still exists and their unique values
 * are free.
 */
export async function restoreRecords(
  writing: WriteContext,
  given: readonly string[],
): Promise<{ count: number }> {
  const { tx, view, userId, services } = writing;
  const ids = await lockIds(tx, view.table, given, true);
  const rows = await readBack(tx, view.table, ids);
  const problems: Problem[] = [];
  await checkReferences(tx, view, rows.map(onlyRecords), services, problems);
  for (const { rows: table } of subTables(view.table))
    await checkReferences(
      tx,
      viewOf(view, table),
      await readRowsBack(tx, table, ids),
      services,
      problems,
    );
  await checkUnique(tx, view.table, rows, problems);
  stopOnProblems(problems);
  const now = new Date().toISOString();
  await logMoves(writing, ids, 'restore', now);
  await tx.run(
    `UPDATE ${view.table.name}
      SET deleted_at = NULL, deleted_by = NULL, version = version + 1, updated_at = $2::timestamptz,
      updated_by = $3 WHERE id = ANY($1::uuid[])`,
    [ids, now, userId],
  );
  await binRows(tx, view.table, ids, null);
  return { count: ids.length };
}

const isReference = ({ field }: Column): boolean =>
  field.type === 'lookup' || field.type === 'lookups';

/** People may have left since; that is no reason to lose a record. */
const onlyRecords = (row: Row): Row => ({
  ...row,
  cells: new Map([...row.cells].filter(([column]) => isReference(column))),
});

async function readBack(tx: TenantTx, table: ObjectTable, ids: readonly string[]): Promise<Row[]> {
  const columns = [...table.columns.values()].filter(
    (column) => !column.system && (column.field.unique || isReference(column)),
  );
  const cells = columns
    .map((column) =>
      column.join
        ? `, ARRAY(SELECT j.to_id::text FROM ${column.join} j WHERE j.from_id = r.id) AS ${column.sql}`
        : `, r.${column.sql}::text`,
    )
    .join('');
  const found = await tx.query<Record<string, string | null> & { id: string }>(
    `SELECT id${cells} FROM ${table.name} r WHERE id = ANY($1::uuid[])`,
    [ids],
  );
  return found.map((row) => ({
    at: `/ids/${ids.indexOf(row.id)}`,
    id: row.id,
    cells: new Map<Column, DbValue | null>(
      columns.map((column) => [column, row[column.sql] ?? null]),
    ),
  }));
}

/** The records that a sub-table's rows of these records refer to, row by row. */
async function readRowsBack(
  tx: TenantTx,
  table: ObjectTable,
  ids: readonly string[],
): Promise<Row[]> {
  const columns = ownColumns(table).filter(isReference);
  if (columns.length === 0) return [];
  const found = await tx.query<Record<string, string | null> & { id: string; parent_id: string }>(
    `SELECT id, parent_id${columns.map((column) => `, ${column.sql}::text`).join('')}
      FROM ${table.name} WHERE parent_id = ANY($1::uuid[])`,
    [ids],
  );
  return found.map((row) => ({
    at: `/ids/${ids.indexOf(row.parent_id)}`,
    id: row.id,
    cells: new Map(columns.map((column) => [column, row[column.sql] ?? null])),
  }));
}
