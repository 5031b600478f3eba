import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger, TenantTx } from '../kernel/index.ts';
import { filesDir } from './disk.ts';
import { giveSpace } from './quota.ts';
import { thumbnailPaths } from './thumbnails.ts';

const REMOVE = `delete from storage.file f where tenant_id = $1 and id = any($2) and not attached
    and not exists (select from storage.file_use u
      where u.tenant_id = f.tenant_id and u.file_id = f.id)
    returning path, size`;

const totalSize = (files: readonly { size: number }[]): number =>
  files.reduce((sum, { size }) => sum + size, 0);

/**
 * Removes files that are used nowhere: their rows in this transaction, their bytes and small
 * pictures once it is committed, so that no row ever lacks its bytes. Answers how many there were.
 */
export async function removeFiles(
  tx: TenantTx,
  dataDir: string,
  ids: readonly string[],
  log: Logger,
): Promise<number> {
  const gone = await tx.query<{ path: string; size: number }>(REMOVE, [tx.tenant.id, ids]);
  await giveSpace(tx, totalSize(gone));
  const places = gone
    .map(({ path }) => join(tx.tenant.id, path))
    .flatMap((place) => [join(filesDir(dataDir), place), ...thumbnailPaths(dataDir, place)]);
  tx.afterCommit(() => {
    for (const place of places) {
      rm(place, { force: true }).catch((error: unknown) =>
        log.warn({ err: error, place }, 'a removed file stayed on disk'),
      );
    }
  });
  return gone.length;
}
