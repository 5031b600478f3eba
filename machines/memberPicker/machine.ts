import { assign, enqueueActions, fromPromise, setup } from 'xstate';
import { asFailure, DEBOUNCE_MS, MEMBER_TABS, ORG_ROOT_ID } from '../../src/contract/index.ts';
import {
  withAllToggled,
  peopleRequestOf,
  isSearching,
  tabOf,
  withToggled,
  missingTrees,
  without,
  withMember,
} from './selection.ts';
import type {
  Member,
  MemberPickerContext,
  MemberPickerEvent,
  MemberPickerInput,
  MemberPickerServices,
  PeoplePage,
  PeopleRequest,
  PickerSettings,
  Trees,
} from './types.ts';

type Context = MemberPickerContext;
type TreesRequest = { wanted: { depts: boolean; roles: boolean } } & Pick<
  PickerSettings,
  'limit' | 'limitType'
>;

/** Without effects of its own the machine waits for ever, as the session does. */
const never = <T>(): Promise<T> => new Promise<T>(() => undefined);

const base = setup({
  types: {
    context: {} as Context,
    events: {} as MemberPickerEvent,
    input: {} as MemberPickerInput,
  },
  actors: {
    people: fromPromise<PeoplePage, PeopleRequest>(never),
    count: fromPromise<number, PeopleRequest>(never),
    trees: fromPromise<Partial<Trees>, TreesRequest>(never),
  },
  actions: {
    commit: (_, _params: { members: readonly Member[] }) => undefined,
    toast: (_, _params: { text: string }) => undefined,
  },
  delays: { debounce: DEBOUNCE_MS },
  guards: {
    isFree: ({ context }) => !context.settings.disabled,
    isInline: ({ context }) => context.settings.inline,
    isSearching: ({ context }) => isSearching(context),
    isBlank: ({ context }) => !isSearching(context),
    asksPeople: ({ context }) => peopleRequestOf(context) !== null,
    asksTrees: ({ context }) => {
      const { depts, roles } = missingTrees(context);
      return depts || roles;
    },
    hasMore: ({ context }) => context.more,
    isSingle: ({ context }) => context.settings.single,
    /** Only a page of them is here, and ticking all means all, or as many as can be chosen. */
    gathers: ({ context }) =>
      !context.settings.single && context.more && context.people.length < context.settings.max,
    isUncounted: ({ context }) => context.more && context.total === null,
    isOtherText: ({ context, event }) =>
      event.type === 'TYPE' && event.text.trim() !== context.text.trim(),
    isOtherTab: ({ context, event }) =>
      event.type === 'TAB' &&
      event.tab !== context.tab &&
      context.settings.tabs.includes(event.tab),
  },
});

/**
 * Applies an event to the draft; members beyond the maximum are left out, with a message. An inline
 * picker commits at once.
 */
const draftAction = (change: (context: Context, event: MemberPickerEvent) => readonly Member[]) =>
  base.createAction(
    enqueueActions(({ context, event, enqueue }) => {
      const { max, disabled, inline } = context.settings;
      if (disabled) return;
      const next = change(context, event);
      if (next.length > max) enqueue({ type: 'toast', params: { text: `最多选择 ${max} 个` } });
      const draft = next.length > max ? next.slice(0, max) : next;
      if (
        draft.length === context.draft.length &&
        draft.every((each, at) => each === context.draft[at])
      )
        return;
      enqueue.assign({ draft, ...(inline && { chosen: draft }) });
      if (inline) enqueue({ type: 'commit', params: { members: draft } });
    }),
  );
const toggle = draftAction((context, event) =>
  event.type === 'TOGGLE'
    ? withToggled(context.draft, event.member, context.settings.single)
    : context.draft,
);
const take = draftAction((context, event) =>
  event.type === 'TAKE' ? withMember(context.draft, event.member, true) : context.draft,
);
const remove = draftAction((context, event) =>
  event.type === 'REMOVE' ? without(context.draft, event.id) : context.draft,
);
const clear = draftAction(() => []);
const toggleAll = draftAction((context) =>
  context.settings.single ? context.draft : withAllToggled(context.draft, context.people),
);

/** What is ticked counts from now on. */
const commit = base.createAction(
  enqueueActions(({ context, enqueue }) => {
    enqueue.assign({ chosen: context.draft });
    enqueue({ type: 'commit', params: { members: context.draft } });
  }),
);
/** A tag outside of the dialog is taken away: there is nothing to confirm. */
const removeNow = base.createAction(
  enqueueActions(({ context, event, enqueue }) => {
    if (event.type !== 'REMOVE') return;
    const chosen = without(context.chosen, event.id);
    enqueue.assign({ chosen, draft: chosen });
    enqueue({ type: 'commit', params: { members: chosen } });
  }),
);

const EMPTY_LIST = { people: [], more: false, total: null, failure: null } as const;
const initialContext = (context: Context): Partial<Context> => ({
  draft: context.chosen,
  tab: tabOf(context.settings, 0),
  orgId: ORG_ROOT_ID,
  roleId: '',
  text: '',
  trees: { depts: null, roles: null },
  treeFailure: null,
  ...EMPTY_LIST,
});
const start = base.createAction(assign(({ context }) => initialContext(context)));
const enter = base.createAction(
  assign(({ context, event }) =>
    event.type === 'ENTER'
      ? {
          ...(context.tab === MEMBER_TABS.roles ? { roleId: event.id } : { orgId: event.id }),
          ...EMPTY_LIST,
        }
      : {},
  ),
);
const goTo = base.createAction(
  assign(({ event }) => (event.type === 'TAB' ? { tab: event.tab, text: '', ...EMPTY_LIST } : {})),
);
/** What was found stays until the next answer; what a tab listed does not. */
const type = base.createAction(
  assign(({ context, event }) =>
    event.type === 'TYPE'
      ? {
          text: event.text,
          ...(isSearching(context) && isSearching({ text: event.text })
            ? { failure: null }
            : EMPTY_LIST),
        }
      : {},
  ),
);
const setText = base.createAction(
  assign(({ event }) => (event.type === 'TYPE' ? { text: event.text } : {})),
);

const set = base.createAction(
  assign(({ context, event }) =>
    event.type === 'SET'
      ? { chosen: event.members, ...(context.settings.inline && { draft: event.members }) }
      : {},
  ),
);
const settings = base.createAction(
  assign(({ context, event }) =>
    event.type === 'SETTINGS'
      ? { settings: event.settings, tab: tabOf(event.settings, context.tab) }
      : {},
  ),
);

/** A page after the ones that are there, or as many as can be chosen. */
const nextPageRequest = (context: Context): PeopleRequest => ({
  ...peopleRequestOf(context)!,
  after: context.people.at(-1) ?? null,
});
const allPeopleRequest = (context: Context): PeopleRequest =>
  peopleRequestOf(context, context.settings.max)!;

/** Tabs, until the search box has the focus or holds something. */
const search = base.createStateConfig({
  initial: 'tabs',
  states: {
    tabs: { on: { SEARCH: 'box', TYPE: 'box' } },
    box: {
      on: {
        LEAVE_SEARCH: { guard: 'isBlank', target: 'tabs' },
        TAB: { guard: 'isOtherTab', target: 'tabs' },
      },
    },
  },
});

const tree = base.createStateConfig({
  initial: 'checking',
  on: { TAB: '.checking', TYPE: '.checking' },
  states: {
    checking: { always: [{ guard: 'asksTrees', target: 'loading' }, { target: 'ready' }] },
    loading: {
      tags: 'treeLoading',
      // A pending request is not repeated while the user types on.
      on: { TYPE: {} },
      invoke: {
        id: 'trees',
        src: 'trees',
        input: ({ context }) => ({
          wanted: missingTrees(context),
          limit: context.settings.limit,
          limitType: context.settings.limitType,
        }),
        onDone: {
          target: 'checking',
          actions: assign({
            trees: ({ context, event }) => ({ ...context.trees, ...event.output }),
            treeFailure: null,
          }),
        },
        onError: {
          target: 'failed',
          actions: assign({ treeFailure: ({ event }) => asFailure(event.error).sentence }),
        },
      },
    },
    ready: {},
    failed: { on: { RETRY: 'loading', TYPE: {} } },
  },
});

const tickAll = [{ guard: 'gathers', target: 'gathering' }, { actions: toggleAll }] as const;

const people = base.createStateConfig({
  initial: 'checking',
  on: {
    TAB: { guard: 'isOtherTab', target: '.checking', actions: goTo },
    ENTER: { target: '.checking', actions: enter },
    TYPE: [{ guard: 'isOtherText', target: '.checking', actions: type }, { actions: setText }],
  },
  states: {
    checking: {
      always: [
        { guard: 'isSearching', target: 'pausing' },
        { guard: 'asksPeople', target: 'loading' },
        { target: 'resting' },
      ],
    },
    resting: {},
    pausing: {
      tags: 'loading',
      after: { debounce: [{ guard: 'asksPeople', target: 'loading' }, { target: 'resting' }] },
    },
    loading: {
      tags: 'loading',
      invoke: {
        id: 'first',
        src: 'people',
        input: ({ context }) => peopleRequestOf(context)!,
        onDone: {
          target: 'listed',
          actions: assign(({ event: { output } }) => ({
            ...output,
            total: output.more ? null : output.people.length,
            failure: null,
          })),
        },
        onError: {
          target: 'failed',
          actions: assign(({ event }) => ({
            ...EMPTY_LIST,
            failure: asFailure(event.error).sentence,
          })),
        },
      },
    },
    failed: { on: { RETRY: 'loading' } },
    listed: {
      // The total is requested only when there are more people than listed; the list does not wait
      // for it and works without it.
      initial: 'checking',
      states: {
        checking: { always: [{ guard: 'isUncounted', target: 'counting' }, { target: 'counted' }] },
        counting: {
          invoke: {
            id: 'count',
            src: 'count',
            input: ({ context }) => peopleRequestOf(context)!,
            onDone: { target: 'counted', actions: assign({ total: ({ event }) => event.output }) },
            onError: 'counted',
          },
        },
        counted: {},
      },
      on: { MORE: { guard: 'hasMore', target: 'extending' }, TOGGLE_ALL: tickAll },
    },
    extending: {
      on: { TOGGLE_ALL: tickAll },
      invoke: {
        id: 'further',
        src: 'people',
        input: ({ context }) => nextPageRequest(context),
        onDone: {
          target: 'listed',
          actions: assign(({ context, event: { output } }) => {
            const all = [...context.people, ...output.people];
            return {
              people: all,
              more: output.more,
              total: output.more ? context.total : all.length,
            };
          }),
        },
        onError: {
          target: 'stalled',
          actions: assign({ failure: ({ event }) => asFailure(event.error).sentence }),
        },
      },
    },
    /** The next page did not come; what is there stays. */
    stalled: { exit: assign({ failure: null }), on: { RETRY: 'extending', TOGGLE_ALL: tickAll } },
    gathering: {
      tags: 'loading',
      invoke: {
        id: 'every',
        src: 'people',
        input: ({ context }) => allPeopleRequest(context),
        onDone: {
          target: 'gathered',
          actions: [
            assign(({ context, event: { output } }) => ({
              ...output,
              total: output.more ? context.total : output.people.length,
            })),
            {
              type: 'toast',
              params: ({ context, event }) => ({
                text: event.output.more ? `人数较多，已选择前 ${context.settings.max} 人` : '',
              }),
            },
          ],
        },
        onError: {
          target: 'listed',
          actions: {
            type: 'toast',
            params: ({ event }) => ({ text: asFailure(event.error).sentence }),
          },
        },
      },
    },
    gathered: { always: { target: 'listed', actions: toggleAll } },
  },
});

/**
 * Choosing people, departments and roles: pure, every effect injected, drawn in README.md. `chosen`
 * is what counts, `draft` what is ticked while it is open.
 */
export const memberPickerMachine = base.createMachine({
  id: 'memberPicker',
  context: ({ input }) => ({
    settings: input.settings,
    chosen: input.chosen ?? [],
    draft: input.chosen ?? [],
    tab: tabOf(input.settings, 0),
    orgId: ORG_ROOT_ID,
    roleId: '',
    text: '',
    people: [],
    more: false,
    total: null,
    failure: null,
    treeFailure: null,
    trees: { depts: null, roles: null },
  }),
  initial: 'closed',
  on: { SET: { actions: set }, SETTINGS: { actions: settings } },
  states: {
    closed: {
      always: { guard: 'isInline', target: 'open' },
      on: {
        OPEN: { guard: 'isFree', target: 'open' },
        REMOVE: { guard: 'isFree', actions: removeNow },
      },
    },
    open: {
      type: 'parallel',
      entry: start,
      states: { search, tree, people },
      on: {
        TOGGLE: { actions: toggle },
        REMOVE: { actions: remove },
        CLEAR: { actions: clear },
        TAKE: [
          { guard: 'isInline', actions: take },
          { guard: 'isSingle', target: 'closed', actions: [take, commit] },
          { actions: toggle },
        ],
        CONFIRM: {
          guard: ({ context }) => !context.settings.inline && !context.settings.disabled,
          target: 'closed',
          actions: commit,
        },
        CANCEL: {
          guard: ({ context }) => !context.settings.inline,
          target: 'closed',
          actions: start,
        },
      },
    },
  },
});
export type MemberPickerMachine = typeof memberPickerMachine;

/** The machine with the effects of a browser (or of a test) in place. */
export function provideMemberPicker(services: MemberPickerServices): MemberPickerMachine {
  return memberPickerMachine.provide({
    actors: {
      people: fromPromise<PeoplePage, PeopleRequest>(({ input, signal }) =>
        services.people(input, signal),
      ),
      count: fromPromise<number, PeopleRequest>(({ input, signal }) =>
        services.count(input, signal),
      ),
      trees: fromPromise<Partial<Trees>, TreesRequest>(({ input, signal }) =>
        services.trees(input.wanted, input.limit, input.limitType, signal),
      ),
    },
    actions: {
      commit: (_, { members }) => services.commit(members),
      toast: (_, { text }) => {
        if (text) services.toast(text);
      },
    },
  });
}
