import type { PageOrigin } from '../../../contract/index.ts';
import { apply, diff, reconcile, type PageDocument, type Reconciled } from '../../../page/index.ts';
import type { TenantTx } from '../../kernel/index.ts';
import type { PageEditContext } from './edit-context.ts';
import {
  advance,
  findDraft,
  insertDraft,
  storeAllowances,
  type DraftRow,
  type DraftBase,
} from './draft-rows.ts';
import { atRev, baseDocument, storeBase, stateDocument } from './revision-rows.ts';
import { rebase } from './revisions.ts';
import {
  basePageOf,
  lockPage,
  requireChangeable,
  servedOf,
  unknownPage,
  type BasePage,
  type Served,
} from './state.ts';

/**
 * What a draft has to be reconciled with before it can be published: it and `theirs` were both made
 * from `base`.
 */
interface Pending {
  readonly source: 'published' | BasePage['origin'];
  readonly base: PageDocument;
  readonly theirs: PageDocument;
  readonly conflicts: Reconciled['conflicts'];
}

/**
 * A page's draft, locked to the end of the transaction. `base` is what it is a change of (`served`,
 * or the beginning of an own page that was never published), `document` the draft itself; without
 * changes they are the same.
 */
export interface OpenDraft {
  readonly key: string;
  readonly kind: PageOrigin;
  readonly basePage: BasePage | undefined;
  readonly served: Served | undefined;
  readonly row: DraftRow;
  readonly base: PageDocument;
  readonly document: PageDocument;
  readonly pending: Pending | undefined;
}

/**
 * Opens the draft of a page, rebased on what is published and on the base page: one-sided changes
 * are merged immediately, as a version of their own; conflicts become `pending`, and then the draft
 * is unchanged.
 */
export async function openDraft(context: PageEditContext, key: string): Promise<OpenDraft> {
  requireChangeable(key);
  await lockPage(context.tx, key);
  const basePage = await basePageOf(context, key);
  const served = await servedOf(context, key, basePage);
  const row = (await findDraft(context.tx, key)) ?? (await begin(context, key, basePage, served));
  return rebaseDraft(context, {
    key,
    kind: basePage?.origin ?? 'own',
    basePage,
    served,
    row,
    ...(await draftDocuments(context.tx, key, row)),
    pending: undefined,
  });
}

async function begin(
  context: PageEditContext,
  key: string,
  basePage: BasePage | undefined,
  served: Served | undefined,
): Promise<DraftRow> {
  if (!served) throw unknownPage(key);
  if (basePage?.origin === 'object' && !served.isOverlay)
    await storeBase(context.tx, key, basePage.hash, basePage.document);
  await insertDraft(
    context.tx,
    served.document,
    { baseHash: served.hash, baseRev: served.rev, overHash: served.overHash, changed: false },
    '',
  );
  await storeAllowances(context.tx, key, served.allows);
  return (await findDraft(context.tx, key))!;
}

/** A draft and what it is a change of. */
export async function draftDocuments(
  tx: TenantTx,
  key: string,
  row: DraftRow,
): Promise<{ base: PageDocument; document: PageDocument }> {
  const base = atRev(await stateDocument(tx, key, row.base_hash), key, row.base_rev);
  return { base, document: apply(base, row.operations) };
}

/** The new base of a draft. */
export const draftBaseOf = (
  { hash, rev, overHash }: Pick<Served, 'hash' | 'rev' | 'overHash'>,
  changed: boolean,
): DraftBase => ({ baseHash: hash, baseRev: rev, overHash, changed });

async function rebaseDraft(context: PageEditContext, draft: OpenDraft): Promise<OpenDraft> {
  const moved =
    draft.served !== undefined && draft.row.base_hash !== draft.served.hash
      ? await followServed(context, draft, draft.served)
      : draft;
  const { row, basePage } = moved;
  return moved.pending || !basePage || row.over_hash === null || row.over_hash === basePage.hash
    ? moved
    : followBasePage(context, moved, basePage);
}

/**
 * The page was published in another way meanwhile (restored, upgraded, renamed): the draft is
 * rebased on that.
 */
async function followServed(
  context: PageEditContext,
  draft: OpenDraft,
  served: Served,
): Promise<OpenDraft> {
  const theirs = atRev(served.document, draft.key, draft.row.base_rev);
  const { document, conflicts } = reconcile(
    draft.base,
    draft.document,
    theirs,
    [],
    await context.naming(),
  );
  if (conflicts.length > 0)
    return { ...draft, pending: { source: 'published', base: draft.base, theirs, conflicts } };
  return rebaseOn(context, draft, served, document);
}
/** Makes the draft a change of the served page: `document` is its new content. */
export async function rebaseOn(
  context: PageEditContext,
  draft: OpenDraft,
  served: Served,
  document: PageDocument,
): Promise<OpenDraft> {
  if (draft.basePage?.origin === 'object' && !served.isOverlay)
    await storeBase(context.tx, draft.key, served.hash, served.document);
  const to = atRev(document, draft.key, served.rev);
  const operations = diff(served.document, to);
  await advance(
    context.tx,
    draft.row,
    draft.document,
    to,
    operations,
    draftBaseOf(served, operations.length > 0),
    undefined,
  );
  return reread(context, draft);
}

/** The base page has a new version that could not be merged into the company's page before. */
async function followBasePage(
  context: PageEditContext,
  draft: OpenDraft,
  basePage: BasePage,
): Promise<OpenDraft> {
  const { key, row } = draft;
  const made = await baseDocument(context.tx, key, row.over_hash!);
  if (!made) return draft;
  const base = atRev(made, key, row.base_rev);
  const theirs = atRev(basePage.document, key, row.base_rev);
  const { document, conflicts } = reconcile(
    base,
    draft.document,
    theirs,
    [],
    await context.naming(),
  );
  if (conflicts.length > 0)
    return { ...draft, pending: { source: basePage.origin, base, theirs, conflicts } };
  return mergeBase(context, draft, basePage, document);
}
/**
 * The base page is merged into the draft: `document` is the result. Without a difference, only the
 * base of the served page is updated.
 */
export async function mergeBase(
  context: PageEditContext,
  draft: OpenDraft,
  basePage: BasePage,
  document: PageDocument,
): Promise<OpenDraft> {
  const operations = diff(draft.base, document);
  if (basePage.origin === 'object')
    await storeBase(context.tx, draft.key, basePage.hash, basePage.document);
  if (operations.length === 0 && draft.served?.isOverlay)
    await rebase(context, draft.served.document, basePage);
  await advance(
    context.tx,
    draft.row,
    draft.document,
    document,
    operations,
    {
      baseHash: draft.row.base_hash,
      baseRev: draft.row.base_rev,
      overHash: basePage.hash,
      changed: operations.length > 0,
    },
    undefined,
  );
  return reread(context, draft);
}

async function reread(
  context: PageEditContext,
  { key, kind, basePage, served }: OpenDraft,
): Promise<OpenDraft> {
  const row = (await findDraft(context.tx, key))!;
  return {
    key,
    kind,
    basePage,
    served,
    row,
    ...(await draftDocuments(context.tx, key, row)),
    pending: undefined,
  };
}
/** Reloads and rebases a draft after a change of it. */
export const reloadAndRebase = async (
  context: PageEditContext,
  draft: OpenDraft,
): Promise<OpenDraft> => rebaseDraft(context, await reread(context, draft));
