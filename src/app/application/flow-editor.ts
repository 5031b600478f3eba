import type { FlowDraft, SavedFlowDraft } from '../../contract/index.ts';
import type { DocumentEditorServices } from '../../../machines/index.ts';
import type { Application } from './application.ts';
import { asDraft, choicesOf, savedOrConflicts, versionOf } from './document-editor.ts';

type Services = Omit<DocumentEditorServices, 'notify'>;
type Server = Pick<Application, 'api' | 'ports'>;

/** Drafts of templates of approvals: the server's, and what is known of templates and their object. */
export const flowDrafts = (server: Server): Services => ({
  load: (id) => loadDraft(server, id),
  save: (change) => savedOrConflicts(() => saveDraft(server, change)),
  resolve: (choice) => resolveDraft(server, choice),
});

async function loadDraft({ api, ports }: Server, id: string) {
  const [draft, { flowTools }] = await Promise.all([
    api.call('bpm.template.draft.get', { id }),
    import('../../studio/flow/index.ts'),
  ]);
  const { fields } = await ports.describe(draft.objectApiName);
  return { draft: asDraft<FlowDraft>(draft, draft.document), tools: flowTools(fields) };
}

async function saveDraft(
  { api }: Server,
  { key, document, draft, choices }: Parameters<Services['save']>[0],
) {
  const saved = await api.call('bpm.template.draft.save', {
    id: key,
    document,
    draftVersion: versionOf(draft),
    ...(choices && { choices: choicesOf(choices) }),
  });
  return asDraft<SavedFlowDraft>(saved, saved.document ?? document);
}

async function resolveDraft(
  { api }: Server,
  { key, draft, choices }: Parameters<Services['resolve']>[0],
) {
  const resolved = await api.call('bpm.template.draft.resolve', {
    id: key,
    draftVersion: versionOf(draft),
    choices: choicesOf(choices),
  });
  return asDraft<FlowDraft>(resolved, resolved.document);
}
