import { assign, enqueueActions, fromPromise, setup } from 'xstate';
import { closed, edited, showing, turned } from './history.ts';
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
  ResolveAsk,
  SaveAsk,
  Saved,
  Wish,
} from './types.ts';

/**
 * A pause in writing after which it is saved, in milliseconds: long enough for a word, short enough
 * to lose nothing.
 */
export const AUTOSAVE_MS = 800;
/**
 * Waits between tries of a save that failed, in milliseconds; the last one holds for all that
 * follow.
 */
const RETRY_MS = [2_000, 5_000, 15_000, 30_000];

/** Without effects of its own the machine waits for ever, as the session does. */
const never = <T>(): Promise<T> => new Promise<T>(() => undefined);
const sentenceOf = (error: unknown): string =>
  (error instanceof Error && error.message) || '服务器异常';

type Context = DocumentEditorContext;
type Loaded = { draft: Draft; tools: DocumentTools };
const GONE = '这一步已被后来的改动取代，不能再撤销或重做';

const base = setup({
  types: {
    context: {} as Context,
    events: {} as DocumentEditorEvent,
    input: {} as DocumentEditorInput,
  },
  actors: {
    load: fromPromise<Loaded, string>(never),
    save: fromPromise<Saved, SaveAsk>(never),
    resolve: fromPromise<Draft, ResolveAsk>(never),
  },
  actions: { tell: (_, _params: { kind: 'info' | 'warning'; text: string }) => undefined },
  delays: {
    autosave: AUTOSAVE_MS,
    retry: ({ context }) => RETRY_MS[Math.min(context.tries, RETRY_MS.length) - 1] ?? RETRY_MS[0]!,
  },
  guards: {
    canUndo: ({ context }) => context.past.length > 0,
    canRedo: ({ context }) => context.future.length > 0,
    isUnsent: ({ context }) => context.document !== context.sent,
    isChosen: ({ context }) =>
      context.conflicts.length > 0 && context.conflicts.every(({ take }) => take),
  },
});

/** The value with another one at a path; what is not on the way stays the same object. */
function written(target: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  const object =
    typeof target === 'object' && target !== null ? (target as Record<string, unknown>) : {};
  return { ...object, [key]: written(object[key], rest, value) };
}
function write(context: Context, path: readonly string[], value: unknown): Partial<Context> {
  const [root, ...below] = path;
  if (!context.tools || !context.document) return {};
  if (root === 'selected') return showing(context.tools, context.document, String(value ?? ''));
  if (root !== 'document') return {};
  const read = context.tools.read(written(context.document, below, value));
  if ('refusal' in read) return { refusal: read.refusal };
  return edited(
    context,
    context.tools.diff(context.document, read.document),
    context.selected,
    read.document,
  );
}

/** What a wish of the person changes; a refusal is told. */
const wish = base.createAction(
  enqueueActions(({ context, event, enqueue }) => {
    if (!context.tools || !context.document) return;
    const plan = context.tools.plan(context.document, event as Wish, context.selected);
    if ('refusal' in plan) {
      enqueue({ type: 'tell', params: { kind: 'info', text: plan.refusal } });
      // Told anew: a tree that tried the move takes it back.
      enqueue.assign({ outline: [...context.outline] });
    } else enqueue.assign(edited(context, plan.steps, plan.select));
  }),
);
const turn = (way: 'undo' | 'redo') =>
  base.createAction(
    enqueueActions(({ context, enqueue }) => {
      const next = turned(context, way);
      if (next) enqueue.assign(next);
      else {
        enqueue.assign(
          way === 'undo'
            ? { past: context.past.slice(0, -1) }
            : { future: context.future.slice(0, -1) },
        );
        enqueue({ type: 'tell', params: { kind: 'warning', text: GONE } });
      }
    }),
  );
const writing = base.createAction(
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
 * What was loaded takes the place of everything; what was selected stays so when it is still there.
 */
const adopt = (context: Context, { draft, tools }: Loaded): Partial<Context> => ({
  draft,
  tools,
  ...showing(tools, draft.document, context.selected),
  past: [],
  future: [],
  failure: null,
  refusal: null,
  conflicts: draft.conflicts,
  answering: false,
  sent: draft.document,
  tries: 0,
});

/** What is here and not in the draft as it was last heard of. */
const hasUnsent = ({ tools, draft, document }: Context): boolean =>
  tools !== null &&
  draft !== null &&
  document !== null &&
  tools.diff(draft.document, document).length > 0;
/**
 * The draft loaded anew: what is not saved yet stays on top of it, and so does undo where nothing
 * else has changed.
 */
function refreshed(context: Context, loaded: Loaded): Partial<Context> {
  const { tools, draft, document, past, future } = context;
  if (!tools || !draft || !document) return adopt(context, loaded);
  if (hasUnsent(context))
    return {
      ...adopt(context, loaded),
      ...showing(
        tools,
        tools.merge(draft.document, document, loaded.draft.document),
        context.selected,
      ),
      past: closed(past),
    };
  const isSame = tools.same(document, loaded.draft.document);
  return { ...adopt(context, loaded), ...(isSame && { past: closed(past), future }) };
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
function landed(context: Context, draft: Draft): Partial<Context> {
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
    ...(next !== document && showing(tools, next, context.selected)),
    sent: document === sent ? next : draft.document,
    past: closed(context.past),
    failure: null,
    ...ownConflicts(context, draft),
    tries: 0,
  };
}
/**
 * The draft with its conflicts answered; what was written here meanwhile stays and is saved next.
 */
function resolved(context: Context, draft: Draft): Partial<Context> {
  const { tools, document, sent } = context;
  if (!tools || !document || !sent) return {};
  const next = document === sent ? draft.document : tools.merge(sent, document, draft.document);
  return {
    draft,
    ...showing(tools, next, context.selected),
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

const wishes = { actions: wish };
const EDITS = {
  WRITE: { actions: writing },
  MOVE: wishes,
  INSERT: wishes,
  REMOVE: wishes,
  DUPLICATE: wishes,
  UNDO: { guard: 'canUndo', actions: turn('undo') },
  REDO: { guard: 'canRedo', actions: turn('redo') },
} as const;
/** Another change: the pause begins anew. */
const again = { target: 'waiting', reenter: true } as const;
const rewished = { ...wishes, ...again };

/**
 * A document being edited, with undo, kept as a draft on the server while it is written: pure,
 * every effect injected, and what the document is made of known to the tools alone. Drawn in
 * README.md. States that would lose something are tagged `unsaved`; those on their way to the
 * server `saving` as well.
 */
export const documentEditorMachine = base.createMachine({
  id: 'documentEditor',
  context: ({ input }) => ({
    key: input.key,
    document: null,
    draft: null,
    tools: null,
    outline: [],
    selected: input.selected ?? '',
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
          actions: assign(({ context, event }) => adopt(context, event.output)),
        },
        onError: {
          target: 'failed',
          actions: assign({ failure: ({ event }) => sentenceOf(event.error) }),
        },
      },
    },
    failed: { on: { RELOAD: 'loading' } },
    editing: {
      initial: 'saved',
      on: { ...EDITS, RELOAD: '.refreshing', CHOOSE: { actions: choose } },
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
              actions: assign(({ context, event }) => refreshed(context, event.output)),
            },
            onError: {
              target: 'saved',
              actions: [
                assign({ sent: ({ context }) => (hasUnsent(context) ? null : context.document) }),
                {
                  type: 'tell',
                  params: ({ event }) => ({
                    kind: 'warning' as const,
                    text: sentenceOf(event.error),
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
              actions: assign(({ context, event }) => resolved(context, event.output)),
            },
            onError: {
              target: 'saved',
              actions: [
                {
                  type: 'tell',
                  params: ({ event }) => ({
                    kind: 'warning' as const,
                    text: sentenceOf(event.error),
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
            WRITE: { ...EDITS.WRITE, ...again },
            MOVE: rewished,
            INSERT: rewished,
            REMOVE: rewished,
            DUPLICATE: rewished,
            UNDO: { ...EDITS.UNDO, ...again },
            REDO: { ...EDITS.REDO, ...again },
            SAVE: 'saving',
          },
        },
        saving: {
          tags: ['unsaved', 'saving'],
          entry: assign({
            sent: ({ context }) => context.document,
            past: ({ context }) => closed(context.past),
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
                  enqueue.assign(landed(context, event.output.draft));
                  if (text) enqueue({ type: 'tell', params: { kind: 'info', text } });
                }),
              },
            ],
            onError: {
              target: 'unsaved',
              actions: assign({
                failure: ({ event }) => sentenceOf(event.error),
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
      save: fromPromise<Saved, SaveAsk>(({ input }) => services.save(input)),
      resolve: fromPromise<Draft, ResolveAsk>(({ input }) => services.resolve(input)),
    },
    actions: { tell: (_, { kind, text }) => services.tell(kind, text) },
  });
}
