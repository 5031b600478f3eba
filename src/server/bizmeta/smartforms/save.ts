import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import {
  isComputed,
  MAX_FORMS,
  problem,
  type FormBody,
  type InputOf,
  type ObjectDescribe,
  type Problem,
  type SmartForm,
  type SmartFormHead,
} from '../../../contract/index.ts';
import { AppError, problemsError, type TenantTx } from '../../kernel/index.ts';
import { hashPassword } from '../../upm/index.ts';
import { isUuid } from '../fields/values.ts';
import type { Catalog, ObjectCatalogEntry } from '../meta/catalog.ts';
import { labelProblem } from '../meta/names.ts';
import { checkForm } from './check.ts';
import { isFile, isLookup, isPeople } from './fields.ts';
import { flowFault } from './flow.ts';
import { wholeBody } from './draft.ts';
import { formOf, FORMS, listed, type FormRow } from './row.ts';

/** Context of builders' calls, in one transaction. */
export interface SaveContext {
  readonly tx: TenantTx;
  readonly catalog: Catalog;
  readonly userId: string;
}

/** Bytes of a link's token: beyond guessing. */
const TOKEN_BYTES = 24;
const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** A form to be read; without a lock, so that reading waits for no writer. */
export async function readForm(tx: TenantTx, id: string, lock = ''): Promise<FormRow> {
  const [row] = isUuid(id)
    ? await tx.query<FormRow>(`${FORMS} AND f.id = $1::uuid ${lock}`, [id])
    : [];
  if (!row) throw new AppError('FORM_UNKNOWN');
  return row;
}
/** A form to be changed. */
const lockForm = (tx: TenantTx, id: string): Promise<FormRow> =>
  readForm(tx, id, 'FOR UPDATE OF f');
const answer = async (tx: TenantTx, id: string): Promise<SmartForm> =>
  formOf(await readForm(tx, id));

export async function listForms(
  { tx, catalog }: SaveContext,
  object: string,
): Promise<SmartFormHead[]> {
  const { table } = await catalog.enterWhole(tx, object);
  return (
    await tx.query<FormRow>(
      `${FORMS} AND f.object_id = $1::uuid ORDER BY f.created_at DESC, f.id`,
      [table.describe.id],
    )
  ).map(listed);
}
export const formDetail = ({ tx }: SaveContext, id: string): Promise<SmartForm> => answer(tx, id);

/** The initial content of a new form: every field a person can fill in, one column, for members. */
function firstBody({ fields }: ObjectDescribe): FormBody {
  const items = fields
    .filter(
      (field) =>
        !isComputed(field.type) &&
        !isPeople(field.type) &&
        !isLookup(field.type) &&
        !field.fields?.some(({ type }) => isFile(type) || isPeople(type) || isLookup(type)),
    )
    .map((field) => ({ kind: 'field' as const, field: field.apiName }));
  return {
    terminal: 'both',
    layout: { pages: [{ sections: [{ items }] }] },
    rules: [],
    validations: [],
    publish: { mode: 'link' },
  };
}

function requireName(name: string): void {
  const bad = labelProblem('/name', '表单名称', name);
  if (bad) throw problemsError([bad]);
}
/**
 * What prevents publishing, the form's password included; `path` is prepended to each problem's.
 */
export async function publishFaults(
  { tx, userId }: Pick<SaveContext, 'tx' | 'userId'>,
  view: ObjectCatalogEntry,
  body: FormBody,
  { hasPassword }: { hasPassword: boolean },
  path: string,
): Promise<Problem[]> {
  const problems: Problem[] = [];
  checkForm(view, body, { now: new Date(), userId }, problems, path);
  if (body.publish.mode === 'password' && !hasPassword)
    problems.push(problem(`${path}/publish/mode`, 'FORM_SETTING', { why: '请先设置密码' }));
  const flow = await flowFault(tx, view.table.describe.apiName, body, userId);
  if (flow !== undefined)
    problems.push(problem(`${path}/publish/flow`, 'FORM_SETTING', { why: flow }));
  return problems;
}

async function insert(
  { tx, userId }: SaveContext,
  objectId: string,
  name: string,
  body: FormBody,
): Promise<SmartForm> {
  await tx.query('SELECT pg_advisory_xact_lock(7304, hashtext($1))', [objectId]);
  const [many] = await tx.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM bizmeta.smart_form WHERE tenant_id = $1 AND object_id = $2::uuid
      AND deleted_at IS NULL`,
    [tx.tenant.id, objectId],
  );
  if (many!.n >= MAX_FORMS)
    throw problemsError([problem('', 'TOO_MANY', { max: MAX_FORMS, count: many!.n + 1 })]);
  const id = uuidv7();
  await tx.run(
    `INSERT INTO bizmeta.smart_form (tenant_id, id, object_id, name, body, created_by, updated_by)
      VALUES ($1, $2, $3, $4, $5, $6, $6)`,
    [tx.tenant.id, id, objectId, name.trim(), JSON.stringify(body), userId],
  );
  return answer(tx, id);
}

export async function createForm(
  making: SaveContext,
  { object, name, body }: InputOf<'bizmeta.smartform.create'>,
): Promise<SmartForm> {
  const { table } = await making.catalog.enterWhole(making.tx, object);
  const whole = wholeBody(firstBody(table.describe), body ?? {});
  requireName(name);
  return insert(making, table.describe.id, name, whole);
}

export async function copyForm(
  making: SaveContext,
  { id, name }: InputOf<'bizmeta.smartform.copy'>,
): Promise<SmartForm> {
  const row = await readForm(making.tx, id);
  return insert(making, row.object_id, (name ?? `${row.name} 副本`).slice(0, 50), row.body);
}

function requireNewest(row: FormRow, version: number): void {
  if (row.version !== version)
    throw new AppError(
      'STALE_VERSION',
      {},
      { errors: [problem('/version', 'STALE_VERSION')], current: formOf(row) },
    );
}

/**
 * Changes the draft, finished or not; the published form is unchanged. A new password invalidates
 * the passes of the old one.
 */
export async function updateForm(
  making: SaveContext,
  { id, version, name, body, password }: InputOf<'bizmeta.smartform.update'>,
): Promise<SmartForm> {
  const { tx, userId } = making;
  const row = await lockForm(tx, id);
  requireNewest(row, version);
  const whole = wholeBody(row.body, body ?? {});
  if (name !== undefined) requireName(name);
  const hash =
    password === undefined
      ? row.password_hash
      : password === null
        ? null
        : await hashPassword(tx, password);
  await tx.run(
    `UPDATE bizmeta.smart_form SET name = $3, body = $4, password_hash = $5, secret = CASE WHEN $6
    THEN gen_random_uuid()
    ELSE secret END, version = version + 1, updated_at = now(), updated_by = $7
    WHERE tenant_id = $1 AND id = $2::uuid`,
    [
      tx.tenant.id,
      id,
      name?.trim() ?? row.name,
      JSON.stringify(whole),
      hash,
      password !== undefined,
      userId,
    ],
  );
  return answer(tx, id);
}

/** Views for others in which members fill in the form. */
const SHOWING = `SELECT o.label || '的视图“' || v.name || '”' AS title
  FROM bizmeta.custom_view v JOIN bizmeta.object o ON o.tenant_id = v.tenant_id
    AND o.id = v.object_id AND o.deleted_at IS NULL
  WHERE v.tenant_id = $1 AND v.deleted_at IS NULL AND v.scope <> 'personal'
    AND strpos(v.body::text, $2) > 0 ORDER BY o.no, v.ord, v.id LIMIT 5`;

/** Refuses what would leave views without their form. */
async function requireNotShown(tx: TenantTx, id: string, deed: string): Promise<void> {
  const views = await tx.query<{ title: string }>(SHOWING, [tx.tenant.id, id]);
  if (views.length === 0) return;
  const why = `${views.map(({ title }) => title).join('、')}里要填写这份表单，不能${deed}`;
  throw problemsError([problem('', 'FORM_SETTING', { why })]);
}

/**
 * Freezes the draft as the next published version and gives the form a link if it has none. The
 * draft's own version is that of its content, which stays: an editor with it open may save on.
 */
export async function publishForm(
  making: SaveContext,
  { id, version }: InputOf<'bizmeta.smartform.publish'>,
): Promise<SmartForm> {
  const { tx, userId, catalog } = making;
  const row = await lockForm(tx, id);
  requireNewest(row, version);
  const faults = await publishFaults(
    making,
    await catalog.enterWhole(tx, row.object),
    row.body,
    { hasPassword: row.password_hash !== null },
    '/body',
  );
  if (faults.length > 0) throw problemsError(faults);
  if (row.body.publish.mode !== 'member') await requireNotShown(tx, id, '改为不由成员填写');
  await tx.run(
    `UPDATE bizmeta.smart_form
    SET published = body, published_version = published_version + 1, status = 'published',
    flow_starter = CASE WHEN body->'publish'->>'flow' IS NOT NULL THEN $3 END, flow_barred_at = NULL,
    updated_at = now(), updated_by = $3
    WHERE tenant_id = $1 AND id = $2::uuid`,
    [tx.tenant.id, id, userId],
  );
  if (row.token === null)
    await tx.run('INSERT INTO bizmeta.form_link (token, tenant_id, form_id) VALUES ($1, $2, $3)', [
      newToken(),
      tx.tenant.id,
      id,
    ]);
  return answer(tx, id);
}

export async function stopForm({ tx, userId }: SaveContext, id: string): Promise<SmartForm> {
  const row = await lockForm(tx, id);
  if (row.status === 'published')
    await tx.run(
      `UPDATE bizmeta.smart_form
        SET status = 'stopped', updated_at = now(), updated_by = $3
        WHERE tenant_id = $1 AND id = $2::uuid`,
      [tx.tenant.id, id, userId],
    );
  return answer(tx, id);
}

/** A new link, or none; the old one is invalid immediately. */
export async function changeLink(
  { tx }: SaveContext,
  { id, revoke }: InputOf<'bizmeta.smartform.link'>,
): Promise<SmartForm> {
  await lockForm(tx, id);
  await tx.run('DELETE FROM bizmeta.form_link WHERE tenant_id = $1 AND form_id = $2::uuid', [
    tx.tenant.id,
    id,
  ]);
  if (revoke !== true)
    await tx.run('INSERT INTO bizmeta.form_link (token, tenant_id, form_id) VALUES ($1, $2, $3)', [
      newToken(),
      tx.tenant.id,
      id,
    ]);
  return answer(tx, id);
}

export async function deleteForm({ tx, userId }: SaveContext, id: string): Promise<null> {
  await lockForm(tx, id);
  await requireNotShown(tx, id, '删除');
  await tx.run('DELETE FROM bizmeta.form_link WHERE tenant_id = $1 AND form_id = $2::uuid', [
    tx.tenant.id,
    id,
  ]);
  await tx.run(
    `UPDATE bizmeta.smart_form SET deleted_at = now(), updated_by = $3 WHERE tenant_id = $1
      AND id = $2::uuid`,
    [tx.tenant.id, id, userId],
  );
  return null;
}
