import type { TenantTx } from '../../kernel/index.ts';
import { recordUsages } from '../../storage/index.ts';

/** Files of an opinion stay as long as the instance, and are read by who may look at it. */
export const keepFiles = (
  tx: TenantTx,
  instanceId: string,
  ids: readonly string[],
): Promise<void> =>
  recordUsages(
    tx,
    ids.map((fileId) => ({ fileId, kind: 'approval', item: instanceId })),
  );
