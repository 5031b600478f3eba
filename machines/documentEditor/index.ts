export { AUTOSAVE_MS, documentEditorMachine, provideDocumentEditor, type DocumentEditorMachine } from './machine.ts';
export { MAX_UNDO } from './history.ts';
export type { Conflict, DocumentEditorContext, DocumentEditorEvent, DocumentEditorInput, DocumentEditorServices, DocumentTools, Draft, DraftProblem, EditedDocument, OutlineRow, Plan, SaveAsk, Saved, Side, Step, Wish } from './types.ts';
