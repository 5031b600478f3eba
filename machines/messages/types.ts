import type { Message } from '../../src/contract/index.ts';

/** The two lists: what was not read yet, and what was. */
export type Tab = 'unread' | 'read';
export const MESSAGE_SIZES = [10, 20, 50] as const;

/** What is asked of a list: its page, from 1, and how many a page. */
export interface Turn {
  readonly current: number;
  readonly size: number;
}
/** One page of a list, as the server answers it. */
export interface Answer {
  readonly records: readonly Message[];
  readonly total: number;
}

/** One list as it is shown. `checked` are ids of its records. */
export interface Box extends Answer, Turn {
  readonly checked: readonly string[];
  /** It was answered once. */
  readonly known: boolean;
  /** Why it could not be loaded; null when there is nothing to say. */
  readonly failure: string | null;
}
export type Asks = Readonly<Partial<Record<Tab, Turn>>>;
export type Answers = Readonly<Partial<Record<Tab, Answer>>>;

/** How much is unread, and the newest of it by its place in the order of arrival (0 for none). */
export interface Unread {
  readonly unread: number;
  readonly latest?: number;
}

export interface MessagesContext {
  /** For the dot. */
  readonly unread: number;
  readonly tab: Tab;
  readonly boxes: Readonly<Record<Tab, Box>>;
  /** The newest unread one the stream told of; null before it told. */
  readonly latest: number | null;
  /** Lists that are to be loaded next, and those that are being loaded. */
  readonly wanted: readonly Tab[];
  readonly asked: readonly Tab[];
  /** The ids on their way to be marked or deleted. */
  readonly chosen: readonly string[];
}

export type MessagesEvent =
  | { type: 'OPEN' }
  | { type: 'CLOSE' }
  | { type: 'TAB'; tab: Tab }
  /** These are ticked in the list that is shown, and no others. */
  | { type: 'CHECK'; ids: readonly string[] }
  | { type: 'TURN'; current: number; size: number }
  | { type: 'MARK' }
  | { type: 'DELETE' }
  | { type: 'RELOAD' }
  /** The live stream: it stands, it is gone, what it says. */
  | { type: 'UP' }
  | { type: 'DOWN' }
  | ({ type: 'COUNT' } & Unread);

export interface MessagesServices {
  /** Listens to the live stream until the answer is called: UP, DOWN and COUNT. */
  listen(
    send: (event: Extract<MessagesEvent, { type: 'UP' | 'DOWN' | 'COUNT' }>) => void,
  ): () => void;
  count(): Promise<number>;
  /** One page of each list asked for. */
  load(asks: Asks): Promise<Answers>;
  mark(ids: readonly string[]): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
  /** Asks the person; true to go on. */
  confirm(title: string, text: string): Promise<boolean>;
  /** Says that something is missing. */
  tell(text: string): void;
  /** Tells of a failed call the way the error catalogue says. */
  fail(error: unknown): void;
}
