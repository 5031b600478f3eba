import type { DataOf } from '../../../contract/index.ts';
import type { TenantTx } from '../../kernel/index.ts';
import type { PersonAccess } from '../access/person-access.ts';
import { isUuid } from '../fields/values.ts';
import type { ObjectTable } from '../meta/table.ts';
import { alongOf, planDeletion, type Pointers } from '../records/deletion-plan.ts';
import { stopOnProblems } from '../records/write-context.ts';

/** What deleting records would do besides; throws what would refuse it. */
export async function deletionOf(
  tx: TenantTx,
  { table, access }: { readonly table: ObjectTable; readonly access: PersonAccess | null },
  given: readonly string[],
): Promise<DataOf<'bizmeta.record.deletion'>> {
  const ids = [...new Set(given.filter(isUuid).map((id) => id.toLowerCase()))];
  const plan = await planDeletion(tx, table, ids, { lock: false, access });
  stopOnProblems([...plan.problems]);
  const along = alongOf(plan, ids.length);
  const emptied = plan.links.map(touched);
  const parts = [
    ...(along.length > 0
      ? [`同时删除 ${along.map(({ label, count }) => `${count} 条${label}`).join('、')}`]
      : []),
    ...emptied.map(({ label, field, count }) => `清空 ${count} 条${label}的“${field}”`),
    ...plan.rows.map(touched).map(({ label, count }) => `移除${label}中用到它的 ${count} 行明细`),
  ];
  return { along, emptied, text: parts.join('，') };
}

/** Records, or rows, that are touched by one field. */
const touched = ({ referrer, found }: Pointers) => ({
  label: referrer.label,
  field: referrer.field_label,
  count: new Set(found.map(({ id, row }) => row ?? id)).size,
});
