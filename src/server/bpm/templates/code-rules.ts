import { errorText, type CodeSegment } from '../../../contract/index.ts';
import type { DocumentProblem } from '../../../document/index.ts';
import type { FlowDocument } from '../../../flow/index.ts';
import type { TenantTx } from '../../kernel/index.ts';
import { findRule, type CodeRuleUse } from '../../system/index.ts';

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

/** Why instances of a document would have no number, or could not be submitted for it. */
export async function codeRuleProblems(
  tx: TenantTx,
  { settings = {} }: FlowDocument,
  fields: Readonly<Record<string, unknown>>,
): Promise<DocumentProblem[]> {
  const { codeRule } = settings;
  if (codeRule === undefined || codeRule === '') return [];
  const rule = await findRule(tx, codeRule);
  const lacking = rule && heldBy(rule.segments).find((field) => !Object.hasOwn(fields, field));
  if (rule && lacking === undefined) return [];
  const why = rule
    ? `编号规则要用到字段“${lacking}”，对象中没有`
    : `编号规则“${codeRule}”不存在，或已停用`;
  return [
    {
      path: '/settings/codeRule',
      reason: 'FLOW_INVALID',
      params: { why },
      msg: errorText('FLOW_INVALID', { why }),
      severity: 'error',
    },
  ];
}
