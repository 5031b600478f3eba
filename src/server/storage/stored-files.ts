import { join } from 'node:path';
import type { Tx } from '../kernel/index.ts';

/** An uploaded file: the path of its bytes below the folder of files, and their checksum in hex. */
export interface StoredFile {
  readonly place: string;
  readonly sha256: string;
}

const PAGE = 1_000;

/**
 * Every file the transaction sees, of every company, a page at a time. For the owner; requests know
 * files by their ids.
 */
export async function* storedFiles(tx: Tx): AsyncGenerator<StoredFile> {
  let [tenant, id] = ['', ''];
  for (;;) {
    const rows = await tx.query<{ tenant: string; id: string; path: string; sha256: string }>(
      `
      select tenant_id as tenant, id, path, encode(sha256, 'hex') as sha256 from storage.file
      where (tenant_id, id) > ($1, $2) order by tenant_id, id limit $3`,
      [tenant, id, PAGE],
    );
    for (const row of rows) yield { place: join(row.tenant, row.path), sha256: row.sha256 };
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    [tenant, id] = [last.tenant, last.id];
  }
}
