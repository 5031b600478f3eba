import {
  ANONYMOUS_USER_ID,
  type DataOf,
  type FormBody,
  type RecordValues,
} from '../../../contract/index.ts';
import { AppError, type TenantTx } from '../../kernel/index.ts';
import type { ObjectCatalogEntry } from '../meta/catalog.ts';
import { isUuid } from '../fields/values.ts';
import type { Parts } from '../parts.ts';
import {
  hashOf,
  requireFormAccess,
  type PublishedFormRow,
  type FormCredentials,
} from './form-link.ts';
import { approvalsOf, type Approvals } from './flow.ts';
import { shownRecord, type ShownRecord } from './shown.ts';

/** Earlier submissions shown at once. */
const MOST = 20;
interface Row {
  id: string;
  record_id: string;
  record_version: number;
  user_id: string;
  flow_id: string | null;
  created_at: Date | string;
}
/** A submission and its record in the current state. */
export interface Submission {
  readonly id: string;
  readonly recordId: string;
  readonly version: number;
  readonly values: RecordValues;
}
type SubmissionReadContext = Pick<Parts, 'catalog' | 'services'>;

const SUBMISSIONS =
  'FROM bizmeta.form_submission s WHERE s.tenant_id = $1 AND s.form_id = $2::uuid';
const COLUMNS = 'SELECT s.id, s.record_id, s.record_version, s.user_id, s.flow_id, s.created_at';
const LATEST = `ORDER BY s.created_at DESC LIMIT ${MOST}`;
const BY_MEMBER = `${COLUMNS} ${SUBMISSIONS} AND s.user_id = $3 ${LATEST}`;
/** Each way to find submissions is an indexed look-up, however many there are. */
const BY_KEY = `${COLUMNS} ${SUBMISSIONS} AND s.id = ANY(ARRAY(SELECT s.id ${SUBMISSIONS} AND s.edit_key = $3::bytea
  UNION SELECT s.id ${SUBMISSIONS} AND s.id = $5::uuid AND s.user_id = $4 AND s.user_id <> '${ANONYMOUS_USER_ID}')) ${LATEST}`;

/**
 * Found by the key returned for a submission, or, signed in, by its author: no one finds another's.
 */
async function rowsOf(
  tx: TenantTx,
  form: PublishedFormRow,
  member: string | null,
  key: string | undefined,
): Promise<Row[]> {
  const who = form.published.publish.mode === 'anonymous' ? null : member;
  if (key === undefined && who === null) return [];
  if (key === undefined) return tx.query<Row>(BY_MEMBER, [tx.tenant.id, form.id, who]);
  return tx.query<Row>(BY_KEY, [tx.tenant.id, form.id, hashOf(key), who, isUuid(key) ? key : null]);
}

/**
 * untilLocked: until the form ends, or another user has changed the record; always: while the form
 * is not stopped.
 */
export function mayChange(
  { status, published: { publish } }: Pick<PublishedFormRow, 'status' | 'published'>,
  submittedAt: number,
  recordVersion: unknown,
): boolean {
  if (status !== 'published') return false;
  if (publish.allowEdit === 'always') return true;
  return (
    publish.allowEdit === 'untilLocked' &&
    recordVersion === submittedAt &&
    !(publish.endAt && Date.now() >= Date.parse(publish.endAt))
  );
}

/** Whether who submitted comes back to it: to change it, or to see where its approval is. */
export const canReturn = ({ publish }: Pick<FormBody, 'publish'>): boolean =>
  (publish.allowEdit ?? 'none') !== 'none' || (publish.flow ?? null) !== null;

/** A visitor's own submissions: only the fields the form shows. */
export async function mine(
  { catalog, services }: SubmissionReadContext,
  tx: TenantTx,
  form: PublishedFormRow,
  member: string | null,
  visitor: FormCredentials & { editKey?: string | undefined },
): Promise<DataOf<'bizmeta.smartform.mine'>> {
  requireFormAccess(form, member, visitor);
  if (!canReturn(form.published)) return [];
  const view = await catalog.enterWhole(tx, form.object);
  const found: DataOf<'bizmeta.smartform.mine'> = [];
  const rows = await rowsOf(tx, form, member, visitor.editKey);
  const approvals = await approvalsOf(tx, view, rows);
  for (const row of rows) {
    const shown = await shownRecord(tx, view, services, form.published, row.record_id);
    if (shown) found.push(submissionOf(form, row, shown, approvals));
  }
  return found;
}

const submissionOf = (
  form: PublishedFormRow,
  { id, record_id, created_at, record_version, flow_id }: Row,
  { values, labels, record }: ShownRecord,
  approvals: Approvals,
): DataOf<'bizmeta.smartform.mine'>[number] => ({
  id,
  at: new Date(created_at).toISOString(),
  values,
  labels,
  version: Number(record['version']),
  canEdit:
    mayChange(form, record_version, record['version']) && !approvals.holds(record_id, flow_id),
  flow: approvals.statusOf(flow_id),
});

/**
 * The submission found by a key or a member's id, for a change of it; FORM_EDIT_CLOSED when it may
 * no longer be changed.
 */
export async function editable(
  { services }: Pick<Parts, 'services'>,
  tx: TenantTx,
  form: PublishedFormRow,
  member: string | null,
  visitor: FormCredentials & { editKey: string },
  view: ObjectCatalogEntry,
): Promise<Submission> {
  requireFormAccess(form, member, visitor);
  const [row] = await rowsOf(tx, form, member, visitor.editKey);
  if (!row) throw new AppError('FORM_EDIT_CLOSED');
  const record = (await shownRecord(tx, view, services, form.published, row.record_id))?.record;
  const approvals = await approvalsOf(tx, view, [row]);
  const isHeld = approvals.holds(row.record_id, row.flow_id);
  if (!record || isHeld || !mayChange(form, row.record_version, record['version']))
    throw new AppError('FORM_EDIT_CLOSED');
  return {
    id: row.id,
    recordId: row.record_id,
    version: Number(record['version']),
    values: record,
  };
}
