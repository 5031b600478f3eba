import type { InputOf, Published } from '../../../contract/index.ts';
import { diff, type PageDocument } from '../../../page/index.ts';
import { AppError } from '../../kernel/index.ts';
import { changeWords, type PageEditContext } from './edit-context.ts';
import { advance } from './draft-rows.ts';
import { conflictError, requireVersion } from './drafts.ts';
import { openDraft, draftBaseOf } from './open-draft.ts';
import { atRev, revisionAt } from './revision-rows.ts';
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

/** Makes an earlier revision the next one again; the draft, if there is one, is rebased on it. */
export async function restoreRevision(
  context: PageEditContext,
  { pageKey, rev, note }: InputOf<'bizmeta.page.restore'>,
): Promise<Published> {
  const { basePage, served } = await pageOf(context, pageKey);
  const document = await revisionAt(context.tx, pageKey, rev);
  if (!document) throw new AppError('REVISION_UNKNOWN', { rev });
  context.requireRights(document, systemBase(basePage));
  await context.requireSound(document);
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
