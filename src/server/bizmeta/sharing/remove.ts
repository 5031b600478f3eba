import { problem, type DataOf, type InputOf, type Problem } from '../../../contract/index.ts';
import { isUuid } from '../fields/values.ts';
import { stopOnProblems } from '../records/write-context.ts';
import { canShare, givableRecords, type Givable } from './givable.ts';
import { enterShared, type SharingContext } from './object.ts';

interface Row {
  readonly id: string;
  readonly object: string;
  readonly record: string;
  readonly user: string | null;
}
const FIND = `SELECT s.id, o.api_name AS object, s.record_id AS record, s.user_id AS user
  FROM bizmeta.record_share s JOIN bizmeta.object o ON o.tenant_id = s.tenant_id
    AND o.id = s.object_id AND o.deleted_at IS NULL
  WHERE s.tenant_id = $1 AND s.id = ANY($2::uuid[]) ORDER BY o.id, s.id`;

/**
 * Ends shares, all or none: those of records the person may share, and those with the person
 * alone. Throws SHARE_UNKNOWN, RECORD_FORBIDDEN.
 */
export async function removeShares(
  sharing: SharingContext,
  { ids: given }: InputOf<'bizmeta.share.remove'>,
): Promise<DataOf<'bizmeta.share.remove'>> {
  const { tx, userId } = sharing;
  const ids = [...new Set(given.map((id) => id.toLowerCase()))];
  const rows = await tx.query<Row>(FIND, [tx.tenant.id, ids.filter(isUuid)]);
  const records = await recordsOf(
    sharing,
    rows.filter(({ user }) => user !== userId),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  stopOnProblems(
    given.flatMap((id, i): Problem[] => {
      const row = byId.get(id.toLowerCase());
      if (row?.user === userId) return [];
      const record = row && records.get(row.record);
      if (!record) return [problem(`/ids/${i}`, 'SHARE_UNKNOWN')];
      return canShare(record.now) ? [] : [problem(`/ids/${i}`, 'RECORD_FORBIDDEN')];
    }),
  );
  // Another one may have removed some of them meanwhile: what was asked for holds.
  await tx.run('DELETE FROM bizmeta.record_share WHERE tenant_id = $1 AND id = ANY($2::uuid[])', [
    tx.tenant.id,
    ids,
  ]);
  return { count: ids.length };
}

/** The records of shares that the person sees, object by object in one order. */
async function recordsOf(
  sharing: SharingContext,
  rows: readonly Row[],
): Promise<ReadonlyMap<string, Givable>> {
  const found = new Map<string, Givable>();
  for (const object of new Set(rows.map((row) => row.object))) {
    if (sharing.access && !sharing.access.has(object, 'view')) continue;
    const table = await enterShared(sharing, object);
    const ids = rows.flatMap((row) => (row.object === object ? [row.record] : []));
    for (const [id, record] of await givableRecords(sharing, table, ids)) found.set(id, record);
  }
  return found;
}
