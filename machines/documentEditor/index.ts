export {
  AUTOSAVE_MS,
  documentEditorMachine,
  provideDocumentEditor,
  type DocumentEditorMachine,
} from './machine.ts';
export { MAX_UNDO } from './history.ts';
export type {
  Choices,
  Conflict,
  DocumentEditorContext,
  DocumentEditorEvent,
  DocumentEditorInput,
  DocumentEditorServices,
  DocumentTools,
  Draft,
  EditedDocument,
  OutlineRow,
  Plan,
  ResolveAsk,
  SaveAsk,
  Saved,
  Side,
  Step,
  Wish,
} from './types.ts';
