import type {
  DocumentEditorContext,
  DocumentTools,
  EditedDocument,
  UndoEntry,
  Step,
} from './types.ts';

/** Changes that can be undone: a day's work, and little memory, as steps are small. */
const MAX_UNDO = 300;

type Edited = Pick<
  DocumentEditorContext,
  'document' | 'outline' | 'selected' | 'part' | 'past' | 'future' | 'refusal'
>;

/** The outline's line that is there, else the first. */
function selectedIn(outline: DocumentEditorContext['outline'], selected: string): string {
  return outline.some(({ id }) => id === selected) ? selected : (outline[0]?.id ?? '');
}
/** What follows from another document in the editor. */
export function shownState(
  tools: DocumentTools,
  document: EditedDocument,
  selected: string,
): Pick<Edited, 'document' | 'outline' | 'selected' | 'part'> {
  const outline = tools.outline(document, selected);
  const now = selectedIn(outline, selected);
  const path = tools.partPath(document, now);
  const part = path?.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined),
    document,
  );
  return { document, outline, selected: now, part: part ?? null };
}

/**
 * A change of the same place as the last one joins it: what is typed in one go is undone in one go.
 */
function appendEntry(past: readonly UndoEntry[], entry: UndoEntry): readonly UndoEntry[] {
  const last = past.at(-1);
  if (last && entry.mark !== null && last.mark === entry.mark)
    return [...past.slice(0, -1), { ...entry, undo: last.undo, from: last.from }];
  return [...past, entry].slice(-MAX_UNDO);
}

/**
 * The document after a change, which can be undone. `after` is given where it is written otherwise
 * than the steps would (the order of keys).
 */
export function withChange(
  context: DocumentEditorContext,
  steps: readonly Step[],
  select: string,
  after?: EditedDocument,
): Partial<Edited> {
  const { tools, document, past, selected } = context;
  if (!tools || !document || steps.length === 0) return { refusal: null };
  const next = shownState(tools, after ?? tools.apply(document, steps), select);
  const entry = {
    undo: tools.invert(document, steps),
    redo: steps,
    mark: tools.mark(steps),
    from: selected,
    to: next.selected,
  };
  return { ...next, past: appendEntry(past, entry), future: [], refusal: null };
}

/** A saved change is one of its own: what is typed afterwards is undone by itself. */
export const withClosedEntry = (past: readonly UndoEntry[]): readonly UndoEntry[] =>
  past.map((entry, at) =>
    at === past.length - 1 && entry.mark !== null ? { ...entry, mark: null } : entry,
  );

/** Undoes or redoes one entry; null when a concurrent change has removed what it applies to. */
export function undoneOrRedone(
  context: DocumentEditorContext,
  way: 'undo' | 'redo',
): Partial<Edited> | null {
  const { tools, document } = context;
  const [from, to] =
    way === 'undo' ? [context.past, context.future] : [context.future, context.past];
  const entry = from.at(-1);
  if (!tools || !document || !entry) return {};
  const rest = from.slice(0, -1);
  const next = [...to, { ...entry, mark: null }];
  const lists =
    way === 'undo' ? { past: withClosedEntry(rest), future: next } : { past: next, future: rest };
  try {
    return {
      ...shownState(
        tools,
        tools.apply(document, entry[way]),
        way === 'undo' ? entry.from : entry.to,
      ),
      ...lists,
      refusal: null,
    };
  } catch {
    return null;
  }
}
