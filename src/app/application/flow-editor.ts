import type { FlowDraft, SavedFlowDraft } from '../../contract/index.ts';
import type { DocumentEditorServices } from '../../../machines/index.ts';
import type { Application } from './application.ts';
import { asDraft, choicesOf, savedOrConflicts, versionOf } from './document-editor.ts';

type Services = Omit<DocumentEditorServices, 'notify'>;

/** Drafts of templates of approvals: the server's, and what is known of templates and their object. */
export const flowDrafts = ({ api, ports }: Pick<Application, 'api' | 'ports'>): Services => ({
  async load(id) {
    const [draft, { flowTools }] = await Promise.all([
      api.call('bpm.template.draft.get', { id }),
      import('../../studio/flow/index.ts'),
    ]);
    const { fields } = await ports.describe(draft.objectApiName);
    return { draft: asDraft<FlowDraft>(draft, draft.document), tools: flowTools(fields) };
  },
  save: ({ key, document, draft, choices }) =>
    savedOrConflicts(async () => {
      const saved = await api.call('bpm.template.draft.save', {
        id: key,
        document,
        draftVersion: versionOf(draft),
        ...(choices && { choices: choicesOf(choices) }),
      });
      return asDraft<SavedFlowDraft>(saved, saved.document ?? document);
    }),
  async resolve({ key, draft, choices }) {
    const resolved = await api.call('bpm.template.draft.resolve', {
      id: key,
      draftVersion: versionOf(draft),
      choices: choicesOf(choices),
    });
    return asDraft<FlowDraft>(resolved, resolved.document);
  },
});
