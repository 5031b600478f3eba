import type {
  AreaNode,
  ObjectDescribe,
  PictureEdge,
  Problem,
  RecordValues,
} from '../../contract/index.ts';
import type { AnyStateMachine } from 'xstate';
import type { LabelStore } from '../../values/index.ts';
import type { RecordNews } from './record-news.ts';

/** An error that a call came back with; the engine lands its problems on the form's fields. */
export interface CallFailure extends Error {
  reason?: string;
  code: number;
  problems: Problem[];
  current?: unknown;
  /** the user has been shown it */
  shown: boolean;
}

export interface Person {
  id: string;
  realName: string;
  headImgUrl: string;
  isSuper: boolean;
  isBuilder: boolean;
  functions: readonly string[];
  tenantName: string;
  /** Name of the administrator who views the company as this person; empty for themself. */
  viewedBy?: string;
}

/** The link of a toast. */
interface ToastLink {
  text: string;
  to: string;
}

/** A node that broke in a running page: what was thrown, or why it was stopped. */
export interface NodeFault {
  page: string;
  node: string;
  type: string;
  error: Error;
  at: Date;
}

/**
 * A running machine as pages know it: its state and what it shows of its context, and the events it
 * takes.
 */
export interface MachineActor {
  subscribe(listener: () => void): { unsubscribe(): void };
  getSnapshot(): MachineSnapshot;
  send(event: { type: string }): void;
  start(): unknown;
  stop(): unknown;
}
export interface MachineSnapshot {
  readonly value: unknown;
  readonly context: unknown;
  can(event: { type: string }): boolean;
  hasTag(tag: string): boolean;
}

/** A page the person opened: its path inside this entry and what it was called. */
export interface RecentPage {
  readonly path: string;
  readonly title: string;
}

export interface RecentList {
  /** The newest first. */
  list(): readonly RecentPage[];
  note(path: string, title: string): void;
}

/** A value that a person and another changed differently, in words. */
export interface VersionChoice {
  readonly key: string;
  readonly label: string;
  readonly mine: string;
  readonly theirs: string;
  /** What both began with; null where it is not known. */
  readonly base: string | null;
  /** Who wrote theirs, and when. */
  readonly who: string;
}
export interface VersionAsk {
  readonly title: string;
  readonly text: string;
  readonly ok: string;
  readonly choices: readonly VersionChoice[];
}

/** What the engine needs of the world. src/app/ gives the real ones, tests give their own. */
export interface EnginePorts {
  /** Makes a call of the contract; rejects with a CallFailure. Shows nothing itself. */
  call(
    id: string,
    input: Record<string, unknown>,
    options?: { signal?: AbortSignal },
  ): Promise<unknown>;
  /**
   * Uploads one file; progress is 0 to 1. `field` is the form's field it is for, where there is
   * one.
   */
  upload(
    file: File,
    onProgress: (share: number) => void,
    signal?: AbortSignal,
    field?: string,
  ): Promise<{ fileId: string; name: string; size: number; mime: string }>;
  /**
   * Sends one file to a call that takes one (an import) with the other parameters; answers the
   * call's data. Progress is 0 to 1.
   */
  sendFile(
    id: string,
    input: Readonly<Record<string, string>>,
    file: File,
    onProgress: (share: number) => void,
    signal?: AbortSignal,
  ): Promise<unknown>;
  /** Saves a file the server holds to the user's disk. */
  download(fileId: string, name: string): Promise<void>;
  /**
   * Saves what a call that answers raw gives (a template, an exported table) to the user's disk.
   */
  saveAnswer(id: string, input: Record<string, unknown>, name: string): Promise<void>;
  /**
   * The bytes of a file the server holds, to be drawn here; with `edge` those of the picture made
   * small, rejected for what is none.
   */
  bytes(fileId: string, options?: { signal?: AbortSignal; edge?: PictureEdge }): Promise<Blob>;
  /** Provinces, cities and districts; the same list every time, fetched once. */
  areas(): Promise<readonly AreaNode[]>;
  /** An object's describe, shared and cached by the application. */
  describe(apiName: string): Promise<ObjectDescribe>;
  /**
   * The precompiled validator of a record, by the name its describe gives
   * (bizmeta.validator.module); null when there is none. Problems' paths start at the record:
   * /amount. Left out, the single-field checks and the server decide.
   */
  validator?(name: string): Promise<((values: RecordValues) => readonly Problem[]) | null>;
  /** Shows a failure to the user as the error catalogue says (toast, dialog, login). */
  showFailure(failure: unknown): void;
  /** Shows a short-lived message; `link` leads to its subject, a path inside this entry. */
  toast(kind: 'success' | 'info' | 'warning' | 'error', text: string, link?: ToastLink): void;
  confirm(ask: {
    title: string;
    text: string;
    ok: string;
    /** What staying is called; 取消 when left out. */
    cancel?: string;
    danger: boolean;
  }): Promise<boolean>;
  /** Puts both versions side by side; the keys of theirs, or null when the person does not choose. */
  chooseVersions(ask: VersionAsk): Promise<readonly string[] | null>;
  /** Goes to a path inside this entry, keeping the shell. */
  navigate(path: string, options?: { replace?: boolean }): void;
  back(): void;
  /** The address of a path inside this entry, for a link that may be opened in a tab of its own. */
  href?(path: string): string;
  /** Opens a path in a new window or goes to another entry (`self`). */
  open(url: string, target: 'window' | 'self'): void;
  /** The current location inside the entry: path starts with a slash. */
  location(): { path: string; query: Record<string, string> };
  /** Named XState machines, with their effects provided. */
  machine(name: string): AnyStateMachine;
  /** Events such a machine takes. */
  machineEvents(name: string): Promise<readonly string[]>;
  /**
   * A running machine shared by the whole application (session), or undefined; it shows pages no
   * secret of its context.
   */
  actor(name: string): MachineActor | undefined;
  person(): Person | null;
  /** Fewest characters a search of records takes, where it does not list all of them. */
  searchFrom?: number;
  labels: LabelStore;
  /** Of records that were written: pages that share it hear of each other's changes. */
  news: RecordNews;
  /** Small values remembered per user. */
  remembered: { get(key: string): unknown; set(key: string, value: unknown): void };
  /** Pages the person opened last in this company. */
  recent?(): Promise<RecentList>;
  now(): Date;
  /** Called for every node that broke; the rest of its page keeps working. */
  report?(fault: NodeFault): void;
  /** Where a builder finds a page's source, at a node; undefined where there is no such place. */
  sourceHref?(pageKey: string, nodeId: string): string | undefined;
  /**
   * The widgets pages are made of, described for people: for playgrounds and designers. Absent
   * where a page only runs.
   */
  widgets?: WidgetShelf;
  /**
   * What is known about a kind of JSON document, for editors of its source; null for an unknown
   * kind.
   */
  documentKind?(name: string): Promise<DocumentKind | null>;
  /** The page is only looked at by who makes it: what is done in it is not meant. */
  preview?: true;
}

/**
 * A kind of JSON document: the schema that completes and explains one, and all that is wrong with
 * one (`path` is a JSON pointer).
 */
export interface DocumentKind {
  schema: Readonly<Record<string, unknown>>;
  problems(value: unknown): readonly { path: string; msg: string; severity: 'error' | 'warning' }[];
}

/** One widget for people; `doc` is Markdown about its props, slots and events. */
export interface WidgetCard {
  type: string;
  title: string;
  category: string;
  icon: string;
  doc: string;
}
export interface WidgetShelf {
  /**
   * By category, in the order of WIDGET_CATEGORIES; with `all`, those for the platform's own pages
   * too.
   */
  list(
    all: boolean,
  ): Promise<readonly { key: string; title: string; widgets: readonly WidgetCard[] }[]>;
  /**
   * One widget and its own example, a node or the parts of a small page; null for an unknown name.
   */
  one(type: string): Promise<(WidgetCard & { example: unknown }) | null>;
}
