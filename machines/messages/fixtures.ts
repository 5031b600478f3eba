import type { Message } from '../../src/contract/index.ts';
import { pendingAnswers } from '../answers/fixtures.ts';
import type { MessagePages, PageRequests, MessagesServices } from './types.ts';

export const message = (id: string, isRead: 0 | 1 = 0): Message => ({
  id,
  content: `内容 ${id}`,
  createTime: '2026-11-21T08:00:00.000Z',
  isRead,
  typeCode: 'user_mod',
  title: '用户变更',
  container: 'Simple',
  handlerParams: {},
  fromName: '',
});

type Live = Parameters<Parameters<MessagesServices['listen']>[0]>[0];

/** A world whose answers the test gives when it likes, and which remembers what was asked of it. */
export function messagesHarness() {
  const recorded: string[] = [];
  const pending = pendingAnswers();
  let emit: (event: Live) => void = () => undefined;
  const wait = <T>(name: string, asked?: unknown): Promise<T> => {
    recorded.push(asked === undefined ? name : `${name} ${JSON.stringify(asked)}`);
    return pending.wait(name);
  };
  const services: MessagesServices = {
    listen: (send) => {
      emit = send;
      return () => {
        recorded.push('unlisten');
      };
    },
    count: () => wait<number>('count'),
    load: (asks: PageRequests) => wait<MessagePages>('load', asks),
    mark: (ids) => wait<void>('mark', ids),
    remove: (ids) => wait<void>('remove', ids),
    confirm: (title, text) => wait<boolean>('confirm', [title, text]),
    toast: (text) => {
      recorded.push(`tell ${text}`);
    },
    reportFailure: (error) => {
      recorded.push(`fail ${String((error as Error).message)}`);
    },
  };
  return {
    services,
    recorded,
    answers: pending.answers,
    fails: (name: string, text: string) => pending.fails(name, new Error(text)),
    says: (event: Live) => emit(event),
  };
}
