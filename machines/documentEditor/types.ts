/** A document being edited: opaque here, the tools know what it is made of. */
export type EditedDocument = Readonly<Record<string, unknown>>;
/** One small step of a change, undone and redone by the tools. */
export type Step = Readonly<Record<string, unknown>>;
/** A line of the document's outline; `id` is what is selected. */
interface OutlineRow {
  readonly id: string;
  readonly parentId: string | null;
  readonly title: string;
  readonly [detail: string]: unknown;
}

/**
 * What a person wants done to the document, by the outline's ids; the tools say how, or why not.
 */
export type EditCommand =
  /** Below `parentId` at `index`, counted without the node itself. */
  | { type: 'MOVE'; id: string; parentId: string | null; index: number }
  /** A new part of this kind: at a place, else into what is selected or behind it. */
  | { type: 'INSERT'; what: string; parentId?: string; index?: number }
  | { type: 'REMOVE'; id?: string }
  /** A copy: at a place, else behind the original. */
  | { type: 'DUPLICATE'; id?: string; parentId?: string; index?: number };
/** The steps of a wish and what is selected afterwards, or why it cannot be. */
export type Plan = { steps: readonly Step[]; select: string } | { refusal: string };

/** What is known of a kind of document: pure, no step changes what it is given. */
export interface DocumentTools {
  /** Reads a value written in place of the document; a refusal says what is missing. */
  read(value: unknown): { document: EditedDocument } | { refusal: string };
  diff(before: EditedDocument, after: EditedDocument): readonly Step[];
  /** Throws when a step does not fit the document. */
  apply(document: EditedDocument, steps: readonly Step[]): EditedDocument;
  invert(document: EditedDocument, steps: readonly Step[]): readonly Step[];
  /** They say the same, but for what counts their revisions. */
  same(one: EditedDocument, other: EditedDocument): boolean;
  /** Ours with what they changed since the base; where both changed the same, ours. */
  merge(base: EditedDocument, ours: EditedDocument, theirs: EditedDocument): EditedDocument;
  plan(document: EditedDocument, wish: EditCommand, selected: string): Plan;
  outline(document: EditedDocument, selected: string): readonly OutlineRow[];
  /** Where the selected part is in the document; null for what is no part of its own. */
  partPath(document: EditedDocument, selected: string): readonly string[] | null;
  /**
   * Equal for changes of the same place, which are undone together (typing in one box); null for a
   * change of its own.
   */
  mark(steps: readonly Step[]): string | null;
  /** The steps as a sentence. */
  words(before: EditedDocument, steps: readonly Step[]): string;
}

type Side = 'mine' | 'theirs';
/**
 * Two people changed the same place: `takes` says which side may be chosen, `take` what was. The
 * rest is for the page that shows it.
 */
export interface Conflict {
  readonly id: string;
  readonly takes: readonly Side[];
  readonly take?: Side | null;
  readonly [detail: string]: unknown;
}
/**
 * The draft as stored by the server; the rest (its version, the differences as sentences, problems)
 * is for the services and the page.
 */
export interface Draft {
  readonly document: EditedDocument;
  /** What it has to be reconciled with before it can be published; saving goes on. */
  readonly conflicts: readonly Conflict[];
  readonly [detail: string]: unknown;
}
export type Choices = Readonly<Record<string, Side>>;
/** A save that was stored, or what excludes it: then nothing was stored. */
export type Saved = { draft: Draft } | { conflicts: readonly Conflict[] };
/**
 * `draft` is the one the document was made from; `choices` answer the conflicts of the last try.
 */
export interface SaveRequest {
  key: string;
  document: EditedDocument;
  draft: Draft;
  choices: Choices | null;
}
export interface ResolveRequest {
  key: string;
  draft: Draft;
  choices: Choices;
}

export interface DocumentEditorServices {
  load(key: string): Promise<{ draft: Draft; tools: DocumentTools }>;
  save(ask: SaveRequest): Promise<Saved>;
  /** Resolves the draft's own conflicts. */
  resolve(ask: ResolveRequest): Promise<Draft>;
  /** A word to the person who edits. */
  notify(kind: 'info' | 'warning', text: string): void;
}

export interface DocumentEditorInput {
  key: string;
  /** What is selected first. */
  selected?: string | null;
  /** It is only looked at: nothing but the selection changes. */
  locked?: boolean | null;
}

export interface UndoEntry {
  readonly undo: readonly Step[];
  readonly redo: readonly Step[];
  readonly mark: string | null;
  /** Selected before and after. */
  readonly from: string;
  readonly to: string;
}

export interface DocumentEditorContext {
  readonly key: string;
  readonly locked: boolean;
  /** The document as it is edited; null until it is loaded. */
  readonly document: EditedDocument | null;
  /** The draft as last loaded or saved. */
  readonly draft: Draft | null;
  readonly tools: DocumentTools | null;
  readonly outline: readonly OutlineRow[];
  readonly selected: string;
  /** The selected part of the document, which a bind may change; null when there is none. */
  readonly part: unknown;
  readonly past: readonly UndoEntry[];
  readonly future: readonly UndoEntry[];
  /** Why it was not loaded or not saved; null when there is nothing to say. */
  readonly failure: string | null;
  /** Why what was last written is no document; null when it is one. */
  readonly refusal: string | null;
  /** Those that keep a save from being stored, in the state conflicted; else the draft's own. */
  readonly conflicts: readonly Conflict[];
  /** The choices answer a save that was refused. */
  readonly answering: boolean;
  /** The document as sent with the pending save. */
  readonly sent: EditedDocument | null;
  /** Saves that failed one after the other. */
  readonly tries: number;
}

export type DocumentEditorEvent =
  | EditCommand
  /** A bind into the context wrote: `document`, a part of it, `part`, or `selected`. */
  | { type: 'WRITE'; path: readonly string[]; value: unknown }
  | { type: 'UNDO' }
  | { type: 'REDO' }
  /** Saves now what waits to be saved. */
  | { type: 'SAVE' }
  /** Of one conflict, or without an id of all that can take that side. */
  | { type: 'CHOOSE'; id?: string | null; side: Side }
  /** Goes on with what was chosen of each conflict. */
  | { type: 'RESOLVE' }
  /** Reloads the draft: it was published, discarded or restored. */
  | { type: 'RELOAD' };
