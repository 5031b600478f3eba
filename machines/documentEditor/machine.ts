import { asFailure } from '../../src/contract/index.ts';
import { assign, enqueueActions, fromPromise, setup } from 'xstate';
import { withClosedEntry, withChange, shownState, undoneOrRedone } from './history.ts';
import type {
  Choices,
  Conflict,
  DocumentEditorContext,
  DocumentEditorEvent,
  DocumentEditorInput,
  DocumentEditorServices,
  DocumentTools,
  Draft,
  EditedDocument,
  ResolveRequest,
  SaveRequest,
  Saved,
  EditCommand,
} from './types.ts';

/**
 * Idle time after the last change before the draft is saved, in milliseconds: long enough to finish
 * a word, short enough to lose nothing.
 */
const AUTOSAVE_MS = 800;
/**
 * Waits between tries of a save that failed, in milliseconds; the last one holds for all that
 * follow.
 */
const RETRY_MS = [2_000, 5_000, 15_000, 30_000];

/** Without effects of its own the machine waits for ever, as the session does. */
const never = <T>(): Promise<T> => new Promise<T>(() => undefined);

type Context = DocumentEditorContext;
type Loaded = { draft: Draft; tools: DocumentTools };
const SUPERSEDED_TEXT = '这一步已被后来的改动取代，不能再撤销或重做';

const base = setup({
  types: {
    context: {} as Context,
    events: {} as DocumentEditorEvent,
    input: {} as DocumentEditorInput,
  },
  actors: {
    load: fromPromise<Loaded, string>(never),
    save: fromPromise<Saved, SaveRequest>(never),
    resolve: fromPromise<Draft, ResolveRequest>(never),
  },
  actions: { notify: (_, _params: { kind: 'info' | 'warning'; text: string }) => undefined },
  delays: {
    autosave: AUTOSAVE_MS,
    retry: ({ context }) => RETRY_MS[Math.min(context.tries, RETRY_MS.length) - 1] ?? RETRY_MS[0]!,
  },
  guards: {
    isOpen: ({ context }) => !context.locked,
    canUndo: ({ context }) => context.past.length > 0,
    canRedo: ({ context }) => context.future.length > 0,
    isUnsent: ({ context }) => context.document !== context.sent,
    isChosen: ({ context }) =>
      context.conflicts.length > 0 && context.conflicts.every(({ take }) => take),
  },
});

/** The value with another one at a path; what is not on the way stays the same object. */
function withValueAt(target: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(target))
    return target.map((item, at) => (String(at) === key ? withValueAt(item, rest, value) : item));
  const object =
    typeof target === 'object' && target !== null ? (target as Record<string, unknown>) : {};
  return { ...object, [key]: withValueAt(object[key], rest, value) };
}
function write(context: Context, path: readonly string[], value: unknown): Partial<Context> {
  const { tools, document, selected, locked } = context;
  const [root, ...below] = path;
  if (!tools || !document) return {};
  if (root === 'selected') return shownState(tools, document, String(value ?? ''));
  if (locked) return {};
  const place = root === 'part' ? tools.partPath(document, selected) : [];
  if (!place || (root !== 'document' && root !== 'part')) return {};
  const read = tools.read(withValueAt(document, [...place, ...below], value));
  if ('refusal' in read) return { refusal: read.refusal };
  return withChange(context, tools.diff(document, read.document), selected, read.document);
}

/** Applies an edit command; reports a refusal. */
const runCommand = base.createAction(
  enqueueActions(({ context, event, enqueue }) => {
    if (!context.tools || !context.document) return;
    const plan = context.tools.plan(context.document, event as EditCommand, context.selected);
    if ('refusal' in plan) {
      enqueue({ type: 'notify', params: { kind: 'info', text: plan.refusal } });
      // A new array makes a tree that has already drawn the move revert it.
      enqueue.assign({ outline: [...context.outline] });
    } else enqueue.assign(withChange(context, plan.steps, plan.select));
  }),
);
const undoOrRedo = (way: 'undo' | 'redo') =>
  base.createAction(
    enqueueActions(({ context, enqueue }) => {
      const next = undoneOrRedone(context, way);
      if (next) enqueue.assign(next);
      else {
        enqueue.assign(
          way === 'undo'
            ? { past: context.past.slice(0, -1) }
            : { future: context.future.slice(0, -1) },
        );
        enqueue({ type: 'notify', params: { kind: 'warning', text: SUPERSEDED_TEXT } });
      }
    }),
  );
const writeValue = base.createAction(
  assign(({ context, event }) =>
    event.type === 'WRITE' ? write(context, event.path, event.value) : {},
  ),
);

const choose = base.createAction(
  assign(({ context, event }) =>
    event.type === 'CHOOSE'
      ? {
          conflicts: context.conflicts.map((each) =>
            (event.id ?? each.id) === each.id && each.takes.includes(event.side)
              ? { ...each, take: event.side }
              : each,
          ),
        }
      : {},
  ),
);
const choicesOf = (conflicts: readonly Conflict[]): Choices =>
  Object.fromEntries(conflicts.flatMap(({ id, take }) => (take ? [[id, take]] : [])));

/**
 * Replaces the whole state by a loaded draft; the selection is preserved when the node still
 * exists.
 */
const replaceDraft = (context: Context, { draft, tools }: Loaded): Partial<Context> => ({
  draft,
  tools,
  ...shownState(tools, draft.document, context.selected),
  past: [],
  future: [],
  failure: null,
  refusal: null,
  conflicts: draft.conflicts,
  answering: false,
  sent: draft.document,
  tries: 0,
});

/** What is here and not in the draft as it was last recorded of. */
const hasUnsent = ({ tools, draft, document }: Context): boolean =>
  tools !== null &&
  draft !== null &&
  document !== null &&
  tools.diff(draft.document, document).length > 0;
/**
 * A reload: unsaved changes stay on top of the loaded draft, and so does the undo history if
 * nothing else has changed.
 */
function reloadedState(context: Context, loaded: Loaded): Partial<Context> {
  const { tools, draft, document, past, future } = context;
  if (!tools || !draft || !document) return replaceDraft(context, loaded);
  if (hasUnsent(context))
    return {
      ...replaceDraft(context, loaded),
      ...shownState(
        tools,
        tools.merge(draft.document, document, loaded.draft.document),
        context.selected,
      ),
      past: withClosedEntry(past),
    };
  const isSame = tools.same(document, loaded.draft.document);
  return {
    ...replaceDraft(context, loaded),
    ...(isSame && { past: withClosedEntry(past), future }),
  };
}

/** The draft's own conflicts; what was chosen of them stays while they do. */
function ownConflicts({ conflicts: before }: Context, { conflicts }: Draft): Partial<Context> {
  const chosen = choicesOf(before);
  return {
    conflicts: conflicts.map((each) => ({ ...each, take: chosen[each.id] ?? null })),
    answering: false,
  };
}
/**
 * The draft as it was saved: with what others changed meanwhile, and what was written here since it
 * was sent.
 */
function savedState(context: Context, draft: Draft): Partial<Context> {
  const { tools, document, sent } = context;
  if (!tools || !document || !sent) return {};
  const same = tools.diff(sent, draft.document).length === 0;
  const next = same
    ? document
    : document === sent
      ? draft.document
      : tools.merge(sent, document, draft.document);
  return {
    draft,
    ...(next !== document && shownState(tools, next, context.selected)),
    sent: document === sent ? next : draft.document,
    past: withClosedEntry(context.past),
    failure: null,
    ...ownConflicts(context, draft),
    tries: 0,
  };
}
/**
 * The draft with its conflicts answered; what was written here meanwhile stays and is saved next.
 */
function resolvedState(context: Context, draft: Draft): Partial<Context> {
  const { tools, document, sent } = context;
  if (!tools || !document || !sent) return {};
  const next = document === sent ? draft.document : tools.merge(sent, document, draft.document);
  return {
    draft,
    ...shownState(tools, next, context.selected),
    sent: draft.document,
    ...ownConflicts(context, draft),
  };
}
const othersChanged = (context: Context, document: EditedDocument): string | null => {
  if (!context.tools || !context.sent) return null;
  const steps = context.tools.diff(context.sent, document);
  return steps.length === 0
    ? null
    : `已合并他人的改动：${context.tools.words(context.sent, steps)}`;
};

const commandTransition = { guard: 'isOpen', actions: runCommand } as const;
const EDIT_TRANSITIONS = {
  WRITE: { actions: writeValue },
  MOVE: commandTransition,
  INSERT: commandTransition,
  REMOVE: commandTransition,
  DUPLICATE: commandTransition,
  UNDO: { guard: 'canUndo', actions: undoOrRedo('undo') },
  REDO: { guard: 'canRedo', actions: undoOrRedo('redo') },
} as const;
/** Another change restarts the autosave pause. */
const restartPause = { target: 'waiting', reenter: true } as const;
const restartedCommand = { ...commandTransition, ...restartPause };

/**
 * A document being edited, with undo, saved as a draft on the server. Pure: every effect is
 * injected, and only the tools know the document's structure. Drawn in README.md. States that would
 * lose something are tagged `unsaved`, those with a request pending also `saving`.
 */
const documentEditorMachine = base.createMachine({
  id: 'documentEditor',
  context: ({ input }) => ({
    key: input.key,
    locked: input.locked === true,
    document: null,
    draft: null,
    tools: null,
    outline: [],
    selected: input.selected ?? '',
    part: null,
    past: [],
    future: [],
    failure: null,
    refusal: null,
    conflicts: [],
    answering: false,
    sent: null,
    tries: 0,
  }),
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        id: 'load',
        src: 'load',
        input: ({ context }) => context.key,
        onDone: {
          target: 'editing',
          actions: assign(({ context, event }) => replaceDraft(context, event.output)),
        },
        onError: {
          target: 'failed',
          actions: assign({ failure: ({ event }) => asFailure(event.error).sentence }),
        },
      },
    },
    failed: { on: { RELOAD: 'loading' } },
    editing: {
      initial: 'saved',
      on: { ...EDIT_TRANSITIONS, RELOAD: '.refreshing', CHOOSE: { actions: choose } },
      states: {
        saved: {
          always: { guard: 'isUnsent', target: 'waiting' },
          on: { RESOLVE: { guard: 'isChosen', target: 'resolving' } },
        },
        refreshing: {
          tags: ['unsaved', 'saving'],
          invoke: {
            id: 'reload',
            src: 'load',
            input: ({ context }) => context.key,
            onDone: {
              target: 'saved',
              actions: assign(({ context, event }) => reloadedState(context, event.output)),
            },
            onError: {
              target: 'saved',
              actions: [
                assign({ sent: ({ context }) => (hasUnsent(context) ? null : context.document) }),
                {
                  type: 'notify',
                  params: ({ event }) => ({
                    kind: 'warning' as const,
                    text: asFailure(event.error).sentence,
                  }),
                },
              ],
            },
          },
        },
        resolving: {
          tags: ['unsaved', 'saving'],
          invoke: {
            id: 'resolve',
            src: 'resolve',
            input: ({ context }) => ({
              key: context.key,
              draft: context.draft!,
              choices: choicesOf(context.conflicts),
            }),
            onDone: {
              target: 'saved',
              actions: assign(({ context, event }) => resolvedState(context, event.output)),
            },
            onError: {
              target: 'saved',
              actions: [
                {
                  type: 'notify',
                  params: ({ event }) => ({
                    kind: 'warning' as const,
                    text: asFailure(event.error).sentence,
                  }),
                },
              ],
            },
          },
        },
        waiting: {
          tags: ['unsaved', 'saving'],
          after: { autosave: 'saving' },
          on: {
            WRITE: { ...EDIT_TRANSITIONS.WRITE, ...restartPause },
            MOVE: restartedCommand,
            INSERT: restartedCommand,
            REMOVE: restartedCommand,
            DUPLICATE: restartedCommand,
            UNDO: { ...EDIT_TRANSITIONS.UNDO, ...restartPause },
            REDO: { ...EDIT_TRANSITIONS.REDO, ...restartPause },
            SAVE: 'saving',
          },
        },
        saving: {
          tags: ['unsaved', 'saving'],
          entry: assign({
            sent: ({ context }) => context.document,
            past: ({ context }) => withClosedEntry(context.past),
          }),
          invoke: {
            id: 'save',
            src: 'save',
            input: ({ context }) => ({
              key: context.key,
              document: context.document!,
              draft: context.draft!,
              choices: context.answering ? choicesOf(context.conflicts) : null,
            }),
            onDone: [
              {
                guard: ({ event }) => 'conflicts' in event.output,
                target: 'conflicted',
                actions: assign(({ event }) =>
                  'conflicts' in event.output
                    ? { conflicts: event.output.conflicts, answering: true }
                    : {},
                ),
              },
              {
                target: 'saved',
                actions: enqueueActions(({ context, event, enqueue }) => {
                  if (!('draft' in event.output)) return;
                  const text = othersChanged(context, event.output.draft.document);
                  enqueue.assign(savedState(context, event.output.draft));
                  if (text) enqueue({ type: 'notify', params: { kind: 'info', text } });
                }),
              },
            ],
            onError: {
              target: 'unsaved',
              actions: assign({
                failure: ({ event }) => asFailure(event.error).sentence,
                tries: ({ context }) => context.tries + 1,
              }),
            },
          },
        },
        unsaved: { tags: 'unsaved', after: { retry: 'saving' }, on: { SAVE: 'saving' } },
        conflicted: {
          tags: 'unsaved',
          on: { RESOLVE: { guard: 'isChosen', target: 'saving' } },
        },
      },
    },
  },
});
export type DocumentEditorMachine = typeof documentEditorMachine;

/** The machine with the effects of a browser (or of a test) in place. */
export function provideDocumentEditor(services: DocumentEditorServices): DocumentEditorMachine {
  return documentEditorMachine.provide({
    actors: {
      load: fromPromise<Loaded, string>(({ input }) => services.load(input)),
      save: fromPromise<Saved, SaveRequest>(({ input }) => services.save(input)),
      resolve: fromPromise<Draft, ResolveRequest>(({ input }) => services.resolve(input)),
    },
    actions: { notify: (_, { kind, text }) => services.notify(kind, text) },
  });
}
