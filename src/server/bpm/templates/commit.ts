import { createHash } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import {
  MAX_FLOW_TEMPLATES,
  problem,
  type InputOf,
  type TemplateInput,
} from '../../../contract/index.ts';
import { stableText } from '../../../document/index.ts';
import type { FlowDocument } from '../../../flow/index.ts';
import { tellFormsStarting } from '../../bizmeta/index.ts';
import { AppError, problemsError, type Session, type TenantTx } from '../../kernel/index.ts';
import { requireCallOut } from '../outside/check.ts';
import type { Parts } from '../parts.ts';
import { documentProblems } from './check.ts';
import { readNested, requireNoErrors } from './document.ts';
import { isUuid, lockTemplate, templateRow, type TemplateRow } from './rows.ts';
import { tellTemplate } from './tell.ts';
import { changeWords } from './words.ts';

/** What changes a template: the transaction, and who. */
export interface Editing {
  readonly tx: TenantTx;
  readonly parts: Parts;
  readonly userId: string;
}

async function objectOf(tx: TenantTx, apiName: string): Promise<{ id: string; label: string }> {
  const [row] = await tx.query<{ id: string; label: string }>(
    `select id, label from bizmeta.object where tenant_id = $1 and api_name = $2
      and parent_field is null and deleted_at is null`,
    [tx.tenant.id, apiName],
  );
  if (!row) throw new AppError('OBJECT_UNKNOWN', { name: apiName.slice(0, 60) });
  return row;
}

/** Names of a company's templates are given one after the other. */
const lockNames = (tx: TenantTx) =>
  tx.query('select pg_advisory_xact_lock($1, hashtext($2))', [NAMES_LOCK, tx.tenant.id]);
const NAMES_LOCK = 7320;

/** Refuses a name another template of the company has. */
async function requireFreeName(tx: TenantTx, name: string, but: string | null): Promise<void> {
  await lockNames(tx);
  const [taken] = await tx.query(
    `select from bpm.flow_template where tenant_id = $1 and lower(name) = lower($2)
      and deleted_at is null and id is distinct from $3`,
    [tx.tenant.id, name, but],
  );
  if (taken)
    throw problemsError([problem('/template/name', 'NAME_TAKEN', { what: '流程名称', name })]);
}

/** The name, or the next one with a number that no other template has; as applications do. */
async function freeName(tx: TenantTx, wished: string): Promise<string> {
  await lockNames(tx);
  const rows = await tx.query<{ name: string }>(
    'select lower(name) as name from bpm.flow_template where tenant_id = $1 and deleted_at is null',
    [tx.tenant.id],
  );
  const taken = new Set(rows.map(({ name }) => name));
  let free = wished;
  for (let n = 2; taken.has(free.toLowerCase()); n += 1) free = `${wished} ${n}`;
  return free;
}

async function requireRoom(tx: TenantTx): Promise<void> {
  const [row] = await tx.query<{ count: number }>(
    `select count(*)::integer as count from bpm.flow_template
      where tenant_id = $1 and deleted_at is null`,
    [tx.tenant.id],
  );
  if (row!.count >= MAX_FLOW_TEMPLATES)
    throw new AppError('TOO_MANY', { max: MAX_FLOW_TEMPLATES, count: row!.count + 1 });
}

/** Takes a template back, out of use, under a name that is free by now. */
export async function restoreTemplate({ tx, userId }: Editing, id: string): Promise<TemplateRow> {
  const row = await lockTemplate(tx, id, true);
  const [object] = await tx.query<{ binned: boolean }>(
    'select deleted_at is not null as binned from bizmeta.object where tenant_id = $1 and id = $2',
    [tx.tenant.id, row.object_id],
  );
  if (object?.binned !== false)
    throw new AppError('BIN_NEEDS', { label: row.name, needs: row.object_label });
  const name = await freeName(tx, row.name);
  await requireRoom(tx);
  await tx.run(
    `update bpm.flow_template set deleted_at = null, deleted_by = null, enabled = false, name = $4,
      updated_at = now(), updated_by = $3 where tenant_id = $1 and id = $2`,
    [tx.tenant.id, id, userId, name],
  );
  return templateRow(tx, id);
}

type NewTemplate = Pick<TemplateInput, 'name' | 'objectApiName' | 'icon'> & { category?: string };

/** A template without a version. */
export async function insertTemplate(
  { tx, userId }: Editing,
  { name, objectApiName, icon = '', category = '' }: NewTemplate,
): Promise<string> {
  const object = await objectOf(tx, objectApiName);
  await requireFreeName(tx, name.trim(), null);
  await requireRoom(tx);
  const id = uuidv7();
  await tx.run(
    `insert into bpm.flow_template (tenant_id, id, object_id, name, icon, category, created_by, updated_by)
      values ($1, $2, $3, $4, $5, $6, $7, $7)`,
    [tx.tenant.id, id, object.id, name.trim(), icon, category, userId],
  );
  return id;
}

/** Refuses a document that cannot run. */
const requireSound = async (
  editing: Editing,
  document: FlowDocument,
  { id, object_name: objectName }: TemplateRow,
): Promise<void> =>
  requireNoErrors(await documentProblems(editing, document, { templateId: id, objectName }));

export const hashOf = (document: FlowDocument): string =>
  createHash('sha256')
    .update(stableText(document as never))
    .digest('hex')
    .slice(0, 16);

/** Makes a document the next version of a template, which its new instances follow. */
export async function storeVersion(
  editing: Editing,
  row: TemplateRow,
  document: FlowDocument,
  note = '',
): Promise<{ id: string; version: number; hash: string }> {
  const { tx, userId } = editing;
  await requireSound(editing, document, row);
  const hash = hashOf(document);
  const no = row.version + 1;
  const last = await lastDocument(tx, row);
  requireCallOut(tx.session as Session | undefined, document, last);
  const words = last ? changeWords(last, document) : [];
  await tx.run(
    `insert into bpm.flow_version (tenant_id, template_id, no, document, hash, note, words, by)
      values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [tx.tenant.id, row.id, no, JSON.stringify(document), hash, note, JSON.stringify(words), userId],
  );
  await tx.run(
    `update bpm.flow_template set version = $3, category = coalesce($4, category), updated_at = now(),
      updated_by = $5 where tenant_id = $1 and id = $2`,
    [tx.tenant.id, row.id, no, document.settings?.category ?? null, userId],
  );
  await tellTemplate(editing, row, no === 1 ? 'pro_tem_add' : 'pro_tem_mod');
  await tellFormsStarting(tx, row.id);
  return { id: row.id, version: no, hash };
}

/** The template's newest version. */
async function lastDocument(
  tx: TenantTx,
  { id, version }: TemplateRow,
): Promise<FlowDocument | undefined> {
  const [last] = await tx.query<{ document: FlowDocument }>(
    'select document from bpm.flow_version where tenant_id = $1 and template_id = $2 and no = $3',
    [tx.tenant.id, id, version],
  );
  return last?.document;
}

/** Saves and publishes a template whole, as other programs write it. */
export async function commitTemplate(
  editing: Editing,
  { template, nodes }: InputOf<'bpm.template.commit'>,
): Promise<{ id: string; version: number }> {
  const { tx } = editing;
  const id =
    template.id === undefined || !isUuid(template.id)
      ? await insertTemplate(editing, template)
      : template.id;
  if (template.id !== undefined && template.id !== id) throw new AppError('FLOW_TEMPLATE_UNKNOWN');
  const row = await lockTemplate(tx, id);
  await requireSameObject(tx, row, template.objectApiName);
  const name = template.name.trim();
  await requireFreeName(tx, name, id);
  await tx.run(
    `update bpm.flow_template set name = $3, icon = coalesce($4, icon) where tenant_id = $1 and id = $2`,
    [tx.tenant.id, id, name, template.icon ?? null],
  );
  const settings = template.settings ?? (await lastDocument(tx, row))?.settings ?? {};
  const document = readNested(nodes, settings);
  const { version } = await storeVersion(editing, row, document);
  return { id, version };
}

async function requireSameObject(tx: TenantTx, row: TemplateRow, apiName: string): Promise<void> {
  const object = await objectOf(tx, apiName);
  if (object.id !== row.object_id)
    throw problemsError([
      problem('/template/objectApiName', 'FLOW_INVALID', { why: '已有模板不能换成别的对象' }),
    ]);
}

/** The template with a changed name, icon or category. */
export async function updateTemplate(
  { tx, userId }: Editing,
  { id, name, icon, category }: InputOf<'bpm.template.update'>,
): Promise<TemplateRow> {
  await lockTemplate(tx, id);
  if (name !== undefined) await requireFreeName(tx, name.trim(), id);
  await tx.run(
    `update bpm.flow_template set name = coalesce($3, name), icon = coalesce($4, icon),
      category = coalesce($5, category), updated_at = now(), updated_by = $6
      where tenant_id = $1 and id = $2`,
    [tx.tenant.id, id, name?.trim() ?? null, icon ?? null, category ?? null, userId],
  );
  return templateRow(tx, id);
}

/** Whether it may be started; what runs goes on. */
export async function switchTemplate(
  editing: Editing,
  { id, op }: InputOf<'bpm.template.operate'>,
): Promise<TemplateRow> {
  const { tx, userId } = editing;
  const row = await lockTemplate(tx, id);
  const enabled = op === 'enable';
  if (row.version === 0) throw new AppError('FLOW_TEMPLATE_CLOSED', { name: row.name });
  await tx.run(
    `update bpm.flow_template set enabled = $3, updated_at = now(), updated_by = $4
      where tenant_id = $1 and id = $2`,
    [tx.tenant.id, id, enabled, userId],
  );
  if (row.enabled !== enabled) await tellTemplate(editing, row, 'pro_tem_opt', enabled);
  if (!enabled) await tellFormsStarting(tx, id);
  return templateRow(tx, id);
}
