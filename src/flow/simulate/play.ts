import type { CompiledFlow } from '../compile/compile.ts';
import type { Command } from '../decide/commands.ts';
import { decide } from '../decide/decide.ts';
import { keyOf, type Known, type Need } from '../decide/known.ts';
import type { Refusal } from '../decide/refusal.ts';
import { stepOf } from '../model/model.ts';
import type { FlowEvent } from '../state/events.ts';
import type { FlowState, Item, Visit } from '../state/state.ts';

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

/** What people decide at a step when it is played; they approve unless it says otherwise. */
export type Choices = Readonly<Record<string, 'approve' | 'reject'>>;

export interface Play {
  readonly lookup: Lookup;
  readonly choices?: Choices;
  /** How long a step takes, in milliseconds; no time where it is not known. */
  readonly takes?: (step: string) => number;
  /** People for steps that leave this to the starter or the approver before. */
  readonly picks?: Readonly<Record<string, readonly string[]>>;
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
    const { picks } = this.play;
    const by = { user: this.state.starter, isManager: false };
    await this.#give({ kind: 'submit', by, ...(picks && { picks }) });
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
    const timer = this.#timerOf(id);
    if (timer) return timer.at;
    return (this.entered.get(id) ?? this.now) + (this.play.takes?.(step) ?? 0);
  }

  #timerOf(visit: number) {
    return this.state.timers.find(
      (timer) => timer.visit === visit && timer.rule === null && timer.state === 'live',
    );
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
      case 'trigger':
        return this.#give({ kind: isPerformed === true ? 'calledBack' : 'performed', visit: id });
      case 'subProcess': {
        const child = this.state.children.find(
          (each) => each.visit === id && each.result === null,
        )!;
        return this.#give({ kind: 'childEnded', child: child.id, result: 'approved' });
      }
      default:
        return this.#answer(
          step,
          this.state.items.filter((item) => item.visit === id),
        );
    }
  }

  async #answer(step: string, items: readonly Item[]): Promise<void> {
    const item = items.find(({ state }) => state === 'active')!;
    const by = { user: item.user, isManager: false };
    const kind = this.play.choices?.[step] ?? 'approve';
    const { picks } = this.play;
    const isOpen = picks !== undefined && kind === 'approve' && this.#leavesPicks(picks);
    await this.#give({
      kind,
      item: item.id,
      by,
      brings: BRINGS,
      ...(isOpen && { picks }),
    } as Unstamped<Command>);
  }
  #leavesPicks(picks: Readonly<Record<string, readonly string[]>>): boolean {
    return Object.keys(picks).every((id) => {
      const step = this.flow.model.steps.get(id);
      return step?.kind === 'approve' || step?.kind === 'handle'
        ? step.settings.picks.approver
        : false;
    });
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
      for (const need of decision.needs)
        known[keyOf(need)] = await this.play.lookup(need, this.state, this.now);
      Object.assign(this.known, known);
    }
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
