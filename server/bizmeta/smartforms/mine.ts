import type { DataOf, RecordValues } from '../../../contract/index.ts';
import { AppError, type TenantTx } from '../../kernel/index.ts';
import type { View } from '../meta/catalog.ts';
import type { Parts } from '../routes.ts';
import { hashOf, NOBODY, requireIn, type LiveForm, type Visitor } from './door.ts';
import { shownRecord } from './shown.ts';

/** Earlier submissions shown at once. */
const MOST = 20;
interface Row { id: string; record_id: string; record_version: number; user_id: string; created_at: Date | string }
/** A submission and the record it made, as it stands now. */
export interface Submission { readonly id: string; readonly recordId: string; readonly version: number; readonly values: RecordValues }
type Reading = Pick<Parts, 'catalog' | 'neighbours'>;

/** Found by the key a submission gave, or, signed in, by who submitted: nobody finds another's. */
async function rowsOf(tx: TenantTx, form: LiveForm, member: string | null, key: string | undefined): Promise<Row[]> {
  const who = form.published.publish.mode === 'anonymous' ? null : member;
  if (key === undefined && who === null) return [];
  return tx.query<Row>(`SELECT id, record_id, record_version, user_id, created_at FROM bizmeta.form_submission WHERE tenant_id = $1 AND form_id = $2::uuid
    AND ($3::bytea IS NULL OR edit_key = $3 OR (id::text = $5 AND user_id = $4 AND user_id <> '${NOBODY}')) AND ($3::bytea IS NOT NULL OR user_id = $4) ORDER BY created_at DESC LIMIT ${MOST}`,
    [tx.tenant.id, form.id, key === undefined ? null : hashOf(key), who, key ?? null]);
}

/** untilLocked: until the form ends, or somebody else has worked on the record; always: while the form is not stopped. */
export function mayChange({ status, published: { publish } }: Pick<LiveForm, 'status' | 'published'>, submittedAt: number, recordVersion: unknown): boolean {
  if (status !== 'published') return false;
  if (publish.allowEdit === 'always') return true;
  return publish.allowEdit === 'untilLocked' && recordVersion === submittedAt && !(publish.endAt && Date.now() >= Date.parse(publish.endAt));
}

/** What one has submitted: only the fields the form shows. */
export async function mine({ catalog, neighbours }: Reading, tx: TenantTx, form: LiveForm, member: string | null, visitor: Visitor & { editKey?: string | undefined }): Promise<DataOf<'bizmeta.smartform.mine'>> {
  requireIn(form, member, visitor);
  if ((form.published.publish.allowEdit ?? 'none') === 'none') return [];
  const view = await catalog.enter(tx, form.object);
  const found: DataOf<'bizmeta.smartform.mine'> = [];
  for (const row of await rowsOf(tx, form, member, visitor.editKey)) {
    const shown = await shownRecord(tx, view, neighbours, form.published, row.record_id);
    if (shown) found.push({ id: row.id, at: new Date(row.created_at).toISOString(), values: shown.values, labels: shown.labels, canEdit: mayChange(form, row.record_version, shown.record['version']) });
  }
  return found;
}

/** The submission a key or a member's id names, for a change of it; FORM_EDIT_CLOSED when it may not be changed any more. */
export async function editable({ neighbours }: Pick<Parts, 'neighbours'>, tx: TenantTx, form: LiveForm, member: string | null, visitor: Visitor & { editKey: string }, view: View): Promise<Submission> {
  requireIn(form, member, visitor);
  const [row] = await rowsOf(tx, form, member, visitor.editKey);
  if (!row) throw new AppError('FORM_EDIT_CLOSED');
  const record = (await shownRecord(tx, view, neighbours, form.published, row.record_id))?.record;
  if (!record || !mayChange(form, row.record_version, record['version'])) throw new AppError('FORM_EDIT_CLOSED');
  return { id: row.id, recordId: row.record_id, version: Number(record['version']), values: record };
}
