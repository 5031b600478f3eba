import type { DescribeInput } from '../../../contract/index.ts';
import {
  diff,
  applyRename,
  PAGE_KINDS,
  type PageDocument,
  type Rename,
} from '../../../page/index.ts';
import type { TenantTx } from '../../kernel/index.ts';
import { renamedFields, shapeOf, type Shape } from '../meta/shape.ts';
import { PageEditContext, type PageParts } from './edit-context.ts';
import { namesIn, noteRename, renameOptions } from './renames.ts';
import { advance, findDraft } from './draft-rows.ts';
import { draftDocuments } from './open-draft.ts';
import { deactivate, rebase, storeRevision } from './revisions.ts';
import { basePageOf, lockPage, servedOf } from './state.ts';
import { upgradeObjectPages } from './upgrade.ts';

function renameOf(before: Shape, after: Shape): Rename | undefined {
  const [object, to] = [before.object.api_name, after.object.api_name];
  const { fields, columns } = renamedFields(before, after);
  return fields.size + columns.size === 0 && object === to
    ? undefined
    : { object, to, fields, columns };
}

/** Note of a revision that follows a rename. */
const NEWS = '随对象或字段的新名称修改';

/**
 * Changes an object and updates the company's pages in the same transaction: drafts and published
 * pages get the new names of it and its fields, and its own pages take in other changes of it.
 */
export async function followingObject<T>(
  tx: TenantTx,
  parts: PageParts,
  userId: string,
  describe: Pick<DescribeInput, 'id' | 'apiName'>,
  change: () => Promise<T>,
): Promise<T> {
  const before = await shapeOf(tx, describe);
  const answer = await change();
  const after = before && (await shapeOf(tx, { id: before.object.id }));
  const rename = after && renameOf(before, after);
  const context = new PageEditContext(tx, { ...parts, withBin: true }, userId);
  if (rename) await followInPages(context, rename);
  else if (after)
    await upgradeObjectPages(new PageEditContext(tx, parts, ''), after.object.api_name);
  return answer;
}

/** The document after the change; the same document when nothing changes. */
type Change = (document: PageDocument) => PageDocument;

/**
 * Changes the company's pages that hold one of the texts, each draft as its next version and each page as its
 * next revision, with `news` as note; returns how many pages.
 */
export async function changeInPages(
  context: PageEditContext,
  texts: readonly string[],
  change: Change,
  news: string,
): Promise<number> {
  await changeInDrafts(context, change);
  const pages = await context.tx.query<{ key: string; text: string }>(
    `SELECT key, document::text AS text FROM bizmeta.page WHERE tenant_id = $1 AND active
      AND EXISTS (SELECT FROM unnest($2::text[]) t WHERE strpos(document::text, t) > 0)
      ORDER BY key`,
    [context.tx.tenant.id, texts],
  );
  for (const page of pages)
    await changeInPage(
      context,
      { ...(JSON.parse(page.text) as PageDocument), key: page.key },
      change,
      news,
    );
  return pages.length;
}

async function followInPages(context: PageEditContext, rename: Rename): Promise<void> {
  await noteRename(context.tx, rename);
  if (rename.object !== rename.to)
    for (const kind of PAGE_KINDS)
      await moveKey(context.tx, `object.${rename.object}.${kind}`, `object.${rename.to}.${kind}`);
  const options = await renameOptions(context, [rename]);
  await changeInPages(
    context,
    namesIn(rename),
    (document) => applyRename(document, rename, options),
    NEWS,
  );
  for (const kind of PAGE_KINDS) await rebaseOnGenerated(context, `object.${rename.to}.${kind}`);
}

/** Titles of the company's published pages that would follow a rename of a field. */
export async function pagesNaming(context: PageEditContext, rename: Rename): Promise<string[]> {
  const names = [...rename.fields.keys()];
  const pages = await context.tx.query<{ key: string; title: string; text: string }>(
    `SELECT key, coalesce(nullif(title, ''), key) AS title, document::text AS text FROM bizmeta.page
      WHERE tenant_id = $1 AND active
        AND EXISTS (SELECT FROM unnest($2::text[]) t WHERE strpos(document::text, t) > 0)
      ORDER BY key`,
    [context.tx.tenant.id, names],
  );
  if (pages.length === 0) return [];
  const options = await renameOptions(context, [rename]);
  return pages.flatMap(({ key, title, text }) => {
    const document = { ...(JSON.parse(text) as PageDocument), key };
    return applyRename(document, rename, options) === document ? [] : [title];
  });
}

async function changeInPage(
  context: PageEditContext,
  document: PageDocument,
  change: Change,
  news: string,
): Promise<void> {
  const next = change(document);
  if (next === document) return;
  await lockPage(context.tx, document.key);
  await storeRevision(context, {
    document: { ...next, key: document.key },
    over: await basePageOf(context, document.key),
    words: [news],
    atLeast: document.rev,
  });
}

/** A draft follows as its next version: an editor with an older one is merged with it. */
async function changeInDrafts(context: PageEditContext, change: Change): Promise<void> {
  const drafts = await context.tx.query<{ key: string }>(
    `SELECT key FROM bizmeta.page_draft WHERE tenant_id = $1 AND changed ORDER BY key`,
    [context.tx.tenant.id],
  );
  for (const { key } of drafts) {
    await lockPage(context.tx, key);
    const row = (await findDraft(context.tx, key))!;
    const { base, document } = await draftDocuments(context.tx, key, row);
    const next = { ...change(document), key };
    if (diff(document, next).length > 0)
      await advance(
        context.tx,
        row,
        document,
        next,
        diff(base, next),
        { baseHash: row.base_hash, baseRev: row.base_rev, overHash: row.over_hash, changed: true },
        undefined,
      );
  }
}

/**
 * Nodes of a generated page are named after the object's fields, so a page generated after a rename
 * cannot be merged with one generated before: the overlay is expressed over the new one instead,
 * and the served page does not change.
 */
async function rebaseOnGenerated(context: PageEditContext, key: string): Promise<void> {
  await lockPage(context.tx, key);
  const basePage = await basePageOf(context, key);
  const served = await servedOf(context, key, basePage);
  if (basePage && served?.isOverlay) await rebase(context, served.document, basePage);
}

/**
 * Moves a page to another key, with its history and its draft. Revisions left by an earlier object
 * of that name come first in the history.
 */
async function moveKey(tx: TenantTx, from: string, to: string): Promise<void> {
  for (const key of [from, to].sort()) await lockPage(tx, key);
  const [moved] = await tx.query(
    `SELECT 1 FROM bizmeta.page WHERE tenant_id = $1 AND key = $2 UNION ALL SELECT 1
      FROM bizmeta.page_draft WHERE tenant_id = $1 AND key = $2 LIMIT 1`,
    [tx.tenant.id, from],
  );
  if (!moved) return;
  await deactivate(tx, to);
  await tx.run(`DELETE FROM bizmeta.page_draft WHERE tenant_id = $1 AND key = $2`, [
    tx.tenant.id,
    to,
  ]);
  await tx.run(
    `UPDATE bizmeta.page SET key = $3, rev = rev + (SELECT coalesce(max(rev), 0) FROM bizmeta.page
      WHERE tenant_id = $1 AND key = $3) WHERE tenant_id = $1 AND key = $2`,
    [tx.tenant.id, from, to],
  );
  await tx.run(
    `INSERT INTO bizmeta.page_base (tenant_id, key, hash, document)
      SELECT tenant_id, $3, hash, document FROM bizmeta.page_base WHERE tenant_id = $1 AND key = $2
      ON CONFLICT DO NOTHING`,
    [tx.tenant.id, from, to],
  );
  await tx.run(`DELETE FROM bizmeta.page_base WHERE tenant_id = $1 AND key = $2`, [
    tx.tenant.id,
    from,
  ]);
  await tx.run(`UPDATE bizmeta.page_draft SET key = $3 WHERE tenant_id = $1 AND key = $2`, [
    tx.tenant.id,
    from,
    to,
  ]);
}
