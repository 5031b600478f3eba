import type { DataOf, RecordValues } from '../../../contract/index.ts';
import { AppError, type TenantTx } from '../../kernel/index.ts';
import type { Parts } from '../routes.ts';
import { rowsSql } from '../query/sql.ts';
import { hashOf, NOBODY, requireIn, type LiveForm, type Visitor } from './door.ts';
import { placedFields } from './fields.ts';
import type { ObjectTable } from '../meta/table.ts';

/** Earlier submissions shown at once. */
const MOST = 20;
interface Row { id: string; record_id: string; record_version: number; user_id: string; created_at: Date | string }
/** A submission and the record it made, as it stands now. */
export interface Submission { readonly id: string; readonly recordId: string; readonly version: number; readonly values: RecordValues }

/** Found by the key a submission gave, or, signed in, by who submitted: nobody finds another's. */
async function rowsOf(tx: TenantTx, form: LiveForm, member: string | null, key: string | undefined): Promise<Row[]> {
  const who = form.published.publish.mode === 'anonymous' ? null : member;
  if (key === undefined && who === null) return [];
  return tx.query<Row>(`SELECT id, record_id, record_version, user_id, created_at FROM bizmeta.form_submission WHERE tenant_id = $1 AND form_id = $2::uuid
    AND ($3::bytea IS NULL OR edit_key = $3 OR (id::text = $5 AND user_id = $4 AND user_id <> '${NOBODY}')) AND ($3::bytea IS NOT NULL OR user_id = $4) ORDER BY created_at DESC LIMIT ${MOST}`,
    [tx.tenant.id, form.id, key === undefined ? null : hashOf(key), who, key ?? null]);
}

async function recordsOf(tx: TenantTx, table: ObjectTable, rows: readonly Row[]): Promise<Map<unknown, RecordValues>> {
  const { text, values } = rowsSql(table, rows.map((row) => row.record_id));
  const [found] = await tx.query<{ rows: RecordValues[] | null }>(text, values);
  return new Map((found?.rows ?? []).map((record) => [record['id'], record]));
}

/** untilLocked: until the form ends, or somebody else has worked on the record; always: while the form is not stopped. */
function isOpen({ published: { publish } }: LiveForm, row: Row, record: RecordValues): boolean {
  if (publish.allowEdit === 'always') return true;
  return publish.allowEdit === 'untilLocked' && record['version'] === row.record_version && !(publish.endAt && Date.now() >= Date.parse(publish.endAt));
}

/** What one has submitted: only the fields the form shows. */
export async function mine({ catalog }: Pick<Parts, 'catalog'>, tx: TenantTx, form: LiveForm, member: string | null, visitor: Visitor & { editKey?: string | undefined }): Promise<DataOf<'bizmeta.smartform.mine'>> {
  requireIn(form, member, visitor);
  if ((form.published.publish.allowEdit ?? 'none') === 'none') return [];
  const { table } = await catalog.enter(tx, form.object);
  const rows = await rowsOf(tx, form, member, visitor.editKey);
  const records = rows.length > 0 ? await recordsOf(tx, table, rows) : new Map<unknown, RecordValues>();
  const names = placedFields(form.published, table.describe).filter(({ item }) => item.hidden !== true).map(({ field }) => field.apiName);
  return rows.flatMap((row) => {
    const record = records.get(row.record_id);
    return record ? [{ id: row.id, at: new Date(row.created_at).toISOString(), values: Object.fromEntries(names.map((name) => [name, record[name] ?? null])), canEdit: isOpen(form, row, record) }] : [];
  });
}

/** The submission a key or a member's id names, for a change of it; FORM_EDIT_CLOSED when it may not be changed any more. */
export async function editable(tx: TenantTx, form: LiveForm, member: string | null, visitor: Visitor & { editKey: string }, table: ObjectTable): Promise<Submission> {
  requireIn(form, member, visitor);
  const [row] = await rowsOf(tx, form, member, visitor.editKey);
  if (!row) throw new AppError('FORM_EDIT_CLOSED');
  const record = (await recordsOf(tx, table, [row])).get(row.record_id);
  if (!record || !isOpen(form, row, record)) throw new AppError('FORM_EDIT_CLOSED');
  return { id: row.id, recordId: row.record_id, version: Number(record['version']), values: record };
}
