import type { Message } from '../../src/contract/index.ts';
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

type Waiting = { resolve(value: unknown): void; reject(error: unknown): void };
type Live = Parameters<Parameters<MessagesServices['listen']>[0]>[0];

/** A world whose answers the test gives when it likes, and which remembers what was asked of it. */
export function messagesHarness() {
  const recorded: string[] = [];
  const pending = new Map<string, Waiting>();
  let emit: (event: Live) => void = () => undefined;
  const wait = <T>(name: string, asked?: unknown): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      recorded.push(asked === undefined ? name : `${name} ${JSON.stringify(asked)}`);
      pending.set(name, { resolve: resolve as (value: unknown) => void, reject });
    });
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
  const settle = async (name: string, how: 'resolve' | 'reject', value: unknown): Promise<void> => {
    const waiting = pending.get(name);
    if (!waiting) throw new Error(`nothing waits for ${name}`);
    pending.delete(name);
    waiting[how](value);
    await new Promise((done) => setTimeout(done, 0));
  };
  return {
    services,
    recorded,
    answers: (name: string, value?: unknown) => settle(name, 'resolve', value),
    fails: (name: string, text: string) => settle(name, 'reject', new Error(text)),
    says: (event: Live) => emit(event),
  };
}
