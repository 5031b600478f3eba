import { MAX_DRAFT_STEPS } from '../../../contract/index.ts';
import { apply, diff, type PageDocument, type PageOperation } from '../../../page/index.ts';
import type { TenantTx } from '../../kernel/index.ts';
import { recordDocumentUsages } from '../../storage/index.ts';
import { titleOf } from './titles.ts';

/** A page's draft as it is stored; see 0030_page-versions.sql. */
export interface DraftRow {
  version: number;
  base_hash: string;
  base_rev: number;
  over_hash: string | null;
  operations: PageOperation[];
  changed: boolean;
  saved_at: Date | string | null;
  saved_by: string;
  allows: string[];
}

export async function findDraft(tx: TenantTx, key: string): Promise<DraftRow | undefined> {
  const [row] = await tx.query<DraftRow>(
    `SELECT version, base_hash, base_rev, over_hash, operations, changed, saved_at, saved_by, allows
      FROM bizmeta.page_draft WHERE tenant_id = $1 AND key = $2`,
    [tx.tenant.id, key],
  );
  return row;
}

/** What a draft is a change of, and whether it counts as one. */
export interface DraftBase {
  baseHash: string;
  baseRev: number;
  overHash: string | null;
  changed: boolean;
}

export async function insertDraft(
  tx: TenantTx,
  document: PageDocument,
  { baseHash, baseRev, overHash, changed }: DraftBase,
  userId: string,
): Promise<void> {
  await tx.run(
    `INSERT INTO bizmeta.page_draft (tenant_id, key, base_hash, base_rev, over_hash, changed, title,
      saved_at, saved_by) VALUES ($1, $2, $3, $4, $5, $6, $7, CASE WHEN $6 THEN now() END, $8)`,
    [tx.tenant.id, document.key, baseHash, baseRev, overHash, changed, titleOf(document), userId],
  );
  await recordDocumentUsages(tx, userId, document, { kind: 'page', item: document.key });
}

/**
 * Stores the draft's next version: `from` is the document before, `to` the one after, `operations`
 * lead to it from the base. The reverse operations are stored too, so that changes made from an
 * older version can still be merged.
 */
export async function advance(
  tx: TenantTx,
  row: DraftRow,
  from: PageDocument,
  to: PageDocument,
  operations: readonly PageOperation[],
  { baseHash, baseRev, overHash, changed }: DraftBase,
  userId: string | undefined,
): Promise<void> {
  const version = row.version + 1;
  const { key } = to;
  await tx.run(
    `UPDATE bizmeta.page_draft
    SET version = $3, base_hash = $4, base_rev = $5, over_hash = $6, operations = $7, changed = $8,
    title = $9, saved_at = CASE WHEN $10::text IS NULL THEN saved_at
    ELSE now() END, saved_by = coalesce($10, saved_by)
    WHERE tenant_id = $1 AND key = $2`,
    [
      tx.tenant.id,
      key,
      version,
      baseHash,
      baseRev,
      overHash,
      JSON.stringify(operations),
      changed,
      titleOf(to),
      userId ?? null,
    ],
  );
  // A merge by the program adds no file that was not in the page or the draft before.
  if (userId !== undefined) await recordDocumentUsages(tx, userId, to, { kind: 'page', item: key });
  await insertStep(tx, key, version, diff(to, { ...from, rev: to.rev, key }));
}

/** Stores how to undo a version; the steps of versions long past are forgotten. */
async function insertStep(
  tx: TenantTx,
  key: string,
  version: number,
  undo: readonly PageOperation[],
): Promise<void> {
  await tx.run(
    `INSERT INTO bizmeta.page_draft_step (tenant_id, key, version, undo) VALUES ($1, $2, $3, $4)`,
    [tx.tenant.id, key, version, JSON.stringify(undo)],
  );
  await tx.run(
    `DELETE FROM bizmeta.page_draft_step WHERE tenant_id = $1 AND key = $2 AND version <= $3`,
    [tx.tenant.id, key, version - MAX_DRAFT_STEPS],
  );
}

/** The draft at an earlier version; undefined when the reverse operations are no longer stored. */
export async function ancestor(
  tx: TenantTx,
  key: string,
  row: DraftRow,
  document: PageDocument,
  version: number,
): Promise<PageDocument | undefined> {
  if (version === row.version) return document;
  const steps = await tx.query<{ undo: PageOperation[] }>(
    `SELECT undo FROM bizmeta.page_draft_step WHERE tenant_id = $1 AND key = $2 AND version > $3
      ORDER BY version DESC`,
    [tx.tenant.id, key, version],
  );
  if (version > row.version || steps.length < row.version - version) return undefined;
  return apply(
    document,
    steps.flatMap(({ undo }) => undo),
  );
}

/** The grants of the user who saved the draft last: previews run with them. */
export const storeAllowances = (
  tx: TenantTx,
  key: string,
  allows: readonly string[],
): Promise<number> =>
  tx.run(`UPDATE bizmeta.page_draft SET allows = $3 WHERE tenant_id = $1 AND key = $2`, [
    tx.tenant.id,
    key,
    allows,
  ]);

export const dropDraft = (tx: TenantTx, key: string): Promise<number> =>
  tx.run(`DELETE FROM bizmeta.page_draft WHERE tenant_id = $1 AND key = $2`, [tx.tenant.id, key]);
