import { problem, type Problem } from '../../../contract/index.ts';
import { schemaOf, type TenantTx } from '../../kernel/index.ts';
import type { DbValue } from '../fields/index.ts';
import { isUuid } from '../fields/values.ts';
import type { Column, ObjectTable } from '../meta/table.ts';
import { ownColumns } from './insert.ts';
import { checkSize, stopOnProblems, type Writing } from './writing.ts';
import { lockRows } from './edit.ts';
import type { Row } from './read-record.ts';
import { checkReferences } from './references.ts';
import { checkUnique } from './unique.ts';

/** Ids of the request, locked; RECORD_UNKNOWN for those that are not there. */
async function lockIds(tx: TenantTx, table: ObjectTable, given: readonly string[], deleted: boolean): Promise<string[]> {
  checkSize(given, '/ids');
  const ids = given.map((id) => id.toLowerCase());
  const found = new Set((await lockRows(tx, table, ids.filter(isUuid), deleted)).map((row) => row.id));
  stopOnProblems(ids.flatMap((id, i) => (found.has(id) ? [] : [problem(`/ids/${i}`, 'RECORD_UNKNOWN')])));
  return [...new Set(ids)];
}

/** Puts the records into the recycle bin, all or none; refused while living records refer to one (RECORD_IN_USE). */
export async function deleteRecords({ tx, view, userId }: Writing, given: readonly string[]): Promise<{ count: number }> {
  const ids = await lockIds(tx, view.table, given, false);
  const problems = await findUsers(tx, view.table, ids);
  stopOnProblems(problems);
  await tx.run(`UPDATE ${view.table.name} SET deleted_at = $2::timestamptz, deleted_by = $3, version = version + 1 WHERE id = ANY($1::uuid[])`, [ids, new Date().toISOString(), userId]);
  return { count: ids.length };
}

interface Referrer { object_no: number; field_no: number; name: string }

async function findUsers(tx: TenantTx, table: ObjectTable, ids: readonly string[]): Promise<Problem[]> {
  const referrers = await tx.query<Referrer>(`SELECT o.no AS object_no, f.no AS field_no, o.label || '的“' || f.label || '”' AS name
    FROM bizmeta.field f JOIN bizmeta.object o ON o.tenant_id = f.tenant_id AND o.id = f.object_id
    WHERE f.tenant_id = $1 AND f.ref_object = $2::uuid AND f.removed_at IS NULL AND o.deleted_at IS NULL ORDER BY o.no, f.ord`, [tx.tenant.id, table.describe.id]);
  const problems: Problem[] = [];
  for (const referrer of referrers) problems.push(...await usedBy(tx, table, ids, referrer));
  return problems;
}

/** Records that living ones of one field refer to. Those that go in the same batch do not count. */
async function usedBy(tx: TenantTx, table: ObjectTable, ids: readonly string[], { object_no, field_no, name }: Referrer): Promise<Problem[]> {
  const [column, from] = [`f_${field_no}`, `"${schemaOf(tx.tenant)}"."o_${object_no}"`];
  const own = object_no === table.no ? ' AND r.id <> ALL($1::uuid[])' : '';
  const used = await tx.query<{ id: string; label: string | null }>(`SELECT t.id, t.${table.title.sql}::text AS label FROM ${table.name} t WHERE t.id = ANY($1::uuid[])
    AND EXISTS (SELECT FROM ${from} r WHERE r.${column} = t.id AND r.${column} IS NOT NULL AND r.deleted_at IS NULL${own}) LIMIT 20`, [ids]);
  return used.map(({ id, label }) => problem(`/ids/${ids.indexOf(id)}`, 'RECORD_IN_USE', { label: label ?? id, users: name }));
}

/** Takes records back out of the recycle bin, if what they refer to is still there and their unique values are free. */
export async function restoreRecords({ tx, view, userId, neighbours }: Writing, given: readonly string[]): Promise<{ count: number }> {
  const ids = await lockIds(tx, view.table, given, true);
  const rows = await readBack(tx, view.table, ids);
  const problems: Problem[] = [];
  await checkReferences(tx, view, rows.map(onlyRecords), neighbours, problems);
  await checkUnique(tx, view.table, rows, problems);
  stopOnProblems(problems);
  await tx.run(`UPDATE ${view.table.name} SET deleted_at = NULL, deleted_by = NULL, version = version + 1, updated_at = $2::timestamptz, updated_by = $3 WHERE id = ANY($1::uuid[])`, [ids, new Date().toISOString(), userId]);
  return { count: ids.length };
}

/** People may have left since; that is no reason to lose a record. */
const onlyRecords = (row: Row): Row => ({ ...row, cells: new Map([...row.cells].filter(([column]) => column.field.type === 'lookup')) });

async function readBack(tx: TenantTx, table: ObjectTable, ids: readonly string[]): Promise<Row[]> {
  const columns = ownColumns(table).filter(({ field }) => field.unique || field.type === 'lookup');
  const found = await tx.query<Record<string, string | null>>(`SELECT id${columns.map((column: Column) => `, ${column.sql}::text`).join('')} FROM ${table.name} WHERE id = ANY($1::uuid[])`, [ids]);
  return found.map((row) => ({
    at: `/ids/${ids.indexOf(row['id']!)}`, id: row['id']!,
    cells: new Map<Column, DbValue | null>(columns.map((column) => [column, row[column.sql] ?? null])),
  }));
}
