import { findCall } from '../../contract/index.ts';
import {
  provideMessages,
  type Answers,
  type Asks,
  type MessagesEvent,
  type MessagesMachine,
  type MessagesServices,
  type Tab,
} from '../../../machines/index.ts';
import type { SessionLoss } from '../api/failure.ts';
import type { Application } from './application.ts';

type SendLive = Parameters<MessagesServices['listen']>[0];

/** What the stream says of how much is unread. */
function countOf(data: unknown): Extract<MessagesEvent, { type: 'COUNT' }> | null {
  const { unread, latest } = (data ?? {}) as { unread?: unknown; latest?: unknown };
  return typeof unread === 'number'
    ? { type: 'COUNT', unread, ...(typeof latest === 'number' && { latest }) }
    : null;
}

type OpenStream = (onSessionLost: (how: SessionLoss) => void) => () => void;

/**
 * Keeps the stream open while there is a session: one that was lost may be followed by another, of
 * another tab or of a member who signed in again. Returns a function that ends it.
 */
function streamOfSession({ session }: Application, open: OpenStream): () => void {
  let stop: (() => void) | undefined;
  const close = (): void => {
    stop?.();
    stop = undefined;
  };
  const follow = (state: unknown): void => {
    if (state === 'locked') close();
    if (state === 'signedIn')
      stop ??= open((how) => {
        stop = undefined;
        session.actor.send({ type: how });
      });
  };
  follow(session.actor.getSnapshot().value);
  const states = session.actor.subscribe(({ value }) => follow(value));
  return () => {
    states.unsubscribe();
    close();
  };
}

/** The stream's code is loaded after the page is shown: the first screen does not wait for it. */
function listenToStream(application: Application, send: SendLive): () => void {
  const { session, renewal, access, work } = application;
  let stop: (() => void) | undefined;
  let isOver = false;
  void Promise.all([import('../api/events.ts'), findCall('msg.events')])
    .then(([{ openEvents }, events]) => {
      if (isOver) return;
      stop = streamOfSession(application, (onSessionLost) =>
        openEvents({
          url: events!.path,
          identity: () => session.currentIdentity(),
          onSessionLost,
          onUp: () => {
            send({ type: 'UP' });
            work.up();
          },
          onDown: () => send({ type: 'DOWN' }),
          onEvent: (name, data) => {
            const count = name === 'unread' ? countOf(data) : null;
            if (count) send(count);
            if (name === 'rights') renewal.request();
            if (name === 'access') access.hear(data);
            if (name === 'flow') work.hear();
          },
        }),
      );
      // Without it the count is asked for now and then.
    })
    .catch(() => undefined);
  return () => {
    isOver = true;
    stop?.();
  };
}

/** The machine of a person's messages, with the server behind it. */
export function messageBox(application: Application): MessagesMachine {
  const { api, ports } = application;
  const load = async (asks: Asks): Promise<Answers> => {
    const tabs = Object.keys(asks) as Tab[];
    const pages = await Promise.all(
      tabs.map((tab) =>
        api.call('msg.msgsCenterInfo.page', { ...asks[tab]!, isRead: tab === 'read' ? 1 : 0 }),
      ),
    );
    return Object.fromEntries(tabs.map((tab, index) => [tab, pages[index]!]));
  };
  return provideMessages({
    listen: (send) => listenToStream(application, send),
    count: () => api.call('msg.msgsCenterInfo.unread', {}),
    load,
    mark: async (ids) => {
      await api.call('msg.msgsCenterInfo.mark', { ids: [...ids] });
    },
    remove: async (ids) => {
      await api.call('msg.msgsCenterInfo.delmsg', { ids: [...ids] });
    },
    confirm: (title, text) => ports.confirm({ title, text, ok: '确定', danger: true }),
    toast: (text) => ports.toast('error', text),
    reportFailure: (error) => ports.showFailure(error),
  });
}
