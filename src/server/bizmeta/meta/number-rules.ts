import {
  CODE_FIELD_TYPES,
  problem,
  type CodeSegment,
  type FieldDescribe,
  type FieldType,
  type Problem,
} from '../../../contract/index.ts';
import type { TenantTx } from '../../kernel/index.ts';
import { findRule, ownRule, ruleOf, type CodeRuleUse, type Numbering } from '../../system/index.ts';
import { ownSegments } from '../fields/autoNumber/rule.ts';
import type { DraftField } from './draft-field.ts';

/** The source of a field's numbers: a code rule of the company, or segments of its own. */
export async function numberingOf(tx: TenantTx, field: FieldDescribe): Promise<Numbering> {
  const { rule } = field.numberRule ?? {};
  return rule === undefined ? ownNumbering(field) : ruleOf(tx, rule);
}
function ownNumbering({ id, numberRule }: FieldDescribe): Numbering {
  const { segments, reset } = ownSegments(numberRule);
  return ownRule(id, segments, reset);
}

type Holder = Pick<FieldDescribe, 'apiName' | 'label' | 'type'>;
/** Why an object with these fields cannot fill the segments; null when it can. */
function misfit(segments: readonly CodeSegment[], fields: readonly Holder[]): string | null {
  for (const segment of segments) {
    if (segment.kind !== 'field') continue;
    const held = fields.find(({ apiName }) => apiName === segment.field);
    if (!held) return `编号用到的字段“${segment.field}”不在对象中`;
    if (!CODE_FIELD_TYPES.includes(held.type))
      return `编号不能用“${held.label}”的值，可以用文本、数字、日期或单选`;
  }
  return null;
}

/**
 * Every number field has a rule, and its object provides what the rule needs. Named rules are
 * locked until the object is saved.
 */
export async function checkNumberRules(
  tx: TenantTx,
  drafts: readonly DraftField[],
  problems: Problem[],
): Promise<void> {
  for (const { field, at } of drafts) {
    if (field.type !== 'autoNumber') continue;
    const wrong = (path: string, why: string) =>
      problems.push(
        problem(at === '' ? '/describe/fields' : at + path, 'FIELD_SETTING', {
          label: field.label,
          why,
        }),
      );
    const rule = field.numberRule?.rule;
    const numbering = rule === undefined ? ownNumbering(field) : await findRule(tx, rule, true);
    if (!numbering) {
      wrong('/numberRule/rule', `没有编码规则“${rule}”，或已停用`);
      continue;
    }
    const why = misfit(
      numbering.segments,
      drafts.map((each) => each.field),
    );
    if (why !== null) wrong('/numberRule', why);
  }
}

const USING = `bizmeta.field f JOIN bizmeta.object o ON o.tenant_id = f.tenant_id
  AND o.id = f.object_id
  WHERE f.tenant_id = $1 AND f.type = 'autoNumber' AND f.settings -> 'numberRule' ->> 'rule' = $2
    AND f.removed_at IS NULL AND o.deleted_at IS NULL`;
/** Most users named in a sentence; others are counted. */
const MAX_NAMED = 5;

/** Fields that take their numbers from rules of the company. */
export const fieldsByRule: CodeRuleUse = {
  async users(tx, code) {
    const found = await tx.query<{ name: string }>(
      `SELECT o.label || '的“' || f.label || '”' AS name FROM ${USING} ORDER BY o.no, f.ord
        LIMIT ${MAX_NAMED}`,
      [tx.tenant.id, code],
    );
    return found.map(({ name }) => name);
  },
  async misfit(tx, code, segments) {
    const objects = await tx.query<{
      label: string;
      fields: { apiName: string; label: string; type: FieldType }[];
    }>(
      `SELECT o.label, (SELECT json_agg(json_build_object('apiName', x.api_name, 'label', x.label,
         'type', x.type)) FROM bizmeta.field x
         WHERE x.tenant_id = o.tenant_id AND x.object_id = o.id AND x.removed_at IS NULL) AS fields
           FROM ${USING}`,
      [tx.tenant.id, code],
    );
    for (const { label, fields } of objects) {
      const why = misfit(segments, fields);
      if (why !== null) return `“${label}”按这条规则编号，${why}`;
    }
    return null;
  },
};
