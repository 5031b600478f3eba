import type { CodeSegment } from '../../../contract/index.ts';
import type { TenantTx } from '../../kernel/index.ts';
import type { CodeRuleUse } from '../../system/index.ts';

const USING = `bpm.flow_template t
  join bpm.flow_version v on v.tenant_id = t.tenant_id and v.template_id = t.id and v.no = t.version
  where t.tenant_id = $1 and t.deleted_at is null and v.document #>> '{settings,codeRule}' = $2`;
const NAMED = 5;

const heldBy = (segments: readonly CodeSegment[]): string[] =>
  segments.flatMap((segment) => (segment.kind === 'field' ? (segment.field ?? []) : []));

/** Templates that number their instances by a code rule. */
export const templatesByRule: CodeRuleUse = {
  async users(tx: TenantTx, code: string) {
    const found = await tx.query<{ name: string }>(
      `select t.name from ${USING} order by t.id limit ${NAMED}`,
      [tx.tenant.id, code],
    );
    return found.map(({ name }) => `流程“${name}”`);
  },
  async misfit(tx, code, segments) {
    const found = await tx.query<{ name: string; fields: string[] }>(
      `select t.name, array(select x.api_name from bizmeta.field x where x.tenant_id = t.tenant_id
        and x.object_id = t.object_id and x.removed_at is null) as fields from ${USING} order by t.id`,
      [tx.tenant.id, code],
    );
    for (const { name, fields } of found) {
      const lacking = heldBy(segments).find((field) => !fields.includes(field));
      if (lacking !== undefined)
        return `流程“${name}”按这条规则编号，它的对象中没有字段“${lacking}”`;
    }
    return null;
  },
};
