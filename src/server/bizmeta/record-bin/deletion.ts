import { problem, type DataOf } from '../../../contract/index.ts';
import { isUuid } from '../fields/values.ts';
import { readVersions } from '../records/bulk-set.ts';
import { alongOf, planDeletion, type Pointers } from '../records/deletion-plan.ts';
import { requireRecords } from '../records/permitted.ts';
import { stopOnProblems, type WriteContext } from '../records/write-context.ts';

/**
 * What deleting records would do besides; throws what would refuse it. Those that were deleted
 * meanwhile are left out and counted, unless it is all of them (RECORD_UNKNOWN).
 */
export async function deletionOf(
  writing: WriteContext,
  given: readonly string[],
): Promise<DataOf<'bizmeta.record.deletion'>> {
  const { tx, access, view } = writing;
  const asked = [...new Set(given.map((id) => id.toLowerCase()))];
  const there = await readVersions(writing, asked.filter(isUuid));
  const ids = there.map(({ id }) => id);
  if (ids.length === 0) stopOnProblems([problem('/ids/0', 'RECORD_UNKNOWN')]);
  const at = (i: number): string => `/ids/${given.findIndex((id) => id.toLowerCase() === ids[i])}`;
  await requireRecords(writing, 'delete', ids, at);
  const plan = await planDeletion(tx, view.table, ids, { lock: false, access });
  stopOnProblems(
    plan.problems.map((each) => ({ ...each, path: at(Number(each.path.split('/')[2])) })),
  );
  const along = alongOf(plan, ids.length);
  const emptied = plan.links.map(touched);
  const parts = [
    ...(along.length > 0
      ? [`同时删除 ${along.map(({ label, count }) => `${count} 条${label}`).join('、')}`]
      : []),
    ...emptied.map(({ label, field, count }) => `清空 ${count} 条${label}的“${field}”`),
    ...plan.rows.map(touched).map(({ label, count }) => `移除${label}中用到它的 ${count} 行明细`),
  ];
  return { ids, gone: asked.length - ids.length, along, emptied, text: parts.join('，') };
}

/** Records, or rows, that are touched by one field. */
const touched = ({ referrer, found }: Pointers) => ({
  label: referrer.label,
  field: referrer.field_label,
  count: new Set(found.map(({ id, row }) => row ?? id)).size,
});
