import { asFailure } from '../../src/contract/index.ts';
import { assign, enqueueActions, fromCallback, fromPromise, setup } from 'xstate';
import {
  withPages,
  resetPaging,
  pageRequestsOf,
  checked,
  emptyBox,
  withFailure,
  withMarked,
  withoutRemoved,
  TABS,
  withPage,
} from './boxes.ts';
import type {
  MessagePages,
  PageRequests,
  MessagesContext,
  MessagesEvent,
  MessagesServices,
} from './types.ts';

/** How often the count is polled without a stream, in milliseconds. */
const POLL_MS = 60_000;
const NONE_TO_MARK = '请选择要标记的消息';
const NONE_TO_DELETE = '请选择要删除的消息';

/** Without effects of its own the machine waits for ever, as the session does. */
const never = <T>(): Promise<T> => new Promise<T>(() => undefined);

type Context = MessagesContext;
const checkedIds = ({ tab, boxes }: Context): readonly string[] => boxes[tab].withChecked;

const base = setup({
  types: { context: {} as Context, events: {} as MessagesEvent },
  actors: {
    stream: fromCallback<MessagesEvent>(() => undefined),
    count: fromPromise<number>(never),
    load: fromPromise<MessagePages, PageRequests>(never),
    mark: fromPromise<void, readonly string[]>(never),
    remove: fromPromise<void, readonly string[]>(never),
    confirm: fromPromise<boolean>(never),
  },
  actions: {
    toast: (_, _params: { text: string }) => undefined,
    reportFailure: (_, _params: { error: unknown }) => undefined,
    resetPaging: assign(({ context }) => resetPaging(context)),
    choose: assign(({ context }) => ({ chosen: checkedIds(context) })),
    wantAll: assign({ wanted: TABS }),
  },
  delays: { poll: POLL_MS },
  guards: {
    hasTicked: ({ context }) => checkedIds(context).length > 0,
    isWanted: ({ context }) => context.wanted.length > 0,
    isUnreadTab: ({ context }) => context.tab === 'unread',
  },
});

/** A count from the stream or a poll; one that differs from the open list reloads it. */
const applyCount = base.createAction(
  assign(({ context, event }) => {
    if (event.type !== 'COUNT') return {};
    const { unread, latest = context.latest } = event;
    const isNews =
      unread !== context.boxes.unread.total ||
      (context.latest !== null && latest !== context.latest);
    return { unread, latest, ...(isNews && context.boxes.unread.known && { wanted: TABS }) };
  }),
);
const check = base.createAction(
  assign(({ context, event }) => (event.type === 'CHECK' ? checked(context, event.ids) : {})),
);
const changePage = base.createAction(
  assign(({ context, event }) => (event.type === 'TURN' ? withPage(context, event) : {})),
);
const chooseOpened = base.createAction(
  assign(({ event }) => (event.type === 'READ' ? { chosen: [event.id] } : {})),
);
/** The pages that are being loaded are wanted afterwards. */
const postpone = base.createAction(
  assign(({ context }) => ({ wanted: [...new Set([...context.asked, ...context.wanted])] })),
);
/** What is pressed while the server changes the lists is done afterwards, in its order. */
const defer = base.createAction(
  assign(({ context, event }) => ({ deferred: [...context.deferred, event] })),
);
const resume = base.createAction(
  enqueueActions(({ context, enqueue }) => {
    for (const event of context.deferred) enqueue.raise(event);
    enqueue.assign({ deferred: [] });
  }),
);
const changeTab = base.createAction(
  assign(({ event }) =>
    event.type === 'TAB' && TABS.includes(event.tab) ? { tab: event.tab } : {},
  ),
);
const failure = {
  type: 'reportFailure',
  params: ({ event }: { event: { error: unknown } }) => ({ error: event.error }),
} as const;

const deferring = {
  CHECK: { actions: defer },
  TURN: { actions: defer },
  READ: { actions: defer },
  MARK: { actions: defer },
  DELETE: { actions: defer },
};
/** `leave` is what a reload that is going on does first. */
const marksOrTells = (leave: readonly (typeof postpone)[]) => [
  {
    guard: ({ context }: { context: Context }) =>
      context.tab === 'unread' && checkedIds(context).length > 0,
    target: 'marking' as const,
    actions: [...leave, 'choose' as const],
  },
  {
    guard: 'isUnreadTab' as const,
    actions: { type: 'toast' as const, params: { text: NONE_TO_MARK } },
  },
];
const asksOrTells = (leave: readonly (typeof postpone)[]) => [
  {
    guard: 'hasTicked' as const,
    target: 'asking' as const,
    actions: [...leave, 'choose' as const],
  },
  { actions: { type: 'toast' as const, params: { text: NONE_TO_DELETE } } },
];

/**
 * The list is not reloaded while a change of it is pending; what arrives meanwhile is loaded
 * afterwards.
 */
export const messagesMachine = base.createMachine({
  id: 'messages',
  type: 'parallel',
  context: {
    unread: 0,
    tab: 'unread',
    latest: null,
    boxes: { unread: emptyBox, read: emptyBox },
    wanted: [],
    asked: [],
    chosen: [],
    deferred: [],
  },
  states: {
    live: {
      invoke: { id: 'stream', src: 'stream' },
      initial: 'counting',
      on: { COUNT: { actions: applyCount } },
      states: {
        /** No stream: the count is asked for, now and then. */
        counting: {
          invoke: {
            id: 'count',
            src: 'count',
            onDone: {
              target: 'waiting',
              actions: ({ event, self }) => self.send({ type: 'COUNT', unread: event.output }),
            },
            onError: 'waiting',
          },
          on: { UP: 'streaming' },
        },
        waiting: { after: { poll: 'counting' }, on: { UP: 'streaming' } },
        streaming: { on: { DOWN: 'counting' } },
      },
    },
    box: {
      initial: 'closed',
      states: {
        closed: {
          on: {
            OPEN: {
              target: 'open',
              actions: ['resetPaging', assign({ tab: 'unread', deferred: [] })],
            },
          },
        },
        open: {
          initial: 'loading',
          on: { CLOSE: 'closed', TAB: { actions: changeTab } },
          states: {
            loading: {
              entry: [assign(({ context }) => ({ asked: context.wanted, wanted: [] })), resume],
              invoke: {
                id: 'load',
                src: 'load',
                input: ({ context }) => pageRequestsOf(context),
                onDone: {
                  target: 'ready',
                  actions: assign(({ context, event }) => withPages(context, event.output)),
                },
                onError: {
                  target: 'ready',
                  actions: assign(({ context, event }) =>
                    withFailure(context, asFailure(event.error).sentence),
                  ),
                },
              },
              on: {
                CHECK: { actions: check },
                TURN: { target: 'loading', reenter: true, actions: [postpone, changePage] },
                READ: { target: 'marking', actions: [postpone, chooseOpened] },
                MARK: marksOrTells([postpone]),
                DELETE: asksOrTells([postpone]),
                RELOAD: { actions: 'wantAll' },
              },
            },
            ready: {
              entry: resume,
              always: { guard: 'isWanted', target: 'loading' },
              on: {
                CHECK: { actions: check },
                TURN: { actions: changePage },
                RELOAD: { actions: 'wantAll' },
                READ: { target: 'marking', actions: chooseOpened },
                MARK: marksOrTells([]),
                DELETE: asksOrTells([]),
              },
            },
            marking: {
              on: deferring,
              invoke: {
                id: 'mark',
                src: 'mark',
                input: ({ context }) => context.chosen,
                onDone: {
                  target: 'loading',
                  actions: assign(({ context }) => withMarked(context)),
                },
                onError: { target: 'ready', actions: failure },
              },
            },
            asking: {
              invoke: {
                id: 'confirm',
                src: 'confirm',
                onDone: [
                  { guard: ({ event }) => event.output, target: 'deleting' },
                  { target: 'ready' },
                ],
                onError: 'ready',
              },
            },
            deleting: {
              on: deferring,
              invoke: {
                id: 'remove',
                src: 'remove',
                input: ({ context }) => context.chosen,
                onDone: {
                  target: 'loading',
                  actions: assign(({ context }) => withoutRemoved(context)),
                },
                onError: { target: 'ready', actions: failure },
              },
            },
          },
        },
      },
    },
  },
});
export type MessagesMachine = typeof messagesMachine;

/** The machine with the effects of a browser (or of a test) in place. */
export function provideMessages(services: MessagesServices): MessagesMachine {
  return messagesMachine.provide({
    actors: {
      stream: fromCallback<MessagesEvent>(({ sendBack }) => services.listen(sendBack)),
      count: fromPromise<number>(() => services.count()),
      load: fromPromise<MessagePages, PageRequests>(({ input }) => services.load(input)),
      mark: fromPromise<void, readonly string[]>(({ input }) => services.mark(input)),
      remove: fromPromise<void, readonly string[]>(({ input }) => services.remove(input)),
      confirm: fromPromise<boolean>(() => services.confirm('提示', '确定要删除消息吗')),
    },
    actions: {
      toast: (_, { text }) => services.toast(text),
      reportFailure: (_, { error }) => services.reportFailure(error),
    },
  });
}
