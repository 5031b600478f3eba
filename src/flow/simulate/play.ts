import type { CompiledFlow } from '../compile/compile.ts';
import type { Command } from '../decide/commands.ts';
import { decide } from '../decide/decide.ts';
import { keyOf, type Known, type Need } from '../decide/known.ts';
import type { Refusal } from '../decide/refusal.ts';
import { isHuman, stepOf, type StepOf } from '../model/model.ts';
import type { FlowEvent } from '../state/events.ts';
import { itemsIn, type FlowState, type Timer, type Visit } from '../state/state.ts';

/** Plays an instance on, with answers that are chosen and a clock that is moved. */

/**
 * What the world says to a need, for this instance as it is; the same as the service would answer
 * while it decides.
 */
export type Lookup = (
  need: Need,
  state: FlowState,
  now: number,
) => Known[string] | Promise<Known[string]>;

/**
 * What people do at a step when it is played; they approve unless it says otherwise. `timeout`: they
 * wait for its time-outs, and approve once none is left.
 */
export type Choices = Readonly<Record<string, 'approve' | 'reject' | 'timeout'>>;
type Chosen = Readonly<Record<string, readonly string[]>>;

export interface Play {
  readonly lookup: Lookup;
  readonly choices?: Choices;
  /** How long a step takes, in milliseconds; no time where it is not known. */
  readonly takes?: (step: string) => number;
  /** People for steps that leave this to the starter or the approver before. */
  readonly picks?: Chosen;
  /** Goes on, with a stand-in, where people still have to be chosen; otherwise it stops there. */
  readonly passesUnpicked?: boolean;
}
export interface Played {
  readonly state: FlowState;
  /** Moments by visit. */
  readonly entered: ReadonlyMap<number, number>;
  readonly left: ReadonlyMap<number, number>;
  /** Answers of the world that were used. */
  readonly known: Known;
  /** Why it does not go on, when it was not played to its end. */
  readonly stopped?: Refusal | 'returned' | 'tooLong';
}

const BRINGS = { hasOpinion: true, isSigned: true, hasFiles: true };
/** Commands of one play; more is a circle. */
const MAX_COMMANDS = 2_000;

/** In the place of a person who is still to be chosen; of each step another, as the people will be. */
export const standIn = (step: string): string => `?${step}`;

/** The steps of these that leave people to be chosen, by the starter or by the approver before. */
function picksIn(flow: CompiledFlow, picks: Chosen, by?: 'approver'): Chosen {
  const open = Object.entries(picks).filter(([id]) => {
    const may = pickersOf(flow, id);
    return may !== undefined && (may.approver || (by === undefined && may.starter));
  });
  return Object.fromEntries(open);
}
function pickersOf(
  { model }: CompiledFlow,
  id: string,
): StepOf<'approve'>['settings']['picks'] | undefined {
  const step = model.steps.get(id);
  return step !== undefined && isHuman(step) ? step.settings.picks : undefined;
}

type Unstamped<C> = C extends unknown ? Omit<C, 'now'> : never;

export class Player {
  state: FlowState;
  now: number;
  readonly entered = new Map<number, number>();
  readonly left = new Map<number, number>();
  readonly known: Record<string, Known[string]> = {};
  #stopped: Played['stopped'];

  constructor(
    private readonly flow: CompiledFlow,
    state: FlowState,
    now: number,
    private readonly play: Play,
  ) {
    this.state = state;
    this.now = now;
  }

  async submit(): Promise<void> {
    const by = { user: this.state.starter, isManager: false };
    await this.#give({ kind: 'submit', by, picks: picksIn(this.flow, this.play.picks ?? {}) });
  }

  /** Goes on until the instance has ended, or something chosen is missing. */
  async toEnd(): Promise<Played> {
    for (let i = 0; this.state.status === 'running' && this.#stopped === undefined; i++) {
      if (i >= MAX_COMMANDS) this.#stopped = 'tooLong';
      else await this.#step();
    }
    const { state, entered, left, known } = this;
    return { state, entered, left, known, ...(this.#stopped && { stopped: this.#stopped }) };
  }

  /** What is due first happens. */
  async #step(): Promise<void> {
    const visits = this.state.visits.filter(
      ({ state, branches }) => state === 'active' && branches.length === 0,
    );
    const due = visits.map((visit) => ({ visit, at: this.#dueOf(visit) }));
    const [first] = due.toSorted((a, b) => a.at - b.at || a.visit.id - b.visit.id);
    if (!first) {
      this.#stopped = 'returned';
      return;
    }
    this.now = Math.max(this.now, first.at);
    await this.#finish(first.visit);
  }

  #dueOf({ id, step }: Visit): number {
    const isAnswered = stepOf(this.flow.model, step).kind === 'trigger';
    const timer = (isAnswered ? undefined : this.#timerOf(id)) ?? this.#lateTimer(id, step);
    if (timer) return timer.at;
    return (this.entered.get(id) ?? this.now) + (this.play.takes?.(step) ?? 0);
  }

  #timerOf(visit: number) {
    return this.state.timers.find(
      (timer) => timer.visit === visit && timer.rule === null && timer.state === 'live',
    );
  }

  /** The time-out that comes first, of a step whose people wait for it. */
  #lateTimer(visit: number, step: string): Timer | undefined {
    if (this.play.choices?.[step] !== 'timeout') return undefined;
    const isAnswered = stepOf(this.flow.model, step).kind === 'trigger';
    const timers = this.state.timers.filter(
      (timer) =>
        timer.visit === visit && (timer.rule !== null || isAnswered) && timer.state === 'live',
    );
    return timers.toSorted((a, b) => a.at - b.at)[0];
  }

  async #finish({ id, step, isPerformed }: Visit): Promise<void> {
    const { kind } = stepOf(this.flow.model, step);
    switch (kind) {
      case 'start':
        this.#stopped = 'returned';
        return;
      case 'delay':
        return this.#give({ kind: 'timer', timer: this.#timerOf(id)!.id });
      case 'wait':
        return this.#give({ kind: 'met', visit: id });
      case 'trigger': {
        const late = this.#lateTimer(id, step);
        if (late) return this.#give({ kind: 'timer', timer: late.id });
        return this.#give({ kind: isPerformed === true ? 'calledBack' : 'performed', visit: id });
      }
      case 'subProcess': {
        const child = this.state.children.find(
          (each) => each.visit === id && each.result === null,
        )!;
        return this.#give({ kind: 'childEnded', child: child.id, result: 'approved' });
      }
      default: {
        const late = this.#lateTimer(id, step);
        return late ? this.#give({ kind: 'timer', timer: late.id }) : this.#answer(id, step);
      }
    }
  }

  async #answer(visit: number, step: string): Promise<void> {
    const item = itemsIn(this.state, visit).find(({ state }) => state === 'active')!;
    const deed = { item: item.id, by: { user: item.user, isManager: false }, brings: BRINGS };
    if (this.play.choices?.[step] === 'reject') return this.#give({ kind: 'reject', ...deed });
    await this.#give({ kind: 'approve', ...deed, picks: this.#unsaidPicks() });
  }

  /** What an approver may still choose. */
  #unsaidPicks(): Chosen {
    const open = Object.entries(picksIn(this.flow, this.play.picks ?? {}, 'approver'));
    return Object.fromEntries(open.filter(([id]) => !Object.hasOwn(this.state.picks, id)));
  }

  async #give(command: Unstamped<Command>): Promise<void> {
    const known: Record<string, Known[string]> = {};
    for (;;) {
      const stamped = { ...command, now: this.now } as Command;
      const decision = decide(this.flow.model, this.state, stamped, known);
      if (decision.kind === 'refused') {
        this.#stopped = decision.refusal;
        return;
      }
      if (decision.kind === 'done') {
        this.#take(decision.events, decision.state);
        return;
      }
      for (const need of decision.needs) known[keyOf(need)] = await this.#lookUp(need);
      Object.assign(this.known, known);
    }
  }

  async #lookUp(need: Need): Promise<Known[string]> {
    const found = await this.play.lookup(need, this.state, this.now);
    const isNobody = need.kind === 'people' && need.for === 'step' && [found].flat().length === 0;
    return isNobody && this.#isUnpicked(need.step) ? [standIn(need.step)] : found;
  }
  #isUnpicked(step: string): boolean {
    const may = pickersOf(this.flow, step);
    const chosen = { ...this.state.picks, ...this.play.picks }[step] ?? [];
    const isOpen = may !== undefined && (may.starter || may.approver) && chosen.length === 0;
    return isOpen && this.play.passesUnpicked === true;
  }

  #take(events: readonly FlowEvent[], state: FlowState): void {
    let visits = this.state.visits.length;
    for (const event of events) {
      if (event.kind === 'entered') this.entered.set((visits += 1), this.now);
      if (event.kind === 'left') this.left.set(event.visit, this.now);
    }
    this.state = state;
  }
}
