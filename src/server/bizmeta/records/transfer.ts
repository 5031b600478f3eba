import { problem, type DataOf, type InputOf, type Problem } from '../../../contract/index.ts';
import type { DbValue } from '../fields/index.ts';
import { isUuid } from '../fields/values.ts';
import type { Column } from '../meta/table.ts';
import { requireUnlocked, type Lockable } from './locks.ts';
import { tellOwner } from './notices.ts';
import { requireRecords } from './permitted.ts';
import type { Row } from './read-record.ts';
import { groups, updateRows } from './update.ts';
import { checkSize, stopOnProblems, type WriteContext } from './write-context.ts';

type Input = Pick<InputOf<'bizmeta.record.transfer'>, 'ids' | 'owner'>;

/**
 * Gives records to another owner, all or none, and tells them. Those who have it already are left
 * as they are.
 */
export async function transferRecords(
  writing: WriteContext,
  { ids: given, owner }: Input,
): Promise<DataOf<'bizmeta.record.transfer'>> {
  checkSize(given, '/ids');
  const ids = [...new Set(given.map((id) => id.toLowerCase()))];
  await requireRecords(writing, 'transferOwner', given, (i) => `/ids/${i}`);
  const cells = await ownerCells(writing, owner);
  const owners = await lockOwners(writing, ids);
  const rows = ids.flatMap((id, i): Row[] =>
    owners.get(id) === owner ? [] : [{ at: `/ids/${i}`, id, cells }],
  );
  for (const group of groups(rows)) await updateRows(writing, group);
  await tellOwner(writing, rows, owner);
  return { count: ids.length };
}

/** What an owner is written as, in the builder's field too where there is one. */
async function ownerCells(
  { tx, view: { table }, services }: WriteContext,
  id: string,
): Promise<ReadonlyMap<Column, DbValue | null>> {
  const { owner, dept, toldBy } = table.ownership!;
  if ((await services.missing(tx, 'user', [id])).length > 0)
    stopOnProblems([problem('/owner', 'REFERENCE_MISSING', { label: owner.field.label })]);
  const depts = await services.mainDepts(tx, [id]);
  return new Map<Column, DbValue | null>([
    [owner, id],
    [dept, depts.get(id) ?? null],
    ...(toldBy ? ([[toldBy, id]] as const) : []),
  ]);
}

/** The owners of the records, locked in the order of their ids; refused when one is not there. */
async function lockOwners(
  writing: WriteContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { tx, view } = writing;
  const found = await tx.query<Lockable & { id: string; owner: string }>(
    `SELECT id, owner_id AS owner, flow_lock AS lock FROM ${view.table.name} WHERE id = ANY($1::uuid[])
      AND deleted_at IS NULL ORDER BY id FOR UPDATE`,
    [ids.filter(isUuid)],
  );
  const owners = new Map(found.map((row) => [row.id, row.owner]));
  const missing = ids.flatMap((id, i): Problem[] =>
    owners.has(id) ? [] : [problem(`/ids/${i}`, 'RECORD_UNKNOWN')],
  );
  stopOnProblems(missing);
  await requireUnlocked(writing, found);
  return owners;
}
