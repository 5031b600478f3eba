import { MAX_REVISIONS, type Published } from '../../../contract/index.ts';
import {
  apply,
  BLOCK_PREFIX,
  diff,
  schemaHash,
  type PageDocument,
  type PageOperation,
} from '../../../page/index.ts';
import type { TenantTx } from '../../kernel/index.ts';
import { recordDocumentUsages } from '../../storage/index.ts';
import type { PageEditContext } from './edit-context.ts';
import { atRev, storeBase, requireBase } from './revision-rows.ts';
import type { BasePage } from './state.ts';
import { titleOf } from './titles.ts';

/** A page's next revision. `over` is its base page, none for an own page. */
export interface Next {
  document: PageDocument;
  over: BasePage | undefined;
  words: readonly string[];
  note?: string | undefined;
  restoredFrom?: number | undefined;
  isReset?: boolean | undefined;
  atLeast: number;
  /** The publisher's grants; left out when the program carries a served page on. */
  allows?: readonly string[];
}
interface Kept {
  origin: BasePage['origin'] | 'own';
  base: string | null;
  operations: PageOperation[];
}

/**
 * Stores a page's next revision, under its lock, and serves it from now on; a reset is only
 * recorded, since then the base page is served itself. The caller handles draft and checks.
 */
export async function storeRevision(
  { tx, userId }: PageEditContext,
  { document, over, words, note = '', restoredFrom, isReset = false, atLeast, allows }: Next,
): Promise<Published> {
  const { key } = document;
  const [last] = await tx.query<{ rev: number }>(
    `SELECT coalesce(max(rev), 0) AS rev FROM bizmeta.page WHERE tenant_id = $1 AND key = $2`,
    [tx.tenant.id, key],
  );
  const next = atRev(document, key, Math.max(last?.rev ?? 0, atLeast) + 1);
  const hash = schemaHash(next);
  const kept = over ? await overlayRevision(tx, next, over) : await ownRevision(tx, next, hash);
  const answered = allows ?? (await servedAllows(tx, key));
  await deactivate(tx, key);
  await tx.run(
    `INSERT INTO bizmeta.page (tenant_id, key, rev, hash, document, active, saved_by, origin,
      base_hash, operations, title, note, words, restored_from, is_reset, allows,
      names)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16,
      (SELECT coalesce(max(no), 0) FROM bizmeta.object_rename WHERE tenant_id = $1))`,
    [
      tx.tenant.id,
      key,
      next.rev,
      hash,
      isReset ? null : JSON.stringify(next),
      !isReset,
      userId,
      kept.origin,
      kept.base,
      JSON.stringify(kept.operations),
      titleOf(next),
      note,
      JSON.stringify(words),
      restoredFrom ?? null,
      isReset,
      answered,
    ],
  );
  await recordDocumentUsages(tx, userId, next, { kind: 'page', item: key });
  if (over?.origin === 'system' && !isReset) await noteOverlay(tx, key, over.hash);
  await prune(tx, key, next.rev);
  return { key, rev: next.rev, hash };
}

async function servedAllows(tx: TenantTx, key: string): Promise<readonly string[]> {
  const [served] = await tx.query<{ allows: string[] }>(
    `SELECT allows FROM bizmeta.page WHERE tenant_id = $1 AND key = $2 AND active`,
    [tx.tenant.id, key],
  );
  return served?.allows ?? [];
}

/**
 * Operations over a base, verified to reproduce the document; a document they would not reproduce
 * exactly is stored whole.
 */
function over(base: PageDocument, next: PageDocument): PageOperation[] | undefined {
  const from = atRev(base, next.key, next.rev);
  const operations = diff(from, next);
  return schemaHash(apply(from, operations)) === schemaHash(next) ? operations : undefined;
}

async function overlayRevision(
  tx: TenantTx,
  next: PageDocument,
  basePage: BasePage,
): Promise<Kept> {
  if (basePage.origin === 'object') await storeBase(tx, next.key, basePage.hash, basePage.document);
  const operations = over(basePage.document, next);
  if (operations) return { origin: basePage.origin, base: basePage.hash, operations };
  throw new Error(
    `page ${next.key}: the operations over ${basePage.hash} do not give the document`,
  );
}

/**
 * An own page keeps the base of its last revision, until the difference is half as long as the
 * page.
 */
async function ownRevision(tx: TenantTx, next: PageDocument, hash: string): Promise<Kept> {
  const [last] = await tx.query<{ base_hash: string | null }>(
    `SELECT base_hash FROM bizmeta.page WHERE tenant_id = $1 AND key = $2 AND origin = 'own'
      ORDER BY rev DESC LIMIT 1`,
    [tx.tenant.id, next.key],
  );
  if (last && last.base_hash !== null) {
    const operations = over(await requireBase(tx, next.key, last.base_hash), next);
    if (operations && JSON.stringify(operations).length * 2 < JSON.stringify(next).length)
      return { origin: 'own', base: last.base_hash, operations };
  }
  await storeBase(tx, next.key, hash, next);
  return { origin: 'own', base: hash, operations: [] };
}

/** Ends the company's own version of the page; its revisions stay. */
export async function deactivate(tx: TenantTx, key: string): Promise<void> {
  await tx.run(
    `UPDATE bizmeta.page SET active = false, document = CASE WHEN base_hash IS NULL
      THEN document END WHERE tenant_id = $1 AND key = $2 AND active`,
    [tx.tenant.id, key],
  );
  await tx.run(`DELETE FROM bizmeta.page_overlay WHERE tenant_id = $1 AND key = $2`, [
    tx.tenant.id,
    key,
  ]);
}

const noteOverlay = (tx: TenantTx, key: string, hash: string) =>
  tx.run(
    `INSERT INTO bizmeta.page_overlay (tenant_id, key, base_hash) VALUES ($1, $2, $3)
      ON CONFLICT (tenant_id, key) DO UPDATE SET base_hash = excluded.base_hash`,
    [tx.tenant.id, key, hash],
  );

/** Expresses the served page over another base page: document, revision and hash stay the same. */
export async function rebase(
  { tx }: PageEditContext,
  document: PageDocument,
  basePage: BasePage,
): Promise<void> {
  const kept = await overlayRevision(tx, document, basePage);
  await tx.run(
    `UPDATE bizmeta.page SET origin = $3, base_hash = $4, operations = $5 WHERE tenant_id = $1
      AND key = $2 AND active`,
    [tx.tenant.id, document.key, kept.origin, kept.base, JSON.stringify(kept.operations)],
  );
  if (basePage.origin === 'system') await noteOverlay(tx, document.key, basePage.hash);
}

/**
 * Deletes the oldest revisions beyond MAX_REVISIONS, and unused bases; not those that a draft or a
 * page pins.
 */
async function prune(tx: TenantTx, key: string, newest: number): Promise<void> {
  const scope = [tx.tenant.id, key];
  if (newest > MAX_REVISIONS) {
    const pinned = key.startsWith(BLOCK_PREFIX)
      ? `AND NOT EXISTS (SELECT FROM bizmeta.page o WHERE o.tenant_id = $1 AND o.active
      AND strpos(o.document::text, '"' || p.key || '@' || p.rev || '"') > 0)
      AND NOT EXISTS (SELECT FROM bizmeta.page_draft d WHERE d.tenant_id = $1
        AND strpos(d.operations::text, '"' || p.key || '@' || p.rev || '"') > 0)`
      : '';
    await tx.run(
      `DELETE FROM bizmeta.page p WHERE p.tenant_id = $1 AND p.key = $2 AND p.rev <= $3
        AND NOT p.active AND NOT EXISTS (SELECT FROM bizmeta.page_draft d WHERE d.tenant_id = $1
        AND d.key = $2 AND d.base_hash = p.hash) ${pinned}`,
      [...scope, newest - MAX_REVISIONS],
    );
  }
  await tx.run(
    `DELETE FROM bizmeta.page_base b WHERE b.tenant_id = $1 AND b.key = $2
    AND NOT EXISTS (SELECT FROM bizmeta.page p WHERE p.tenant_id = $1 AND p.key = $2
    AND p.base_hash = b.hash)
    AND NOT EXISTS (SELECT FROM bizmeta.page_draft d WHERE d.tenant_id = $1 AND d.key = $2
      AND b.hash IN (d.base_hash, d.over_hash))`,
    scope,
  );
}
