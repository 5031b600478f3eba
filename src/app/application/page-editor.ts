import type { PageConflict, PageDraft, SavedDraft } from '../../contract/index.ts';
import {
  provideDocumentEditor,
  type Conflict,
  type DocumentEditorMachine,
  type Draft,
  type EditedDocument,
  type Saved,
} from '../../../machines/index.ts';
import type { Application } from './application.ts';
import type { Api } from '../api/index.ts';

const CONFLICT = 'PAGE_CONFLICT';
const asDraft = (draft: PageDraft | SavedDraft, document: unknown): Draft => ({
  ...draft,
  document: document as EditedDocument,
  conflicts: draft.conflicts as readonly Conflict[],
});
/** What a draft was saved from; the server merges what others saved since. */
const versionOf = (draft: Draft): number => (draft as unknown as PageDraft).draftVersion;
const choicesOf = (choices: Readonly<Record<string, 'mine' | 'theirs'>>) =>
  Object.entries(choices).map(([id, take]) => ({ id, take }));
/** The conflicts a refused save came back with; null for any other failure. */
function conflictsIn(failure: unknown): readonly Conflict[] | null {
  const { reason, current } = failure as {
    reason?: unknown;
    current?: { conflicts?: PageConflict[] };
  };
  return reason === CONFLICT && current?.conflicts ? current.conflicts : null;
}

async function save(
  api: Api,
  key: string,
  document: EditedDocument,
  draft: Draft,
  choices: Readonly<Record<string, 'mine' | 'theirs'>> | null,
): Promise<Saved> {
  try {
    const saved = await api.call('bizmeta.page.draft.save', {
      pageKey: key,
      document,
      draftVersion: versionOf(draft),
      ...(choices && { choices: choicesOf(choices) }),
    });
    return { draft: asDraft(saved, saved.document ?? document) };
  } catch (failure) {
    const conflicts = conflictsIn(failure);
    if (!conflicts) throw failure;
    return { conflicts };
  }
}

/**
 * The machine of a page being edited: the server's drafts, and what is known of pages. What edits
 * is fetched with the first page.
 */
export function pageEditor({
  api,
  registry,
  ports,
}: Pick<Application, 'api' | 'registry' | 'ports'>): DocumentEditorMachine {
  return provideDocumentEditor({
    async load(key) {
      const [draft, { pageTools }] = await Promise.all([
        api.call('bizmeta.page.draft.get', { pageKey: key }),
        import('../../studio/preview/index.ts'),
      ]);
      return { draft: asDraft(draft, draft.document), tools: pageTools(registry) };
    },
    save: ({ key, document, draft, choices }) => save(api, key, document, draft, choices),
    async resolve({ key, draft, choices }) {
      const resolved = await api.call('bizmeta.page.draft.resolve', {
        pageKey: key,
        draftVersion: versionOf(draft),
        choices: choicesOf(choices),
      });
      return asDraft(resolved, resolved.document);
    },
    notify: (kind, text) => ports.toast(kind, text),
  });
}
