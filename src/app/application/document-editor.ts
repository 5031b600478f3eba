import {
  provideDocumentEditor,
  type Conflict,
  type DocumentEditorMachine,
  type DocumentEditorServices,
  type Draft,
  type EditedDocument,
  type Saved,
} from '../../../machines/index.ts';
import type { Application } from './application.ts';

const CONFLICTS: ReadonlySet<unknown> = new Set(['PAGE_CONFLICT', 'EDIT_CONFLICT']);

export const asDraft = <Stored extends { readonly conflicts: readonly unknown[] }>(
  draft: Stored,
  document: unknown,
): Draft => ({
  ...draft,
  document: document as EditedDocument,
  conflicts: draft.conflicts as readonly Conflict[],
});
/** What a draft was saved from; the server merges what others saved since. */
export const versionOf = (draft: Draft): number =>
  (draft as unknown as { draftVersion: number }).draftVersion;
export const choicesOf = (choices: Readonly<Record<string, 'mine' | 'theirs'>>) =>
  Object.entries(choices).map(([id, take]) => ({ id, take }));

/** The conflicts a refused save came back with; null for any other failure. */
function conflictsIn(failure: unknown): readonly Conflict[] | null {
  const { reason, current } = failure as {
    reason?: unknown;
    current?: { conflicts?: readonly Conflict[] };
  };
  return CONFLICTS.has(reason) && current?.conflicts ? current.conflicts : null;
}
export async function savedOrConflicts(save: () => Promise<Draft>): Promise<Saved> {
  try {
    return { draft: await save() };
  } catch (failure) {
    const conflicts = conflictsIn(failure);
    if (!conflicts) throw failure;
    return { conflicts };
  }
}

type Drafts = Omit<DocumentEditorServices, 'notify'>;
type Kind = (application: Application) => Promise<Drafts>;
/** Documents other than pages are named with their kind: flow:12. */
const KINDS: Readonly<Record<string, Kind>> = {
  flow: async (application) => (await import('./flow-editor.ts')).flowDrafts(application),
};
const page: Kind = async (application) =>
  (await import('./page-editor.ts')).pageDrafts(application);

/** The machine of a document being edited. What edits is fetched with the first document. */
export function documentEditor(application: Application): DocumentEditorMachine {
  const draftsOf = async (named: string): Promise<{ drafts: Drafts; key: string }> => {
    const [kind, ...rest] = named.split(':');
    const other = rest.length > 0 && Object.hasOwn(KINDS, kind!) ? KINDS[kind!] : undefined;
    return {
      drafts: await (other ?? page)(application),
      key: other ? rest.join(':') : named,
    };
  };
  return provideDocumentEditor({
    async load(named) {
      const { drafts, key } = await draftsOf(named);
      return drafts.load(key);
    },
    async save(ask) {
      const { drafts, key } = await draftsOf(ask.key);
      return drafts.save({ ...ask, key });
    },
    async resolve(ask) {
      const { drafts, key } = await draftsOf(ask.key);
      return drafts.resolve({ ...ask, key });
    },
    notify: (kind, text) => application.ports.toast(kind, text),
  });
}
