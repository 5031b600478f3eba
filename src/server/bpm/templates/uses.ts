import type { HasServerState } from '../../kernel/index.ts';
import { DeptUsages, RoleUsages, WorkGroupUsages, type FindUsages } from '../../upm/index.ts';
import { OPEN_STATES } from './rows.ts';

/** An id is long and random enough to be searched as text. */
const NAMED = `strpos(v.document::text, $2) > 0`;
/** What is started now, what is drafted, and what running approvals go by. */
const TEMPLATES = `select t.id::text as id, t.name from bpm.flow_template t where t.tenant_id = $1
  and (t.deleted_at is null and (
      exists (select from bpm.flow_version v where v.tenant_id = $1 and v.template_id = t.id
        and v.no = t.version and ${NAMED})
      or exists (select from bpm.flow_draft v where v.tenant_id = $1 and v.template_id = t.id
        and v.changed and ${NAMED}))
    or exists (select from bpm.flow_version v where v.tenant_id = $1 and v.template_id = t.id
      and ${NAMED} and exists (select from bpm.flow_instance i where i.tenant_id = $1
        and i.template_id = t.id and i.version_no = v.no and i.status in ${OPEN_STATES})))
  order by t.name, t.id`;

const templatesNaming: FindUsages = async (tx, id) => {
  const found = await tx.query<{ id: string; name: string }>(TEMPLATES, [tx.tenant.id, id]);
  return found.map((template) => ({
    title: `流程模板“${template.name}”`,
    link: `/build.html#/flow/${template.id}`,
  }));
};

/** Steps that would lose their approvers, and starters who could start no more, keep what they name. */
export function addTemplateUses({ state }: HasServerState): void {
  for (const usages of [DeptUsages, RoleUsages, WorkGroupUsages])
    state.of(usages).add(templatesNaming);
}
