import {
  problem,
  type FlowDraft,
  type InputOf,
  type PageConflict,
  type SavedFlowDraft,
} from '../../../contract/index.ts';
import { same } from '../../../document/index.ts';
import {
  apply,
  diff,
  isOperation,
  OperationError,
  reconcile,
  type Operation,
} from '../../../document/operations/index.ts';
import { AppError, problemsError, type TenantTx } from '../../kernel/index.ts';
import { FLOW_KIND, FLOW_WORDS, type FlowDocument } from '../../../flow/index.ts';
import { documentProblems, faultsOf } from './check.ts';
import { storeVersion, type Editing } from './commit.ts';
import { readDocument, startDocument } from './document.ts';
import { lockTemplate, type TemplateRow } from './rows.ts';
import { changeWords } from './words.ts';

interface DraftRow {
  version: number;
  base_no: number;
  changed: boolean;
  document: FlowDocument;
  saved_at: Date;
  saved_by: string;
  saved_name: string;
}
interface OpenDraft {
  readonly row: TemplateRow;
  readonly draft: DraftRow;
  /** What is published; undefined before the first version. */
  readonly published: FlowDocument | undefined;
}

/** Earlier states of a draft that a save can still be merged with. */
const STEPS = 200;

/** The document of a version; FLOW version numbers that do not exist are REVISION_UNKNOWN. */
export async function versionDocument(
  tx: TenantTx,
  templateId: string,
  no: number,
): Promise<FlowDocument> {
  const [found] = await tx.query<{ document: FlowDocument }>(
    'select document from bpm.flow_version where tenant_id = $1 and template_id = $2 and no = $3',
    [tx.tenant.id, templateId, no],
  );
  if (!found) throw new AppError('REVISION_UNKNOWN', { rev: no });
  return found.document;
}

const DRAFT = `select d.version, d.base_no, d.changed, d.document, d.saved_at, d.saved_by, coalesce(m.real_name, '')
  as saved_name from bpm.flow_draft d
  left join upm.member m on m.tenant_id = d.tenant_id and m.user_id = d.saved_by
  where d.tenant_id = $1 and d.template_id = $2`;

/** The draft of a template under its lock; made from what is published where there is none. */
async function openDraft({ tx, userId }: Editing, id: string): Promise<OpenDraft> {
  const row = await lockTemplate(tx, id);
  const published = row.version === 0 ? undefined : await versionDocument(tx, id, row.version);
  const [known] = await tx.query<DraftRow>(DRAFT, [tx.tenant.id, id]);
  if (known) return { row, draft: known, published };
  await tx.run(
    `insert into bpm.flow_draft (tenant_id, template_id, version, base_no, changed, document, saved_by)
      values ($1, $2, 1, $3, $4, $5, $6)`,
    [
      tx.tenant.id,
      id,
      row.version,
      published === undefined,
      JSON.stringify(published ?? startDocument()),
      userId,
    ],
  );
  const [made] = await tx.query<DraftRow>(DRAFT, [tx.tenant.id, id]);
  return { row, draft: made!, published };
}

const problemsIn = async (editing: Editing, row: TemplateRow, document: FlowDocument) =>
  faultsOf(
    await documentProblems(editing, document, {
      templateId: row.id,
      objectName: row.object_name,
    }),
  );

async function headOf(editing: Editing, { row, draft, published }: OpenDraft) {
  return {
    key: row.id,
    name: row.name,
    kind: 'own' as const,
    draftVersion: draft.version,
    baseRev: row.version,
    hasDraft: draft.changed,
    operations: published ? diff(published, draft.document, FLOW_KIND).length : 0,
    words: published ? changeWords(published, draft.document) : ['新建流程'],
    problems: await problemsIn(editing, row, draft.document),
    conflictWith: null,
    conflicts: [] as PageConflict[],
    savedAt: draft.changed ? draft.saved_at.toISOString() : null,
    savedBy: draft.changed ? draft.saved_name : '',
    objectApiName: row.object_name,
    settings: draft.document.settings ?? {},
  };
}
const answerOf = async (editing: Editing, open: OpenDraft): Promise<FlowDraft> => ({
  ...(await headOf(editing, open)),
  document: open.draft.document,
});

export const getDraft = async (editing: Editing, id: string): Promise<FlowDraft> =>
  answerOf(editing, await openDraft(editing, id));

async function refuseStale(editing: Editing, open: OpenDraft): Promise<never> {
  throw new AppError(
    'STALE_VERSION',
    {},
    {
      errors: [problem('/draftVersion', 'STALE_VERSION')],
      current: await answerOf(editing, open),
    },
  );
}

/** The document the change was made from; undefined when it is not known any more. */
async function ancestor(
  { tx }: Editing,
  { row, draft }: OpenDraft,
  version: number,
): Promise<FlowDocument | undefined> {
  if (version === draft.version) return draft.document;
  const [step] = await tx.query<{ document: FlowDocument }>(
    `select document from bpm.flow_draft_step where tenant_id = $1 and template_id = $2 and version = $3`,
    [tx.tenant.id, row.id, version],
  );
  return step?.document;
}

function applied(from: FlowDocument, operations: readonly unknown[]): FlowDocument {
  const refused = (at: number) =>
    problemsError([
      problem(`/operations/${at}`, 'FLOW_INVALID', { why: `第 ${at + 1} 步改动不适用于这个流程` }),
    ]);
  const odd = operations.findIndex((operation) => !isOperation(operation));
  if (odd !== -1) throw refused(odd);
  try {
    return apply(from as never, operations as Operation[] as never) as unknown as FlowDocument;
  } catch (failure) {
    if (failure instanceof OperationError)
      throw refused((operations as unknown[]).indexOf(failure.operation));
    throw failure;
  }
}

function made(from: FlowDocument, input: InputOf<'bpm.template.draft.save'>): FlowDocument {
  const { document, operations } = input;
  if ((document === undefined) === (operations === undefined))
    throw problemsError([
      problem('/document', 'FLOW_INVALID', { why: '请给出流程内容与改动中的一个' }),
    ]);
  return readDocument(document === undefined ? applied(from, operations!) : document);
}

/** Makes a document the next state of the draft. */
async function advance(
  { tx, userId }: Editing,
  open: OpenDraft,
  document: FlowDocument,
  baseNo: number,
  changed: boolean,
): Promise<OpenDraft> {
  const { row, draft } = open;
  await tx.run(
    `insert into bpm.flow_draft_step (tenant_id, template_id, version, document) values ($1, $2, $3, $4)
      on conflict do nothing`,
    [tx.tenant.id, row.id, draft.version, JSON.stringify(draft.document)],
  );
  await tx.run(
    'delete from bpm.flow_draft_step where tenant_id = $1 and template_id = $2 and version < $3',
    [tx.tenant.id, row.id, draft.version - STEPS],
  );
  await tx.run(
    `update bpm.flow_draft set version = version + 1, base_no = $3, changed = $4, document = $5, saved_at = now(),
      saved_by = $6 where tenant_id = $1 and template_id = $2`,
    [tx.tenant.id, row.id, baseNo, changed, JSON.stringify(document), userId],
  );
  const [next] = await tx.query<DraftRow>(DRAFT, [tx.tenant.id, row.id]);
  return { ...open, draft: next! };
}

const isSame = (a: FlowDocument, b: FlowDocument): boolean => same(a as never, b as never);

/**
 * Saves a change of the draft. One made from an older state is merged with what others saved since;
 * where both changed the same and no choice is given, PAGE_CONFLICT returns both sides.
 */
export async function saveDraft(
  editing: Editing,
  input: InputOf<'bpm.template.draft.save'>,
): Promise<SavedFlowDraft> {
  const open = await openDraft(editing, input.id);
  const from = await ancestor(editing, open, input.draftVersion);
  if (!from) return refuseStale(editing, open);
  const mine = made(from, input);
  const document =
    from === open.draft.document
      ? mine
      : await merged(editing, open, { from, mine }, input.choices);
  const next = await changed(editing, open, document);
  const isMerged = !isSame(mine, next.draft.document);
  const head = await headOf(editing, next);
  return { ...head, merged: isMerged, ...(isMerged && { document: next.draft.document }) };
}

/** The draft with this document, which may be the one it has. */
async function changed(
  editing: Editing,
  open: OpenDraft,
  document: FlowDocument,
): Promise<OpenDraft> {
  const { row, draft, published } = open;
  if (isSame(draft.document, document)) return open;
  const isChanged = !published || !isSame(published, document);
  return advance(editing, open, document, row.version, isChanged);
}

/** A change of an older state together with what the draft has by now. Throws PAGE_CONFLICT. */
async function merged(
  editing: Editing,
  open: OpenDraft,
  { from, mine }: { from: FlowDocument; mine: FlowDocument },
  choices: InputOf<'bpm.template.draft.save'>['choices'] = [],
): Promise<FlowDocument> {
  const names = { kind: FLOW_KIND, words: FLOW_WORDS };
  const { document, conflicts } = reconcile(from, mine, open.draft.document, choices, names);
  if (conflicts.length === 0) return document;
  const count = conflicts.length;
  throw new AppError(
    'PAGE_CONFLICT',
    { count },
    {
      errors: [problem('/choices', 'PAGE_CONFLICT', { count })],
      current: { draft: await answerOf(editing, open), conflicts },
    },
  );
}

/** Nothing is left open between a draft and what is published: the draft as it is. */
export async function resolveDraft(
  editing: Editing,
  { id, draftVersion }: InputOf<'bpm.template.draft.resolve'>,
): Promise<FlowDraft> {
  const open = await openDraft(editing, id);
  if (open.draft.version !== draftVersion) return refuseStale(editing, open);
  return answerOf(editing, open);
}

export async function discardDraft(
  editing: Editing,
  { id, draftVersion }: InputOf<'bpm.template.draft.discard'>,
): Promise<FlowDraft> {
  const open = await openDraft(editing, id);
  if (open.draft.version !== draftVersion) return refuseStale(editing, open);
  const document = open.published ?? startDocument();
  return answerOf(
    editing,
    await advance(editing, open, document, open.row.version, open.published === undefined),
  );
}

/** Makes the draft the next version. */
export async function publishDraft(
  editing: Editing,
  { id, draftVersion, note }: InputOf<'bpm.template.publish'>,
): Promise<{ id: string; version: number; hash: string }> {
  const open = await openDraft(editing, id);
  if (open.draft.version !== draftVersion) return refuseStale(editing, open);
  if (!open.draft.changed) throw new AppError('PAGE_UNCHANGED');
  const published = await storeVersion(editing, open.row, open.draft.document, note);
  await editing.tx.run(
    `update bpm.flow_draft set base_no = $3, changed = false where tenant_id = $1 and template_id = $2`,
    [editing.tx.tenant.id, id, published.version],
  );
  return published;
}

/** Makes an earlier version the draft. */
export async function restoreVersion(
  editing: Editing,
  { id, version, draftVersion }: InputOf<'bpm.template.draft.restore'>,
): Promise<FlowDraft> {
  const open = await openDraft(editing, id);
  if (open.draft.version !== draftVersion) return refuseStale(editing, open);
  const document = await versionDocument(editing.tx, id, version);
  const changed = open.published === undefined || !isSame(open.published, document);
  return answerOf(editing, await advance(editing, open, document, open.row.version, changed));
}

/** What others publish while there is a draft goes into it; where both changed the same, the draft's. */
export async function rebaseDraft(
  editing: Editing,
  id: string,
  before: FlowDocument | undefined,
  published: FlowDocument,
  version: number,
): Promise<void> {
  const { tx } = editing;
  const [draft] = await tx.query<DraftRow>(DRAFT, [tx.tenant.id, id]);
  if (!draft) return;
  const isOwn = draft.changed && before !== undefined;
  const { document } = isOwn
    ? reconcile(before, draft.document, published, [], { kind: FLOW_KIND, words: FLOW_WORDS })
    : { document: published };
  const row = await lockTemplate(tx, id);
  const changed = !isSame(document, published);
  await advance(editing, { row, draft, published }, document, version, changed);
}

/** Problems of a document, or of the draft. */
export async function checkDraft(
  editing: Editing,
  { id, document }: InputOf<'bpm.template.draft.check'>,
) {
  const { row, draft } = await openDraft(editing, id);
  return problemsIn(editing, row, document === undefined ? draft.document : readDocument(document));
}

/** A side of a comparison. */
export async function sideOf(
  editing: Editing,
  id: string,
  side: number | 'draft' | 'published',
): Promise<FlowDocument> {
  if (typeof side === 'number') return versionDocument(editing.tx, id, side);
  const { draft, published, row } = await openDraft(editing, id);
  if (side === 'draft') return draft.document;
  if (!published) throw new AppError('FLOW_TEMPLATE_CLOSED', { name: row.name });
  return published;
}

export async function compareSides(
  editing: Editing,
  { id, from, to }: InputOf<'bpm.template.compare'>,
): Promise<{ operations: unknown[]; words: string[] }> {
  const before = await sideOf(editing, id, from);
  const after = await sideOf(editing, id, to);
  return { operations: diff(before, after, FLOW_KIND), words: changeWords(before, after) };
}
