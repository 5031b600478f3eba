import { problem, type Problem } from '../../../contract/index.ts';
import type { TenantTx } from '../../kernel/index.ts';
import type { SchemaDraft } from './draft.ts';
import type { OtherRollup } from './follow-names.ts';
import type { ObjectRow } from './store.ts';

const COUNTED = `SELECT f.id, f.settings, o.id AS "objectId", o.api_name AS "objectName",
    o.label AS object, f.label
  FROM bizmeta.field f JOIN bizmeta.object o ON o.tenant_id = f.tenant_id AND o.id = f.object_id
  WHERE f.tenant_id = $1 AND f.type = 'rollup' AND f.removed_at IS NULL AND o.deleted_at IS NULL
    AND o.id <> $2 AND split_part(f.settings -> 'rollup' ->> 'via', '.', 1) = $3`;

/** What aggregates of other objects over this one's records read must not be removed; answers them. */
export async function checkCounted(
  { tx, problems }: { tx: TenantTx; problems: Problem[] },
  previous: ObjectRow,
  draft: SchemaDraft,
): Promise<OtherRollup[]> {
  const figures = await tx.query<OtherRollup & { object: string; label: string }>(COUNTED, [
    tx.tenant.id,
    previous.id,
    previous.api_name,
  ]);
  for (const {
    object,
    label,
    settings: {
      rollup: { via, field },
    },
  } of figures) {
    const why = `被“${object}”的汇总“${label}”使用，不能删除`;
    const gone = [via.split('.')[1]!, ...(field ? [field] : [])].find(
      (name) =>
        previous.fields.some((row) => row.api_name === name) &&
        !draft.fields.some((each) => each.previous?.api_name === name),
    );
    const at = draft.fields.find((each) => each.previous?.api_name === gone)?.at;
    if (gone !== undefined)
      problems.push(
        problem(at ? `${at}/apiName` : '/describe/fields', 'FIELD_SETTING', {
          label: previous.fields.find((row) => row.api_name === gone)?.label ?? gone,
          why,
        }),
      );
  }
  return figures;
}
