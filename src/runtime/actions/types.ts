import type { TSchema } from 'typebox';
import type { RecordChange, RecordValues } from '../../contract/index.ts';
import type { FormModelImpl } from '../models/form.ts';
import type { EnginePorts } from '../ports/ports.ts';
import type { LayerRequest, LayerResult } from '../scope/layers.ts';

/**
 * A write that waits for the other writes of its list: they go to the server as one transaction.
 */
export type PendingWrite =
  | { do: 'create'; object: string; values: RecordValues }
  | { do: 'edit'; object: string; id: string; version?: number | undefined; values: RecordValues }
  | { do: 'delete'; object: string; id: string };
/**
 * While it waits, `id` of a new record is a key that later writes may use; afterwards the record's
 * own.
 */
export interface RecordResult {
  id: string;
  version: number | null;
}

/** What an action may reach: the page it runs in, by the names the page's document uses. */
export interface ActionContext {
  readonly ports: EnginePorts;
  /**
   * The model a path leads to (state.tab, record.amount, orders, row alias); throws a TypeError
   * naming the path when there is none.
   */
  resolve(path: string): unknown;
  /**
   * Writes values where their paths lead, at once: cells, fields, or what a list lets one set
   * (orders.search). What a cell resets is reset first.
   */
  write(values: readonly (readonly [path: string, value: unknown])[]): void;
  /** A declared form; throws a TypeError for an unknown name. */
  form(name: string): FormModelImpl;
  /** Sends an event to a declared machine or one the application shares. */
  send(machine: string, event: { type: string; [key: string]: unknown }): void;
  /** Emits an event to the page or view that embeds this page. */
  emit(event: string, payload: unknown): Promise<void>;
  /** Makes a call; labels in the response are added to `ports.labels`. */
  call(id: string, input: Record<string, unknown>): Promise<unknown>;
  /** Adds writes to the transaction of the list; results are filled in when it is through. */
  record(asks: readonly PendingWrite[]): readonly RecordResult[];
  /** Opens a page over this one; resolves when it closes, with the event that closed it. */
  open(ask: LayerRequest): Promise<LayerResult>;
  /**
   * Runs a nested list in this list's transaction; `locals` are read by their names. Answers false
   * when a step stopped it.
   */
  run(steps: unknown, locals?: Record<string, unknown>): Promise<boolean>;
  /** Runs a list with a transaction of its own; what fails in it is answered, not shown. */
  attempt(steps: unknown): Promise<Attempt>;
  /** Says what a list would do and does none of it. */
  dryRun(steps: unknown): Promise<readonly DryEntry[]>;
  /** Focuses the widget of a node id, or the field a path leads to. */
  focus(target: string): void;
  /** Aborted when the page goes: what waits gives up. */
  readonly signal: AbortSignal;
}
export type Attempt = { ok: true } | { ok: false; failure: unknown };
/**
 * One thing a dry run would have done, in a sentence; for records what each field was and would be.
 */
export interface DryEntry {
  do: string;
  path: string;
  text: string;
  input?: unknown;
  changes?: readonly RecordChange[];
  problems?: readonly string[];
}

/** Thrown by an action to stop its list quietly: what is wrong is already on the screen. */
export class Stop extends Error {
  override readonly name = 'Stop';
}

/** Groups of actions in the order a menu shows them, with their names. */
export const ACTION_GROUPS = {
  page: '页面',
  data: '数据',
  record: '记录',
  form: '表单',
  people: '提示',
  flow: '流程',
  designer: '搭建',
} as const;
/** An action, whole: one folder, one of these, one line in actions/index.ts. */
export interface ActionDefinition<A = Record<string, unknown>> {
  name: string;
  /** Chinese, for the designer. */
  title: string;
  /** Where a menu of actions shows it. */
  group: keyof typeof ACTION_GROUPS;
  /** Closed schema of the arguments, with Chinese descriptions. */
  args: TSchema;
  /** What later steps read as results.<as>; nothing when left out. */
  result?: TSchema;
  /** Arguments that hold steps to run later: passed on unevaluated, as written in the document. */
  steps?: readonly string[];
  /** Writes records: all such steps of one list are one transaction. */
  writes?: boolean;
  /** Of the lists it holds one runs, once. */
  chooses?: boolean;
  /** The steps it holds have a transaction of their own. */
  apart?: boolean;
  /**
   * What it would do, as a Chinese clause for a dry run; the title when left out. Composed steps
   * are followed instead.
   */
  summarize?(args: A): string;
  /** In place of `run` in a dry run, for what can say more than a sentence. Must not write. */
  dryRun?(context: ActionContext, args: A): unknown;
  /**
   * Runs with evaluated arguments; what it answers is the step's result. Throw Stop to end the list
   * without a message.
   */
  run(context: ActionContext, args: A): unknown;
}
export const defineAction = <A>(definition: ActionDefinition<A>): ActionDefinition =>
  definition as ActionDefinition;

/** The actions a page may name. */
export interface ActionRegistry {
  action(name: string): ActionDefinition | undefined;
  readonly actions: readonly ActionDefinition[];
  /** The known name closest to an unknown one. */
  nearestAction(name: string): string | undefined;
}
