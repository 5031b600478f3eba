import type { FlowModel } from '../model/model.ts';
import { fold } from '../state/fold.ts';
import type { FlowEvent } from '../state/events.ts';
import { visitOf, type FlowState, type Visit } from '../state/state.ts';
import type { CommandKind } from './commands.ts';
import { keyOf, Needed, type Known, type Need } from './known.ts';
import { Refused, type RefusalReason } from './refusal.ts';

/**
 * What must happen because of events: work of a step in the same transaction, instances to start or
 * cancel, people to remind.
 */
export type Effect =
  | { readonly kind: 'perform'; readonly visit: number; readonly step: string }
  | { readonly kind: 'startChild'; readonly child: string; readonly step: string }
  | { readonly kind: 'cancelChild'; readonly child: string }
  | { readonly kind: 'remind'; readonly items: readonly number[] }
  | { readonly kind: 'notifyManagers'; readonly visit: number };

/** One decision while it is made: the state so far, and what led to it. */
export class Run {
  readonly model: FlowModel;
  readonly now: number;
  /** What is done, for steps to which it matters how they are reached. */
  readonly cause: CommandKind;
  readonly events: FlowEvent[] = [];
  readonly effects: Effect[] = [];
  readonly #known: Known;
  #state: FlowState;

  constructor(model: FlowModel, state: FlowState, known: Known, now: number, cause: CommandKind) {
    this.model = model;
    this.now = now;
    this.cause = cause;
    this.#state = state;
    this.#known = known;
  }

  get state(): FlowState {
    return this.#state;
  }

  emit(event: FlowEvent): void {
    this.events.push(event);
    this.#state = fold(this.#state, event);
  }

  effect(effect: Effect): void {
    this.effects.push(effect);
  }

  /** Enters a step; answers its visit. */
  visit(
    step: string,
    place: Omit<Extract<FlowEvent, { kind: 'entered' }>, 'kind' | 'step'>,
  ): Visit {
    this.emit({ kind: 'entered', step, ...place });
    return visitOf(this.state, this.state.visits.length);
  }

  get isOver(): boolean {
    return this.state.status !== 'running';
  }

  isActive(visit: number): boolean {
    return !this.isOver && visitOf(this.state, visit).state === 'active';
  }

  people(need: Extract<Need, { kind: 'people' }>): readonly string[] {
    const found = this.#answer(need) as readonly string[];
    return [...new Set(found)];
  }

  /** All of them are asked for at once. */
  conditions(ids: readonly string[]): readonly boolean[] {
    const needs = ids.map((of): Need => ({ kind: 'condition', of }));
    const missing = needs.filter((need) => !Object.hasOwn(this.#known, keyOf(need)));
    if (missing.length > 0) throw new Needed(missing);
    return needs.map((need) => this.#known[keyOf(need)] === true);
  }

  time(step: string, rule: number | null, visit?: number): number {
    const since = visit === undefined ? {} : { visit };
    return this.#answer({ kind: 'time', step, rule, ...since }) as number;
  }

  children(step: string): readonly string[] {
    return this.#answer({ kind: 'children', step }) as readonly string[];
  }

  seed(step: string): number {
    return this.#answer({ kind: 'seed', step }) as number;
  }

  refuse(reason: RefusalReason, about?: readonly string[]): never {
    throw new Refused(reason, about);
  }

  #answer(need: Need): Known[string] {
    const key = keyOf(need);
    if (!Object.hasOwn(this.#known, key)) throw new Needed([need]);
    return this.#known[key]!;
  }
}
