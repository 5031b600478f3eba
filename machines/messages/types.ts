import type { Message } from '../../src/contract/index.ts';

/** The two lists: what was not read yet, and what was. */
export type Tab = 'unread' | 'read';
export const MESSAGE_SIZES = [10, 20, 50] as const;

/** What is asked of a list: its page, from 1, and how many a page. */
export interface PageRequest {
  readonly current: number;
  readonly size: number;
}
/** One page of a list, as the server answers it. */
interface MessagePage {
  readonly records: readonly Message[];
  readonly total: number;
}

/** One list as it is shown. `checked` are ids of its records. */
export interface MessageBoxState extends MessagePage, PageRequest {
  readonly withChecked: readonly string[];
  /** It was answered once. */
  readonly known: boolean;
  /** Why it could not be loaded; null when there is nothing to say. */
  readonly failure: string | null;
}
export type PageRequests = Readonly<Partial<Record<Tab, PageRequest>>>;
export type MessagePages = Readonly<Partial<Record<Tab, MessagePage>>>;

/** How much is unread, and the newest of it by its place in the order of arrival (0 for none). */
interface UnreadCount {
  readonly unread: number;
  readonly latest?: number;
}

export interface MessagesContext {
  /** For the dot. */
  readonly unread: number;
  readonly tab: Tab;
  readonly boxes: Readonly<Record<Tab, MessageBoxState>>;
  /** The newest unread message according to the stream; null before its first count. */
  readonly latest: number | null;
  /** Lists that are to be loaded next, and those that are being loaded. */
  readonly wanted: readonly Tab[];
  readonly asked: readonly Tab[];
  /** The ids being marked or deleted. */
  readonly chosen: readonly string[];
  /** What was pressed meanwhile. */
  readonly deferred: readonly MessagesEvent[];
}

export type MessagesEvent =
  | { type: 'OPEN' }
  | { type: 'CLOSE' }
  | { type: 'TAB'; tab: Tab }
  /** These are ticked in the list that is shown, and no others. */
  | { type: 'CHECK'; ids: readonly string[] }
  | { type: 'TURN'; current: number; size: number }
  | { type: 'MARK' }
  /** An unread message was opened. */
  | { type: 'READ'; id: string }
  | { type: 'DELETE' }
  | { type: 'RELOAD' }
  /** The live stream: connected, disconnected, a count. */
  | { type: 'UP' }
  | { type: 'DOWN' }
  | ({ type: 'COUNT' } & UnreadCount);

export interface MessagesServices {
  /** Listens to the live stream until the answer is called: UP, DOWN and COUNT. */
  listen(
    send: (event: Extract<MessagesEvent, { type: 'UP' | 'DOWN' | 'COUNT' }>) => void,
  ): () => void;
  count(): Promise<number>;
  /** One page of each list asked for. */
  load(asks: PageRequests): Promise<MessagePages>;
  mark(ids: readonly string[]): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
  /** Asks the person; true to go on. */
  confirm(title: string, text: string): Promise<boolean>;
  /** Says that something is missing. */
  toast(text: string): void;
  /** Shows a failed call as the error catalogue says. */
  reportFailure(error: unknown): void;
}
