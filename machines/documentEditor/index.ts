export { provideDocumentEditor, type DocumentEditorMachine } from './machine.ts';
export type {
  Conflict,
  DocumentEditorServices,
  DocumentTools,
  Draft,
  EditedDocument,
  Plan,
  Saved,
  EditCommand as Wish,
} from './types.ts';
