import { decide, type Decision } from '../decide/decide.ts';
import type { Command } from '../decide/commands.ts';
import { keyOf, type Known, type Need } from '../decide/known.ts';
import type { FlowModel } from '../model/model.ts';
import type { Effect } from '../decide/run.ts';
import { draftOf, type FlowState } from '../state/state.ts';

/** A world that answers what is needed. */
export type World = (need: Need) => Known[string];

type Unstamped<C> = C extends unknown ? Omit<C, 'now'> & { readonly now?: number } : never;
export type Move = Unstamped<Command>;

/** Plays one instance: gives commands, and what they need of the world. */
export class Player {
  state: FlowState;
  readonly effects: Effect[] = [];
  readonly #model: FlowModel;
  readonly #world: World;

  constructor(model: FlowModel, world: World, starter = 'starter') {
    this.#model = model;
    this.#world = world;
    this.state = draftOf(starter);
  }

  does(move: Move): Decision {
    const known: Record<string, Known[string]> = {};
    for (;;) {
      const command = { now: 0, ...move } as Command;
      const decision = decide(this.#model, this.state, command, known);
      if (decision.kind !== 'needs') return this.#take(decision);
      for (const need of decision.needs) known[keyOf(need)] = this.#world(need);
    }
  }

  #take(decision: Decision): Decision {
    if (decision.kind === 'done') {
      this.state = decision.state;
      this.effects.push(...decision.effects);
    }
    return decision;
  }

  /** The active item of a person. */
  itemOf(user: string): number {
    const item = this.state.items.find((each) => each.user === user && each.state === 'active');
    if (!item) throw new Error(`${user} has nothing to do`);
    return item.id;
  }

  /** Steps that are being passed, by name. */
  get at(): string[] {
    return this.state.visits.filter(({ state }) => state === 'active').map(({ step }) => step);
  }
}
