import type { AttachmentRef } from '../../../contract/index.ts';
import type { TenantTx } from '../../kernel/index.ts';
import { recordUsages } from '../../storage/index.ts';

/** Files of opinions by id. */
export async function fileRefs(
  tx: TenantTx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AttachmentRef>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.query<AttachmentRef>(
    `select id as "fileId", name, size, mime from storage.file where tenant_id = $1 and id = any($2)`,
    [tx.tenant.id, ids],
  );
  return new Map(rows.map((row) => [row.fileId, row]));
}

/** Files of an opinion stay as long as the instance. */
export const keepFiles = (
  tx: TenantTx,
  instanceId: string,
  ids: readonly string[],
): Promise<void> =>
  recordUsages(
    tx,
    ids.map((fileId) => ({ fileId, kind: 'submission', item: instanceId })),
  );
