import type { InputOf, Published } from '../../../contract/index.ts';
import { diff, type PageDocument } from '../../../page/index.ts';
import { AppError } from '../../kernel/index.ts';
import { changeWords, type Desk } from './desk.ts';
import { advance } from './draft-rows.ts';
import { conflictError, requireVersion } from './drafts.ts';
import { openDraft, standingOn } from './open-draft.ts';
import { atRev, revisionAt } from './revision-rows.ts';
import { storeRevision } from './revisions.ts';
import {
  belowOf,
  lockPage,
  requireChangeable,
  servedOf,
  systemBase,
  unknownPage,
  type Below,
  type Served,
} from './state.ts';
import { titleOf } from './titles.ts';

/** What a revision changes, from what is served. */
const wordsOf = (
  desk: Desk,
  before: PageDocument | undefined,
  after: PageDocument,
): Promise<string[]> =>
  changeWords(desk, before, before ? diff({ ...before, key: after.key }, after) : []);

/**
 * Publishes the draft, whole or not at all: sound, at peace with what is below it, and the very
 * version the builder saw.
 */
export async function publishDraft(
  desk: Desk,
  { pageKey, draftVersion, note }: InputOf<'bizmeta.page.publish'>,
): Promise<Published> {
  const draft = await openDraft(desk, pageKey);
  const { row, served, below, document, pending } = draft;
  await requireVersion(desk, draft, draftVersion);
  if (pending) throw await conflictError(desk, draft, pending.conflicts);
  if (!row.changed) throw new AppError('PAGE_UNCHANGED');
  desk.requireRights(document, systemBase(below));
  await desk.requireSound(document);
  const published = await storeRevision(desk, {
    document,
    allows: desk.allowances(document),
    over: below,
    note,
    words: await wordsOf(desk, served?.document, document),
    atLeast: served?.rev ?? 0,
  });
  const next = atRev(document, pageKey, published.rev);
  await advance(
    desk.tx,
    row,
    document,
    next,
    [],
    standingOn({ ...published, overHash: below?.hash ?? null }, false),
    desk.userId,
  );
  return published;
}

/** A page under its lock, without its draft. */
async function pageOf(
  desk: Desk,
  key: string,
): Promise<{ below: Below | undefined; served: Served | undefined }> {
  requireChangeable(key);
  await lockPage(desk.tx, key);
  const below = await belowOf(desk, key);
  return { below, served: await servedOf(desk, key, below) };
}

/** An earlier revision once more, as the next one; the draft, if there is one, goes on from it. */
export async function restoreRevision(
  desk: Desk,
  { pageKey, rev, note }: InputOf<'bizmeta.page.restore'>,
): Promise<Published> {
  const { below, served } = await pageOf(desk, pageKey);
  const document = await revisionAt(desk.tx, pageKey, rev);
  if (!document) throw new AppError('REVISION_UNKNOWN', { rev });
  desk.requireRights(document, systemBase(below));
  await desk.requireSound(document);
  return storeRevision(desk, {
    document,
    allows: desk.allowances(document),
    over: below,
    note,
    words: await wordsOf(desk, served?.document, document),
    restoredFrom: rev,
    atLeast: served?.rev ?? 0,
  });
}

/** Back to the page below: from now on it is served itself, with every version it gets. */
export async function resetPage(
  desk: Desk,
  { pageKey, note }: InputOf<'bizmeta.page.reset'>,
): Promise<Published> {
  const { below, served } = await pageOf(desk, pageKey);
  if (!served) throw unknownPage(pageKey);
  if (!below) throw new AppError('PAGE_NO_BASE', { title: titleOf(served.document) });
  if (served.isOverlay)
    await storeRevision(desk, {
      document: below.document,
      allows: [],
      over: below,
      note,
      words: await wordsOf(desk, served.document, below.document),
      isReset: true,
      atLeast: served.rev,
    });
  return { key: pageKey, rev: below.document.rev, hash: below.hash };
}
