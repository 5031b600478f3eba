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
  generatedKey,
  isOperation,
  OperationError,
  reconcile,
  sameJson,
  type PageDocument,
  type PageOperation,
} from '../../../page/index.ts';
import { AppError, problemsError } from '../../kernel/index.ts';
import { changeWords, faultOf, readDocument, type PageEditContext } from './edit-context.ts';
import { advance, ancestor, storeAllowances } from './draft-rows.ts';
import { openDraft, reloadAndRebase, rebaseOn, mergeBase, type OpenDraft } from './open-draft.ts';
import { namesOf, timeOf } from './people.ts';
import { systemBase } from './state.ts';
import { PAGE_KIND_TITLES, titleOf } from './titles.ts';

type Head = Omit<PageDraft, 'document'>;

/** A page of an object is called by the object and what it is for, other pages by their titles. */
async function nameOf(
  context: PageEditContext,
  key: string,
  document: PageDocument,
): Promise<string> {
  const asked = generatedKey(key);
  const describe = asked && (await context.describe(asked.apiName));
  return describe ? `${describe.label} · ${PAGE_KIND_TITLES[asked.kind]}` : titleOf(document);
}

/** Summary of a draft. */
async function headOf(
  context: PageEditContext,
  { key, kind, row, base, document, pending, served }: OpenDraft,
): Promise<Head> {
  const names = await namesOf(context, [row.saved_by]);
  return {
    key,
    name: await nameOf(context, key, document),
    kind,
    draftVersion: row.version,
    baseRev: row.base_rev,
    hasDraft: row.changed,
    operations: row.operations.length,
    allows: row.allows,
    words: await changeWords(context, served && base, row.operations),
    problems: (await context.problems(document)).slice(0, MAX_PAGE_SIZE).map(faultOf),
    conflictWith: pending?.source ?? null,
    conflicts: pending?.conflicts ?? [],
    savedAt: row.changed ? timeOf(row.saved_at) : null,
    savedBy: row.changed ? (names.get(row.saved_by) ?? '') : '',
  };
}
const answerDraft = async (context: PageEditContext, draft: OpenDraft): Promise<PageDraft> => ({
  ...(await headOf(context, draft)),
  document: draft.document,
});

export const getDraft = async (context: PageEditContext, key: string): Promise<PageDraft> =>
  answerDraft(context, await openDraft(context, key));

/**
 * Refuses a change made from another version than the draft's; the response holds the current
 * draft.
 */
export async function requireVersion(
  context: PageEditContext,
  draft: OpenDraft,
  version: number,
): Promise<void> {
  if (draft.row.version !== version)
    throw new AppError(
      'STALE_VERSION',
      {},
      {
        errors: [problem('/draftVersion', 'STALE_VERSION')],
        current: await answerDraft(context, draft),
      },
    );
}
export async function conflictError(
  context: PageEditContext,
  draft: OpenDraft,
  conflicts: readonly PageConflict[],
): Promise<AppError> {
  return new AppError(
    'PAGE_CONFLICT',
    { count: conflicts.length },
    {
      errors: [problem('/choices', 'PAGE_CONFLICT', { count: conflicts.length })],
      current: { draft: await answerDraft(context, draft), conflicts },
    },
  );
}

/** The draft as the caller changed it, from the caller's version. */
function made(
  from: PageDocument,
  { document, operations }: InputOf<'bizmeta.page.draft.save'>,
): PageDocument {
  if ((document === undefined) === (operations === undefined))
    throw problemsError([
      problem('/document', 'PAGE_INVALID', { why: '请给出页面内容与改动中的一个' }),
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
 * Saves a builder's change of the draft. A change made from an older version is merged with what
 * others saved since; where both changed the same and no choice is given, PAGE_CONFLICT returns
 * both sides: nothing is stored, and the caller still has theirs.
 */
export async function saveDraft(
  context: PageEditContext,
  input: InputOf<'bizmeta.page.draft.save'>,
): Promise<SavedDraft> {
  const draft = await openDraft(context, input.pageKey);
  const from = await ancestor(context.tx, draft.key, draft.row, draft.document, input.draftVersion);
  if (!from) return requireVersion(context, draft, input.draftVersion) as Promise<never>;
  const mine = made(from, input);
  const { document, conflicts } =
    from === draft.document
      ? { document: mine, conflicts: [] }
      : reconcile(from, mine, draft.document, input.choices, await context.naming());
  if (conflicts.length > 0) throw await conflictError(context, draft, conflicts);
  context.requireRights(document, systemBase(draft.basePage));
  const kept = sameJson(draft.document, document) ? draft : await keep(context, draft, document);
  const isMerged = !sameJson(mine, { ...kept.document, rev: mine.rev });
  return {
    ...(await headOf(context, kept)),
    merged: isMerged,
    ...(isMerged && { document: kept.document }),
  };
}

async function keep(
  context: PageEditContext,
  draft: OpenDraft,
  document: PageDocument,
): Promise<OpenDraft> {
  const { row, base } = draft;
  const operations = diff(base, document);
  const changed = operations.length > 0 || draft.served === undefined;
  await advance(
    context.tx,
    row,
    draft.document,
    document,
    operations,
    { baseHash: row.base_hash, baseRev: row.base_rev, overHash: row.over_hash, changed },
    context.userId,
  );
  await storeAllowances(context.tx, draft.key, context.allowances(document));
  return reloadAndRebase(context, draft);
}

/** Resolves the draft's `conflicts`; all of them, since half a merge is no one's intention. */
export async function resolveDraft(
  context: PageEditContext,
  { pageKey, draftVersion, choices }: InputOf<'bizmeta.page.draft.resolve'>,
): Promise<PageDraft> {
  const draft = await openDraft(context, pageKey);
  await requireVersion(context, draft, draftVersion);
  const { pending, served, basePage } = draft;
  if (!pending) return answerDraft(context, draft);
  const { document, conflicts } = reconcile(
    pending.base,
    draft.document,
    pending.theirs,
    choices,
    await context.naming(),
  );
  if (conflicts.length > 0) throw await conflictError(context, draft, conflicts);
  context.requireRights(document, systemBase(basePage));
  const settled =
    pending.source === 'published'
      ? await rebaseOn(context, draft, served!, document)
      : await mergeBase(context, draft, basePage!, document);
  return answerDraft(context, await reloadAndRebase(context, settled));
}

/** Back to the served page; to its initial state for an own page that was never published. */
export async function discardDraft(
  context: PageEditContext,
  { pageKey, draftVersion }: InputOf<'bizmeta.page.draft.discard'>,
): Promise<PageDraft> {
  const draft = await openDraft(context, pageKey);
  await requireVersion(context, draft, draftVersion);
  const { row, base, served } = draft;
  const to = served ? served.document : base;
  await advance(
    context.tx,
    row,
    draft.document,
    to,
    [],
    served
      ? { baseHash: served.hash, baseRev: served.rev, overHash: served.overHash, changed: false }
      : { baseHash: row.base_hash, baseRev: row.base_rev, overHash: null, changed: true },
    context.userId,
  );
  await storeAllowances(context.tx, draft.key, served ? served.allows : row.allows);
  return answerDraft(context, await reloadAndRebase(context, draft));
}
