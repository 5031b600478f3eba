import { MAX_PURGED, type DataOf } from '../../../contract/index.ts';
import {
  startJob,
  type BatchResult,
  type Job,
  type JobKind,
  type TenantTx,
} from '../../kernel/index.ts';
import type { Catalog, ObjectCatalogEntry } from '../meta/catalog.ts';
import { lockOldest, purgeRecords } from './purge.ts';

/** The kind of job that empties a large bin. */
export const EMPTY_JOB = 'bizmeta.emptyBin';

/** What was in the bin of an object at a moment. */
interface Emptying {
  readonly objectId: string;
  readonly before: string;
}

/** Deletes for good what is in the bin; what one transaction should not hold goes as a job. */
export async function emptyRecordBin(
  tx: TenantTx,
  { table }: ObjectCatalogEntry,
  userId: string,
): Promise<DataOf<'bizmeta.recordBin.empty'>> {
  const [now] = await tx.query<{ at: Date }>(`SELECT now() + interval '1 millisecond' AS at`);
  const before = now!.at.toISOString();
  const count = await purgeRecords(tx, table, await lockOldest(tx, table, before, MAX_PURGED));
  const more = count === MAX_PURGED;
  if (more)
    await startJob<Emptying>(tx, {
      kind: EMPTY_JOB,
      title: `清空${table.describe.label}的回收站`,
      payload: { objectId: table.describe.id, before },
      total: 0,
      by: userId,
    });
  return { count, more };
}

/** Goes on where the call ended. */
export class BinEmptier implements JobKind<Emptying> {
  readonly access = 'builder' as const;
  constructor(private readonly catalog: Catalog) {}

  async runBatch(tx: TenantTx, { payload }: Job<Emptying>): Promise<BatchResult> {
    const [object] = await tx.query<{ api_name: string }>(
      `SELECT api_name FROM bizmeta.object WHERE tenant_id = $1 AND id = $2::uuid
        AND deleted_at IS NULL`,
      [tx.tenant.id, payload.objectId],
    );
    if (!object) return { did: 0, place: null };
    const { table } = await this.catalog.enterAnyObject(tx, object.api_name);
    const ids = await lockOldest(tx, table, payload.before, MAX_PURGED);
    const did = await purgeRecords(tx, table, ids);
    return { did, place: did === MAX_PURGED ? {} : null };
  }
}
