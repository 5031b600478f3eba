import {
  problem,
  type DataOf,
  type InputOf,
  type Problem,
  type Published,
} from '../../../contract/index.ts';
import { diff, type PageDocument } from '../../../page/index.ts';
import { AppError, problemsError } from '../../kernel/index.ts';
import { changeWords, type PageEditContext } from './edit-context.ts';
import { advance, storeAllowances } from './draft-rows.ts';
import { conflictError, requireVersion } from './drafts.ts';
import { openDraft, draftBaseOf } from './open-draft.ts';
import { revisionAt } from './renames.ts';
import { atRev } from './revision-rows.ts';
import { storeRevision } from './revisions.ts';
import {
  basePageOf,
  lockPage,
  requireChangeable,
  servedOf,
  systemBase,
  unknownPage,
  type BasePage,
  type Served,
} from './state.ts';
import { titleOf } from './titles.ts';

/** What a revision changes, from what is served. */
const wordsOf = (
  context: PageEditContext,
  before: PageDocument | undefined,
  after: PageDocument,
): Promise<string[]> =>
  changeWords(context, before, before ? diff({ ...before, key: after.key }, after) : []);

/**
 * Publishes the draft, completely or not at all: without problems or conflicts, and in the version
 * the builder saw.
 */
export async function publishDraft(
  context: PageEditContext,
  { pageKey, draftVersion, note }: InputOf<'bizmeta.page.publish'>,
): Promise<Published> {
  const draft = await openDraft(context, pageKey);
  const { row, served, basePage, document, pending } = draft;
  await requireVersion(context, draft, draftVersion);
  if (pending) throw await conflictError(context, draft, pending.conflicts);
  if (!row.changed) throw new AppError('PAGE_UNCHANGED');
  context.requireRights(document, systemBase(basePage));
  await context.requireSound(document);
  const published = await storeRevision(context, {
    document,
    allows: context.allowances(document),
    over: basePage,
    note,
    words: await wordsOf(context, served?.document, document),
    atLeast: served?.rev ?? 0,
  });
  const next = atRev(document, pageKey, published.rev);
  await advance(
    context.tx,
    row,
    document,
    next,
    [],
    draftBaseOf({ ...published, overHash: basePage?.hash ?? null }, false),
    context.userId,
  );
  return published;
}

/** A page under its lock, without its draft. */
async function pageOf(
  context: PageEditContext,
  key: string,
): Promise<{ basePage: BasePage | undefined; served: Served | undefined }> {
  requireChangeable(key);
  await lockPage(context.tx, key);
  const basePage = await basePageOf(context, key);
  return { basePage, served: await servedOf(context, key, basePage) };
}

/**
 * Makes an earlier revision the next one again, in the names that objects and fields have now; the
 * draft, if there is one, is rebased on it. One that no longer holds, as it shows what is gone, is
 * put into the draft to be repaired.
 */
export async function restoreRevision(
  context: PageEditContext,
  { pageKey, rev, note }: InputOf<'bizmeta.page.restore'>,
): Promise<DataOf<'bizmeta.page.restore'>> {
  const { basePage, served } = await pageOf(context, pageKey);
  const document = await revisionAt(context, pageKey, rev);
  if (!document) throw new AppError('REVISION_UNKNOWN', { rev });
  context.requireRights(document, systemBase(basePage));
  const faults = await context.errors(document);
  if (faults.length > 0 && !served) throw problemsError(faults);
  if (faults.length > 0) return restoreIntoDraft(context, document, faults);
  return storeRevision(context, {
    document,
    allows: context.allowances(document),
    over: basePage,
    note,
    words: await wordsOf(context, served?.document, document),
    restoredFrom: rev,
    atLeast: served?.rev ?? 0,
  });
}

/** The draft becomes the document, unless it holds work that was not published. */
async function restoreIntoDraft(
  context: PageEditContext,
  document: PageDocument,
  faults: readonly Problem[],
): Promise<DataOf<'bizmeta.page.restore'>> {
  const { row, base } = await openDraft(context, document.key);
  if (row.changed) {
    const why = `这一版有 ${faults.length} 处已不成立，只能恢复到草稿里修改；草稿里还有没有发布的改动，请先发布或放弃`;
    throw problemsError([problem('/rev', 'PAGE_INVALID', { why }), ...faults]);
  }
  const to = atRev(document, document.key, row.base_rev);
  const onBase = { baseHash: row.base_hash, baseRev: row.base_rev, overHash: row.over_hash };
  const operations = diff(base, to);
  await advance(
    context.tx,
    row,
    base,
    to,
    operations,
    { ...onBase, changed: true },
    context.userId,
  );
  await storeAllowances(context.tx, document.key, context.allowances(to));
  return { key: document.key, rev: row.base_rev, hash: row.base_hash, toMend: faults.length };
}

/** Back to the base page: from now on it is served itself, in every version. */
export async function resetPage(
  context: PageEditContext,
  { pageKey, note }: InputOf<'bizmeta.page.reset'>,
): Promise<Published> {
  const { basePage, served } = await pageOf(context, pageKey);
  if (!served) throw unknownPage(pageKey);
  if (!basePage) throw new AppError('PAGE_NO_BASE', { title: titleOf(served.document) });
  if (served.isOverlay)
    await storeRevision(context, {
      document: basePage.document,
      allows: [],
      over: basePage,
      note,
      words: await wordsOf(context, served.document, basePage.document),
      isReset: true,
      atLeast: served.rev,
    });
  return { key: pageKey, rev: basePage.document.rev, hash: basePage.hash };
}
