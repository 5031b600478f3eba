import type { TSchema } from 'typebox';
import type { FormModelImpl } from '../models/form.ts';
import type { EnginePorts } from '../ports.ts';

/** What an action may reach: the page it runs in, by the names the page's document uses. */
export interface ActionContext {
  readonly ports: EnginePorts;
  /** The model a path leads to (state.tab, record.amount, orders, row alias); throws a TypeError naming the path when there is none. */
  resolve(path: string): unknown;
  /** Writes a value where the path leads: a cell, a field, or what a list lets one set (orders.search). */
  write(path: string, value: unknown): void;
  /** A declared form; throws a TypeError for an unknown name. */
  form(name: string): FormModelImpl;
  /** Sends an event to a declared machine or one the application shares. */
  send(machine: string, event: { type: string; [key: string]: unknown }): void;
  /** Hands an event to whoever embeds this page. */
  emit(event: string, payload: unknown): void;
  /** Asks the server; labels of the answer are kept. */
  call(id: string, input: Record<string, unknown>): Promise<unknown>;
  /** Runs a nested list; `locals` are read by their names. Answers false when a step stopped it. */
  run(steps: unknown, locals?: Record<string, unknown>): Promise<boolean>;
  /** Focuses the widget of a node id, or the field a path leads to. */
  focus(target: string): void;
  /** Nothing is written in a dry run; calls are noted instead. */
  readonly dry: boolean;
  note(entry: DryEntry): void;
}
/** One thing a dry run would have done: a call with its input, or what a step says of itself. */
export interface DryEntry { do: string; call?: string; input?: unknown; text?: string }

/** Thrown by an action to stop its list quietly: what is wrong is already on the screen. */
export class Stop extends Error { override readonly name = 'Stop'; }

/** An action, whole: one folder, one of these, one line in actions/index.ts. */
export interface ActionDefinition<A = Record<string, unknown>> {
  name: string;
  /** Chinese, for the designer. */
  title: string;
  /** Closed schema of the arguments, with Chinese descriptions. */
  args: TSchema;
  /** Arguments that hold steps to run later: they are handed over as they stand in the document. */
  steps?: readonly string[];
  /** Runs with evaluated arguments; what it answers is the step's result. Throw Stop to end the list without a message. */
  run(context: ActionContext, args: A): unknown;
}
export const defineAction = <A>(definition: ActionDefinition<A>): ActionDefinition => definition as ActionDefinition;
