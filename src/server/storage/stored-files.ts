import { join } from 'node:path';
import type { Tx } from '../kernel/index.ts';

/** An uploaded file: the path of its bytes below the folder of files, and their checksum in hex. */
export interface StoredFile {
  readonly tenant: string;
  readonly id: string;
  readonly place: string;
  readonly sha256: string;
}

const PAGE = 1_000;

/**
 * Every file the transaction sees, of every company, a page at a time. For the owner; requests know
 * files by their ids.
 */
export async function* storedFiles(tx: Tx): AsyncGenerator<StoredFile> {
  let after = { tenant: '', id: '' };
  for (;;) {
    const rows = await tx.query<{ tenant: string; id: string; path: string; sha256: string }>(
      `
      select tenant_id as tenant, id, path, encode(sha256, 'hex') as sha256 from storage.file
      where (tenant_id, id) > ($1, $2) order by tenant_id, id limit $3`,
      [after.tenant, after.id, PAGE],
    );
    for (const { tenant, id, path, sha256 } of rows)
      yield { tenant, id, place: join(tenant, path), sha256 };
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last;
  }
}

/**
 * Of these files, the places of those that are there still: what is seen at a snapshot may have been
 * removed since.
 */
export async function presentPlaces(
  now: Tx,
  files: readonly StoredFile[],
): Promise<ReadonlySet<string>> {
  const rows = await now.query<{ tenant: string; id: string }>(
    `select f.tenant_id as tenant, f.id from unnest($1::text[], $2::text[]) as g (tenant_id, id)
      join storage.file f on f.tenant_id = g.tenant_id and f.id = g.id`,
    [files.map(({ tenant }) => tenant), files.map(({ id }) => id)],
  );
  const keys = new Set(rows.map(({ tenant, id }) => `${tenant}/${id}`));
  return new Set(
    files.filter(({ tenant, id }) => keys.has(`${tenant}/${id}`)).map(({ place }) => place),
  );
}
