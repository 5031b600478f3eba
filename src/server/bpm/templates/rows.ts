import type { MessageRule, TemplateState } from '../../../contract/index.ts';
import { AppError, type TenantTx } from '../../kernel/index.ts';
import type { Parts } from '../parts.ts';
import type { FlowDocument } from '../../../flow/index.ts';
import { prepare, type Prepared } from '../prepared.ts';

/** A template as it is stored. */
export interface TemplateRow {
  id: string;
  name: string;
  icon: string;
  category: string;
  object_id: string;
  object_name: string;
  object_label: string;
  app_id: string | null;
  app_name: string;
  enabled: boolean;
  version: number;
  /** How often its documents have followed new names of fields. */
  names: number;
  messages: MessageRule[];
  has_draft: boolean;
  running: number;
  updated_at: Date;
  updated_by: string;
  updated_name: string;
  deleted_at: Date | null;
}

/** Instances that have not ended. */
export const OPEN_STATES = `('running', 'returned', 'suspended')`;

export const TEMPLATES = `select t.id, t.name, t.icon, t.category, t.object_id, t.enabled, t.version, t.names, t.messages,
  t.updated_at, t.updated_by, t.deleted_at, o.api_name as object_name, o.label as object_label, o.app_id,
  coalesce(a.name, '') as app_name, exists (select from bpm.flow_draft d where d.tenant_id = t.tenant_id
    and d.template_id = t.id and d.changed) as has_draft,
  (select count(*)::integer from bpm.flow_instance i where i.tenant_id = t.tenant_id and i.template_id = t.id
    and i.status in ${OPEN_STATES}) as running,
  coalesce((select m.real_name from upm.member m where m.tenant_id = t.tenant_id and m.user_id = t.updated_by), '')
    as updated_name
  from bpm.flow_template t join bizmeta.object o on o.tenant_id = t.tenant_id and o.id = t.object_id
  left join bizmeta.app a on a.tenant_id = o.tenant_id and a.id = o.app_id`;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
export const isUuid = (id: string): boolean => UUID.test(id);

/** A template that is not deleted; FLOW_TEMPLATE_UNKNOWN. */
export async function templateRow(tx: TenantTx, id: string, deleted = false): Promise<TemplateRow> {
  if (!isUuid(id)) throw new AppError('FLOW_TEMPLATE_UNKNOWN');
  const [row] = await tx.query<TemplateRow>(`${TEMPLATES} where t.tenant_id = $1 and t.id = $2`, [
    tx.tenant.id,
    id,
  ]);
  if (!row || (row.deleted_at !== null) !== deleted) throw new AppError('FLOW_TEMPLATE_UNKNOWN');
  return row;
}

/** The same, locked against other changes of it. */
export async function lockTemplate(
  tx: TenantTx,
  id: string,
  deleted = false,
): Promise<TemplateRow> {
  if (!isUuid(id)) throw new AppError('FLOW_TEMPLATE_UNKNOWN');
  await tx.query('select from bpm.flow_template where tenant_id = $1 and id = $2 for update', [
    tx.tenant.id,
    id,
  ]);
  return templateRow(tx, id, deleted);
}

const stateOf = ({ enabled, version }: Pick<TemplateRow, 'enabled' | 'version'>): TemplateState =>
  version === 0 ? 'draft' : enabled ? 'enabled' : 'disabled';

export const answerOf = (row: TemplateRow) => ({
  id: row.id,
  name: row.name,
  icon: row.icon,
  category: row.category,
  objectApiName: row.object_name,
  objectLabel: row.object_label,
  appId: row.app_id,
  appName: row.app_name,
  state: stateOf(row),
  version: row.version,
  hasDraft: row.has_draft,
  running: row.running,
  updatedAt: row.updated_at.toISOString(),
  updatedBy: row.updated_name,
});

/**
 * A version ready to run, read once for the names its fields have; `whichever` is for those who read
 * nothing of fields.
 */
export async function preparedOf(
  { models }: Pick<Parts, 'models'>,
  tx: TenantTx,
  templateId: string,
  no: number,
  names: number | 'whichever',
): Promise<Prepared> {
  const known = models.get(templateId, no, names === 'whichever' ? undefined : names);
  if (known) return known;
  const [row] = await tx.query<{ document: FlowDocument; names: number }>(
    `select v.document, t.names from bpm.flow_version v
      join bpm.flow_template t on t.tenant_id = v.tenant_id and t.id = v.template_id
      where v.tenant_id = $1 and v.template_id = $2 and v.no = $3`,
    [tx.tenant.id, templateId, no],
  );
  if (!row) throw new AppError('FLOW_TEMPLATE_UNKNOWN');
  const prepared = prepare(templateId, no, row.document, row.names);
  models.add(prepared);
  return prepared;
}
