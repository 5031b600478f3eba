import type { PageOrigin } from '../../../contract/index.ts';
import { apply, diff, reconcile, type PageDocument, type Reconciled } from '../../../page/index.ts';
import type { TenantTx } from '../../kernel/index.ts';
import type { Desk } from './desk.ts';
import {
  advance,
  findDraft,
  insertDraft,
  keepAllows,
  type DraftRow,
  type Standing,
} from './draft-rows.ts';
import { atRev, baseDocument, keepBase, stateDocument } from './revision-rows.ts';
import { rebase } from './revisions.ts';
import {
  belowOf,
  lockPage,
  requireChangeable,
  servedOf,
  unknownPage,
  type Below,
  type Served,
} from './state.ts';

/**
 * What a draft has to be reconciled with before it can be published: it and `theirs` were both made
 * from `base`.
 */
export interface Pending {
  readonly source: 'published' | Below['origin'];
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
  readonly below: Below | undefined;
  readonly served: Served | undefined;
  readonly row: DraftRow;
  readonly base: PageDocument;
  readonly document: PageDocument;
  readonly pending: Pending | undefined;
}

/**
 * Opens the draft of a page, brought up to what is published and to the page below: what was
 * changed on one side only is taken in at once, as a version of its own; what excludes each other
 * is `pending`, and nothing of the draft is changed.
 */
export async function openDraft(desk: Desk, key: string): Promise<OpenDraft> {
  requireChangeable(key);
  await lockPage(desk.tx, key);
  const below = await belowOf(desk, key);
  const served = await servedOf(desk, key, below);
  const row = (await findDraft(desk.tx, key)) ?? (await begin(desk, key, below, served));
  return settle(desk, {
    key,
    kind: below?.origin ?? 'own',
    below,
    served,
    row,
    ...(await draftDocuments(desk.tx, key, row)),
    pending: undefined,
  });
}

async function begin(
  desk: Desk,
  key: string,
  below: Below | undefined,
  served: Served | undefined,
): Promise<DraftRow> {
  if (!served) throw unknownPage(key);
  if (below?.origin === 'object' && !served.isOverlay)
    await keepBase(desk.tx, key, below.hash, below.document);
  await insertDraft(
    desk.tx,
    served.document,
    { baseHash: served.hash, baseRev: served.rev, overHash: served.overHash, changed: false },
    '',
  );
  await keepAllows(desk.tx, key, served.allows);
  return (await findDraft(desk.tx, key))!;
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

/** What the draft is a change of from now on. */
export const standingOn = (
  { hash, rev, overHash }: Pick<Served, 'hash' | 'rev' | 'overHash'>,
  changed: boolean,
): Standing => ({ baseHash: hash, baseRev: rev, overHash, changed });

async function settle(desk: Desk, draft: OpenDraft): Promise<OpenDraft> {
  const moved =
    draft.served !== undefined && draft.row.base_hash !== draft.served.hash
      ? await followServed(desk, draft, draft.served)
      : draft;
  const { row, below } = moved;
  return moved.pending || !below || row.over_hash === null || row.over_hash === below.hash
    ? moved
    : followBelow(desk, moved, below);
}

/**
 * The page was published otherwise meanwhile (restored, upgraded, renamed): the draft goes on from
 * there.
 */
async function followServed(desk: Desk, draft: OpenDraft, served: Served): Promise<OpenDraft> {
  const theirs = atRev(served.document, draft.key, draft.row.base_rev);
  const { document, conflicts } = reconcile(
    draft.base,
    draft.document,
    theirs,
    [],
    await desk.naming(),
  );
  if (conflicts.length > 0)
    return { ...draft, pending: { source: 'published', base: draft.base, theirs, conflicts } };
  return standOn(desk, draft, served, document);
}
/** Makes the draft a change of what is served: `document` is what it has become. */
export async function standOn(
  desk: Desk,
  draft: OpenDraft,
  served: Served,
  document: PageDocument,
): Promise<OpenDraft> {
  if (draft.below?.origin === 'object' && !served.isOverlay)
    await keepBase(desk.tx, draft.key, served.hash, served.document);
  const to = atRev(document, draft.key, served.rev);
  const operations = diff(served.document, to);
  await advance(
    desk.tx,
    draft.row,
    draft.document,
    to,
    operations,
    standingOn(served, operations.length > 0),
    undefined,
  );
  return reread(desk, draft);
}

/**
 * The page below has a next version, and the company's could not take it in by itself (or only now
 * can).
 */
async function followBelow(desk: Desk, draft: OpenDraft, below: Below): Promise<OpenDraft> {
  const { key, row } = draft;
  const made = await baseDocument(desk.tx, key, row.over_hash!);
  if (!made) return draft;
  const base = atRev(made, key, row.base_rev);
  const theirs = atRev(below.document, key, row.base_rev);
  const { document, conflicts } = reconcile(base, draft.document, theirs, [], await desk.naming());
  if (conflicts.length > 0)
    return { ...draft, pending: { source: below.origin, base, theirs, conflicts } };
  return takeBelow(desk, draft, below, document);
}
/**
 * The draft has taken in the page below: `document` is what came of it. Where nothing came of it,
 * what is served only stands on the new one.
 */
export async function takeBelow(
  desk: Desk,
  draft: OpenDraft,
  below: Below,
  document: PageDocument,
): Promise<OpenDraft> {
  const operations = diff(draft.base, document);
  if (below.origin === 'object') await keepBase(desk.tx, draft.key, below.hash, below.document);
  if (operations.length === 0 && draft.served?.isOverlay)
    await rebase(desk, draft.served.document, below);
  await advance(
    desk.tx,
    draft.row,
    draft.document,
    document,
    operations,
    {
      baseHash: draft.row.base_hash,
      baseRev: draft.row.base_rev,
      overHash: below.hash,
      changed: operations.length > 0,
    },
    undefined,
  );
  return reread(desk, draft);
}

async function reread(desk: Desk, { key, kind, below, served }: OpenDraft): Promise<OpenDraft> {
  const row = (await findDraft(desk.tx, key))!;
  return {
    key,
    kind,
    below,
    served,
    row,
    ...(await draftDocuments(desk.tx, key, row)),
    pending: undefined,
  };
}
/** Brings a draft up to date again after it was changed. */
export const resettle = async (desk: Desk, draft: OpenDraft): Promise<OpenDraft> =>
  settle(desk, await reread(desk, draft));
