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
  ResolveRequest as ResolveAsk,
  SaveRequest as SaveAsk,
  Saved,
  Side,
  Step,
  EditCommand as Wish,
} from './types.ts';
