/** A document being edited: opaque here, the tools know what it is made of. */
export type EditedDocument = Readonly<Record<string, unknown>>;
/** One small step of a change, undone and redone by the tools. */
export type Step = Readonly<Record<string, unknown>>;
/** A line of the document's outline; `id` is what is selected. */
export interface OutlineRow { readonly id: string; readonly parentId: string | null; readonly title: string; readonly [detail: string]: unknown }

/** What a person wants done to the document, by the outline's ids; the tools say how, or why not. */
export type Wish =
  /** Below `parentId` at `index`, counted without the node itself. */
  | { type: 'MOVE'; id: string; parentId: string | null; index: number }
  /** A new part of this kind, into what is selected or behind it. */
  | { type: 'INSERT'; what: string }
  | { type: 'REMOVE'; id?: string }
  | { type: 'DUPLICATE'; id?: string };
/** The steps of a wish and what is selected afterwards, or why it cannot be. */
export type Plan = { steps: readonly Step[]; select: string } | { refusal: string };

/** What is known of a kind of document: pure, no step changes what it is given. */
export interface DocumentTools {
  /** A value somebody wrote in the document's place, as a document; a refusal says what is missing. */
  read(value: unknown): { document: EditedDocument } | { refusal: string };
  diff(before: EditedDocument, after: EditedDocument): readonly Step[];
  /** Throws when a step does not fit the document. */
  apply(document: EditedDocument, steps: readonly Step[]): EditedDocument;
  invert(document: EditedDocument, steps: readonly Step[]): readonly Step[];
  /** Ours with what they changed since the base; where both changed the same, ours. */
  merge(base: EditedDocument, ours: EditedDocument, theirs: EditedDocument): EditedDocument;
  plan(document: EditedDocument, wish: Wish, selected: string): Plan;
  outline(document: EditedDocument): readonly OutlineRow[];
  /** Equal for changes of the same place, which are undone together (typing in one box); null for a change of its own. */
  mark(steps: readonly Step[]): string | null;
  /** The steps in words. */
  words(before: EditedDocument, steps: readonly Step[]): string;
}

/** A problem of the document; `path` is a JSON pointer into it. */
export interface DraftProblem { readonly path: string; readonly msg: string; readonly severity: 'error' | 'warning' }
/** The draft as the server keeps it. */
export interface Draft {
  readonly document: EditedDocument;
  /** Counts the saves of the draft, whoever's. */
  readonly version: number;
  /** The published revision it was begun from, and the one that is published now. */
  readonly baseRev: number;
  /** What differs from the published document, a line each. */
  readonly words: readonly string[];
  readonly problems: readonly DraftProblem[];
  readonly savedAt: string | null;
  readonly savedBy: string | null;
  /** Anything else a page may want to read of it. */
  readonly about: Readonly<Record<string, unknown>>;
}
export type Side = 'mine' | 'theirs';
/** Two people changed the same place: both values, in words. */
export interface Conflict { readonly id: string; readonly title: string; readonly mine: string; readonly theirs: string; readonly [detail: string]: unknown }
export type Saved = { draft: Draft } | { conflicts: readonly Conflict[] };
export interface SaveAsk { key: string; document: EditedDocument; /** The draft the document was made from. */ draft: Draft; choices: Readonly<Record<string, Side>> | null }

export interface DocumentEditorServices {
  load(key: string): Promise<{ draft: Draft; tools: DocumentTools }>;
  save(ask: SaveAsk): Promise<Saved>;
  /** A word to the person who edits. */
  tell(kind: 'info' | 'warning', text: string): void;
}

export interface DocumentEditorInput { key: string; /** What is selected first. */ selected?: string | null }

export interface Entry { readonly undo: readonly Step[]; readonly redo: readonly Step[]; readonly mark: string | null; /** Selected before and after. */ readonly from: string; readonly to: string }

export interface DocumentEditorContext {
  readonly key: string;
  /** The document as it is edited; null until it is loaded. */
  readonly document: EditedDocument | null;
  /** The draft as last loaded or saved. */
  readonly draft: Draft | null;
  readonly tools: DocumentTools | null;
  readonly outline: readonly OutlineRow[];
  readonly selected: string;
  readonly past: readonly Entry[];
  readonly future: readonly Entry[];
  /** Why it was not loaded or not saved; null when there is nothing to say. */
  readonly failure: string | null;
  /** Why what was last written is no document; null when it is one. */
  readonly refusal: string | null;
  readonly conflicts: readonly Conflict[];
  readonly choices: Readonly<Record<string, Side>>;
  /** The document as it was handed to the save that is under way. */
  readonly sent: EditedDocument | null;
  /** Saves that failed one after the other. */
  readonly tries: number;
}

export type DocumentEditorEvent =
  | Wish
  /** A bind into the context wrote: `document`, a part of it, or `selected`. */
  | { type: 'WRITE'; path: readonly string[]; value: unknown }
  | { type: 'UNDO' } | { type: 'REDO' }
  /** Saves now what waits to be saved. */
  | { type: 'SAVE' }
  | { type: 'CHOOSE'; id: string; side: Side }
  /** Saves again with what was chosen of each conflict. */
  | { type: 'RESOLVE' }
  /** Loads the draft anew: it was published, discarded or restored. */
  | { type: 'RELOAD' };
