import type { PageDraft, SavedDraft } from '../../contract/index.ts';
import type { DocumentEditorServices } from '../../../machines/index.ts';
import type { Application } from './application.ts';
import { asDraft, choicesOf, savedOrConflicts, versionOf } from './document-editor.ts';

type Services = Omit<DocumentEditorServices, 'notify'>;

/** Drafts of pages: the server's, and what is known of pages. */
export const pageDrafts = ({ api, registry }: Pick<Application, 'api' | 'registry'>): Services => ({
  async load(key) {
    const [draft, { pageTools }] = await Promise.all([
      api.call('bizmeta.page.draft.get', { pageKey: key }),
      import('../../studio/preview/index.ts'),
    ]);
    return { draft: asDraft<PageDraft>(draft, draft.document), tools: pageTools(registry) };
  },
  save: ({ key, document, draft, choices }) =>
    savedOrConflicts(async () => {
      const saved = await api.call('bizmeta.page.draft.save', {
        pageKey: key,
        document,
        draftVersion: versionOf(draft),
        ...(choices && { choices: choicesOf(choices) }),
      });
      return asDraft<SavedDraft>(saved, saved.document ?? document);
    }),
  async resolve({ key, draft, choices }) {
    const resolved = await api.call('bizmeta.page.draft.resolve', {
      pageKey: key,
      draftVersion: versionOf(draft),
      choices: choicesOf(choices),
    });
    return asDraft<PageDraft>(resolved, resolved.document);
  },
});
