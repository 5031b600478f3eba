import { apply, type PageDocument, type PageOperation } from '../../../page/index.ts';
import type { TenantTx } from '../../kernel/index.ts';

/** A revision as it is stored; see 0030_page-versions.sql. */
interface RevisionRow {
  rev: number;
  hash: string;
  text: string | null;
  base_hash: string | null;
  operations: PageOperation[];
  names: number;
}
const REVISION = `SELECT rev, hash, document::text AS text, base_hash, operations, names
  FROM bizmeta.page WHERE tenant_id = $1 AND key = $2`;

/** One page in two states of which only one was published: their numbers are no difference. */
export const atRev = (document: PageDocument, key: string, rev: number): PageDocument => ({
  ...document,
  key,
  rev,
});

/**
 * A base document of revisions: any version of the system's page, or one stored for this company.
 */
export async function baseDocument(
  tx: TenantTx,
  key: string,
  hash: string,
): Promise<PageDocument | undefined> {
  const [found] = await tx.query<{ text: string }>(
    `SELECT document::text AS text FROM bizmeta.page_base WHERE tenant_id = $1 AND key = $2
    AND hash = $3
    UNION ALL SELECT document::text FROM bizmeta.system_page WHERE key = $2 AND hash = $3 LIMIT 1`,
    [tx.tenant.id, key, hash],
  );
  return found && (JSON.parse(found.text) as PageDocument);
}
/** As baseDocument, for a base that stored revisions are made on: it is deleted only after them. */
export async function requireBase(tx: TenantTx, key: string, hash: string): Promise<PageDocument> {
  const document = await baseDocument(tx, key, hash);
  if (!document) throw new Error(`page ${key}: the base ${hash} is not kept`);
  return document;
}

async function revisionDocument(
  tx: TenantTx,
  key: string,
  row: RevisionRow,
): Promise<PageDocument> {
  if (row.text !== null) return atRev(JSON.parse(row.text) as PageDocument, key, row.rev);
  return apply(atRev(await requireBase(tx, key, row.base_hash!), key, row.rev), row.operations);
}

/**
 * A revision as it was stored, with the newest rename it has taken in; undefined when it does not
 * exist or was deleted.
 */
export async function storedRevision(
  tx: TenantTx,
  key: string,
  rev: number,
): Promise<{ document: PageDocument; names: number } | undefined> {
  const [row] = await tx.query<RevisionRow>(`${REVISION} AND rev = $3`, [tx.tenant.id, key, rev]);
  return row && { document: await revisionDocument(tx, key, row), names: row.names };
}

/** The grants of a revision's publisher. */
export async function allowsAt(tx: TenantTx, key: string, rev: number): Promise<string[]> {
  const [row] = await tx.query<{ allows: string[] }>(
    `SELECT allows FROM bizmeta.page WHERE tenant_id = $1 AND key = $2 AND rev = $3`,
    [tx.tenant.id, key, rev],
  );
  return row?.allows ?? [];
}

/** A state of a page by its hash: a revision, or the base of revisions. */
export async function stateDocument(
  tx: TenantTx,
  key: string,
  hash: string,
): Promise<PageDocument> {
  const [row] = await tx.query<RevisionRow>(`${REVISION} AND hash = $3 ORDER BY rev DESC LIMIT 1`, [
    tx.tenant.id,
    key,
    hash,
  ]);
  return row ? revisionDocument(tx, key, row) : requireBase(tx, key, hash);
}

export const storeBase = (
  tx: TenantTx,
  key: string,
  hash: string,
  document: PageDocument,
): Promise<number> =>
  tx.run(
    `INSERT INTO bizmeta.page_base (tenant_id, key, hash, document) VALUES ($1, $2, $3, $4)
      ON CONFLICT DO NOTHING`,
    [tx.tenant.id, key, hash, JSON.stringify(document)],
  );
