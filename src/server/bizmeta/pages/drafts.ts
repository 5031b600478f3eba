import {
  MAX_PAGE_SIZE,
  problem,
  type InputOf,
  type PageConflict,
  type PageDraft,
  type SavedDraft,
} from '../../../contract/index.ts';
import {
  apply,
  diff,
  isOperation,
  OperationError,
  reconcile,
  sameJson,
  type PageDocument,
  type PageOperation,
} from '../../../page/index.ts';
import { AppError, problemsError } from '../../kernel/index.ts';
import { changeWords, faultOf, readDocument, type Desk } from './desk.ts';
import { advance, ancestor, keepAllows } from './draft-rows.ts';
import { openDraft, resettle, standOn, takeBelow, type OpenDraft } from './open-draft.ts';
import { namesOf, timeOf } from './people.ts';
import { systemBase } from './state.ts';

type Head = Omit<PageDraft, 'document'>;

/** What a draft says of itself. */
async function headOf(
  desk: Desk,
  { key, kind, row, base, document, pending, served }: OpenDraft,
): Promise<Head> {
  const names = await namesOf(desk, [row.saved_by]);
  return {
    key,
    kind,
    draftVersion: row.version,
    baseRev: row.base_rev,
    hasDraft: row.changed,
    operations: row.operations.length,
    allows: row.allows,
    words: await changeWords(desk, served && base, row.operations),
    problems: (await desk.problems(document)).slice(0, MAX_PAGE_SIZE).map(faultOf),
    conflictWith: pending?.source ?? null,
    conflicts: pending?.conflicts ?? [],
    savedAt: row.changed ? timeOf(row.saved_at) : null,
    savedBy: row.changed ? (names.get(row.saved_by) ?? '') : '',
  };
}
export const answerDraft = async (desk: Desk, draft: OpenDraft): Promise<PageDraft> => ({
  ...(await headOf(desk, draft)),
  document: draft.document,
});

export const getDraft = async (desk: Desk, key: string): Promise<PageDraft> =>
  answerDraft(desk, await openDraft(desk, key));

/**
 * Refuses a change that was made from another version than the draft has; the answer holds the
 * draft as it stands.
 */
export async function requireVersion(desk: Desk, draft: OpenDraft, version: number): Promise<void> {
  if (draft.row.version !== version)
    throw new AppError(
      'STALE_VERSION',
      {},
      {
        errors: [problem('/draftVersion', 'STALE_VERSION')],
        current: await answerDraft(desk, draft),
      },
    );
}
export async function conflictError(
  desk: Desk,
  draft: OpenDraft,
  conflicts: readonly PageConflict[],
): Promise<AppError> {
  return new AppError(
    'PAGE_CONFLICT',
    { count: conflicts.length },
    {
      errors: [problem('/choices', 'PAGE_CONFLICT', { count: conflicts.length })],
      current: { draft: await answerDraft(desk, draft), conflicts },
    },
  );
}

/** What the caller made of the draft of their version. */
function made(
  from: PageDocument,
  { document, operations }: InputOf<'bizmeta.page.draft.save'>,
): PageDocument {
  if ((document === undefined) === (operations === undefined))
    throw problemsError([
      problem('/document', 'PAGE_INVALID', { why: '请在 document 与 operations 中给出一个' }),
    ]);
  return readDocument(
    document === undefined ? applied(from, operations as PageOperation[]) : document,
    from.key,
    from.rev,
  );
}
function applied(from: PageDocument, operations: readonly PageOperation[]): PageDocument {
  const refused = (at: number) =>
    problemsError([
      problem(`/operations/${at}`, 'PAGE_INVALID', { why: `第 ${at + 1} 步改动不适用于这个页面` }),
    ]);
  const odd = operations.findIndex((operation) => !isOperation(operation));
  if (odd !== -1) throw refused(odd);
  try {
    return apply(from, operations);
  } catch (failure) {
    if (failure instanceof OperationError) throw refused(operations.indexOf(failure.operation));
    throw failure;
  }
}

/**
 * Keeps what a builder made of the draft. Made from an older version, it is merged with what others
 * kept since; where both changed the same and nothing was chosen, PAGE_CONFLICT tells both sides
 * and neither is lost: nothing was kept, and the caller still has theirs.
 */
export async function saveDraft(
  desk: Desk,
  input: InputOf<'bizmeta.page.draft.save'>,
): Promise<SavedDraft> {
  const draft = await openDraft(desk, input.pageKey);
  const from = await ancestor(desk.tx, draft.key, draft.row, draft.document, input.draftVersion);
  if (!from) return requireVersion(desk, draft, input.draftVersion) as Promise<never>;
  const mine = made(from, input);
  const { document, conflicts } =
    from === draft.document
      ? { document: mine, conflicts: [] }
      : reconcile(from, mine, draft.document, input.choices, await desk.naming());
  if (conflicts.length > 0) throw await conflictError(desk, draft, conflicts);
  desk.requireRights(document, systemBase(draft.below));
  const kept = sameJson(draft.document, document) ? draft : await keep(desk, draft, document);
  const isMerged = !sameJson(mine, { ...kept.document, rev: mine.rev });
  return {
    ...(await headOf(desk, kept)),
    merged: isMerged,
    ...(isMerged && { document: kept.document }),
  };
}

async function keep(desk: Desk, draft: OpenDraft, document: PageDocument): Promise<OpenDraft> {
  const { row, base } = draft;
  const operations = diff(base, document);
  const changed = operations.length > 0 || draft.served === undefined;
  await advance(
    desk.tx,
    row,
    draft.document,
    document,
    operations,
    { baseHash: row.base_hash, baseRev: row.base_rev, overHash: row.over_hash, changed },
    desk.userId,
  );
  await keepAllows(desk.tx, draft.key, desk.allowances(document));
  return resettle(desk, draft);
}

/**
 * Settles what `conflicts` of the draft tell; all of them, since half a merge is nothing anyone
 * made.
 */
export async function resolveDraft(
  desk: Desk,
  { pageKey, draftVersion, choices }: InputOf<'bizmeta.page.draft.resolve'>,
): Promise<PageDraft> {
  const draft = await openDraft(desk, pageKey);
  await requireVersion(desk, draft, draftVersion);
  const { pending, served, below } = draft;
  if (!pending) return answerDraft(desk, draft);
  const { document, conflicts } = reconcile(
    pending.base,
    draft.document,
    pending.theirs,
    choices,
    await desk.naming(),
  );
  if (conflicts.length > 0) throw await conflictError(desk, draft, conflicts);
  desk.requireRights(document, systemBase(below));
  const settled =
    pending.source === 'published'
      ? await standOn(desk, draft, served!, document)
      : await takeBelow(desk, draft, below!, document);
  return answerDraft(desk, await resettle(desk, settled));
}

/** Back to what is served; to its beginning where an own page was never published. */
export async function discardDraft(
  desk: Desk,
  { pageKey, draftVersion }: InputOf<'bizmeta.page.draft.discard'>,
): Promise<PageDraft> {
  const draft = await openDraft(desk, pageKey);
  await requireVersion(desk, draft, draftVersion);
  const { row, base, served } = draft;
  const to = served ? served.document : base;
  await advance(
    desk.tx,
    row,
    draft.document,
    to,
    [],
    served
      ? { baseHash: served.hash, baseRev: served.rev, overHash: served.overHash, changed: false }
      : { baseHash: row.base_hash, baseRev: row.base_rev, overHash: null, changed: true },
    desk.userId,
  );
  await keepAllows(desk.tx, draft.key, served ? served.allows : row.allows);
  return answerDraft(desk, await resettle(desk, draft));
}
