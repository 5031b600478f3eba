import type { TenantTx } from '../../kernel/index.ts';
import { recordUsages } from '../../storage/index.ts';

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
