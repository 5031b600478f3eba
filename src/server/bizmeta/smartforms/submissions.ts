import {
  DEFAULT_PAGE_SIZE,
  type DataOf,
  type FormBody,
  type FormStatus,
  type InputOf,
  type RecordValues,
  type SubmissionDetail,
  type SubmissionHead,
  type SubmissionState,
} from '../../../contract/index.ts';
import { formPageKey, submissionPage } from '../../../page/index.ts';
import { isEmpty } from '../../../values/index.ts';
import { AppError, type TenantTx } from '../../kernel/index.ts';
import { isUuid } from '../fields/values.ts';
import type { Catalog, ObjectCatalogEntry } from '../meta/catalog.ts';
import { TITLE_TYPES } from '../meta/table.ts';
import { rowsSql } from '../query/sql.ts';
import type { ServicePorts } from '../records/service-ports.ts';
import { itemsOf, shownBody, shownDescribe } from './fields.ts';
import { approvalsOf, type Approvals } from './flow.ts';
import { mayChange } from './mine.ts';
import { servedForm } from './opened.ts';
import { shownRecord } from './shown.ts';

/** Context of a member's own queries, in one transaction of theirs. */
export interface SubmissionContext {
  readonly tx: TenantTx;
  readonly catalog: Catalog;
  readonly services: ServicePorts;
  readonly userId: string;
}

interface Row {
  id: string;
  form_id: string;
  name: string;
  object: string;
  object_label: string;
  app_id: string | null;
  status: FormStatus;
  deleted: boolean;
  published: FormBody;
  published_version: number;
  record_id: string;
  record_version: number;
  flow_id: string | null;
  created_at: Date | string;
  updated_at: Date | string;
}

/** SQL of the submissions of the user ($2); of deleted forms as well, not of deleted objects. */
const OWN = `FROM bizmeta.form_submission s JOIN bizmeta.smart_form f ON f.tenant_id = s.tenant_id
  AND f.id = s.form_id AND f.published IS NOT NULL
  JOIN bizmeta.object o ON o.tenant_id = f.tenant_id AND o.id = f.object_id AND o.deleted_at IS NULL
    WHERE s.tenant_id = $1 AND s.user_id = $2`;
const COLUMNS = `s.id, s.form_id, f.name, o.api_name AS object, o.label AS object_label, o.app_id,
  f.status, f.deleted_at IS NOT NULL AS deleted, f.published, f.published_version, s.record_id,
  s.record_version, s.flow_id, s.created_at, s.updated_at`;

const iso = (at: Date | string): string => new Date(at).toISOString();

function stateOf(row: Row, record: RecordValues | undefined): SubmissionState {
  if (!record) return 'removed';
  if (record['version'] !== row.record_version) return 'handled';
  return iso(row.updated_at) === iso(row.created_at) ? 'submitted' : 'changed';
}

/** The record's title; one that the form does not show is not revealed: its first text is. */
function shownTitle(
  { published }: Row,
  { table: { describe } }: ObjectCatalogEntry,
  record: RecordValues,
): string {
  const shown = itemsOf(published).flatMap(({ field, hidden }) => (hidden === true ? [] : [field]));
  const texts = describe.fields.filter(({ type }) => TITLE_TYPES.includes(type));
  const named = [describe.titleField, ...texts.map(({ apiName }) => apiName)].find(
    (name) => shown.includes(name) && !isEmpty(record[name]),
  );
  return named === undefined ? '' : String(record[named]);
}

function headOf(
  row: Row,
  view: ObjectCatalogEntry,
  record: RecordValues | undefined,
  approvals: Approvals,
): SubmissionHead {
  const state = stateOf(row, record);
  return {
    id: row.id,
    formId: row.form_id,
    formName: row.name,
    object: row.object,
    objectLabel: row.object_label,
    appId: row.app_id,
    at: iso(row.created_at),
    changedAt: state === 'submitted' ? null : iso(row.updated_at),
    state,
    title: record ? shownTitle(row, view, record) : '',
    canEdit:
      !row.deleted &&
      row.published.publish.mode !== 'anonymous' &&
      record !== undefined &&
      mayChange(row, row.record_version, record['version']) &&
      !approvals.holds(row.record_id, row.flow_id),
    flow: approvals.statusOf(row.flow_id),
  };
}

/** Of submissions whose records are all of one object. */
async function headsOf(
  tx: TenantTx,
  view: ObjectCatalogEntry,
  rows: readonly Row[],
): Promise<SubmissionHead[]> {
  const { text, values } = rowsSql(
    view.table,
    rows.map((row) => row.record_id),
  );
  const [found] = await tx.query<{ rows: RecordValues[] | null }>(text, values);
  const records = new Map((found?.rows ?? []).map((record) => [record['id'], record]));
  const approvals = await approvalsOf(tx, view, rows);
  return rows.map((row) => headOf(row, view, records.get(row.record_id), approvals));
}

/** A member's submissions, newest first, of all forms or of one. */
export async function listSubmissions(
  { tx, catalog, userId }: SubmissionContext,
  { formId, current = 1, size = DEFAULT_PAGE_SIZE }: InputOf<'bizmeta.smartform.submissions'>,
): Promise<DataOf<'bizmeta.smartform.submissions'>> {
  const among = [tx.tenant.id, userId, formId ?? null];
  const asked = `${OWN} AND ($3::text IS NULL OR s.form_id::text = $3)`;
  const [count] = await tx.query<{ n: number }>(`SELECT count(*)::int AS n ${asked}`, among);
  const rows = await tx.query<Row>(
    `SELECT ${COLUMNS} ${asked} ORDER BY s.created_at DESC, s.id DESC LIMIT $4 OFFSET $5`,
    [...among, size, (current - 1) * size],
  );
  const heads = new Map<string, SubmissionHead>();
  for (const object of new Set(rows.map((row) => row.object))) {
    const own = rows.filter((row) => row.object === object);
    for (const head of await headsOf(tx, await catalog.enterWhole(tx, object), own))
      heads.set(head.id, head);
  }
  return { records: rows.map((row) => heads.get(row.id)!), total: count!.n, current, size };
}

async function ownSubmission(tx: TenantTx, userId: string, id: string): Promise<Row> {
  const [row] = isUuid(id)
    ? await tx.query<Row>(`SELECT ${COLUMNS} ${OWN} AND s.id = $3::uuid`, [
        tx.tenant.id,
        userId,
        id,
      ])
    : [];
  if (!row) throw new AppError('SUBMISSION_UNKNOWN');
  return row;
}

/**
 * One's own submission through the form as it is published now; SUBMISSION_UNKNOWN for another's,
 * and for an anonymous one.
 */
export async function submissionDetail(
  { tx, catalog, services, userId }: SubmissionContext,
  id: string,
): Promise<SubmissionDetail> {
  const row = await ownSubmission(tx, userId, id);
  const view = await catalog.enterWhole(tx, row.object);
  const shown = await shownRecord(tx, view, services, row.published, row.record_id);
  const detail = {
    ...headOf(row, view, shown?.record, await approvalsOf(tx, view, [row])),
    describe: shownDescribe(row.name, row.published, view.table.describe, row.published_version),
    values: shown?.values ?? {},
    labels: shown?.labels ?? {},
  };
  const { layout } = shownBody(row.published);
  return { ...detail, page: servedForm(submissionPage({ ...detail, layout }, formPageKey(id))) };
}
