import { decide } from '../decide/decide.ts';
import type { Command } from '../decide/commands.ts';
import { keyOf, type Known, type Need } from '../decide/known.ts';
import type { FlowModel } from '../model/model.ts';
import type { FlowEvent } from '../state/events.ts';
import { fold } from '../state/fold.ts';
import { draftOf, type FlowState } from '../state/state.ts';
import { faultsOf } from './faults.ts';
import { commandsIn } from './moves.ts';

/** Explores every state an instance of a small template can reach, and checks each. */
export interface Explored {
  readonly states: number;
  readonly commands: number;
  readonly problems: readonly string[];
}
/** What the world may answer; each answer is explored. */
export type Answers = (need: Need) => readonly Known[string][];

/** Every outcome of a command, by what the world may answer. */
function outcomes(
  model: FlowModel,
  state: FlowState,
  command: Command,
  answers: Answers,
  known: Known = {},
): { state: FlowState; events: readonly FlowEvent[]; isRefused: boolean }[] {
  const decision = decide(model, state, command, known);
  if (decision.kind === 'refused') return [{ state, events: [], isRefused: true }];
  if (decision.kind === 'done')
    return [{ state: decision.state, events: decision.events, isRefused: false }];
  const [need] = decision.needs;
  return answers(need!).flatMap((answer) =>
    outcomes(model, state, command, answers, { ...known, [keyOf(need!)]: answer }),
  );
}

/** States that differ only in what is over are one. */
function keyOfState(state: FlowState): string {
  const live = new Set(state.visits.filter((v) => v.state === 'active').map(({ id }) => id));
  const rank = new Map([...live].map((id, i) => [id, i]));
  return JSON.stringify([
    state.status,
    state.visits
      .filter(({ id }) => live.has(id))
      .map((v) => [v.step, v.parent === null ? null : rank.get(v.parent), v.open, v.backTo]),
    state.items
      .filter((item) => live.has(item.visit))
      .map((i) => [rank.get(i.visit), i.seat, i.user, i.role, i.of, i.state]),
    state.seats.filter((seat) => live.has(seat.visit)).map((s) => [rank.get(s.visit), s.vote]),
    state.timers.filter((t) => t.state === 'live').map((t) => [rank.get(t.visit), t.rule, t.fired]),
    state.children.filter((c) => live.has(c.visit)).map((c) => [c.result, c.isFailed]),
    [...new Set(state.visits.filter((v) => v.state === 'done').map((v) => v.step))].toSorted(),
  ]);
}

/** Breadth first; states of more than `deep` visits or `items` items are checked and not left. */
export function explore(
  model: FlowModel,
  answers: Answers,
  { deep = 9, items = 8, most = 20_000 } = {},
): Explored {
  const first = draftOf('starter');
  const seen = new Set([keyOfState(first)]);
  const queue = [first];
  const problems = new Set<string>();
  let commands = 0;
  for (let state = queue.shift(); state && problems.size === 0; state = queue.shift()) {
    for (const command of commandsIn(model, state)) {
      commands += 1;
      for (const next of outcomes(model, state, command, answers)) {
        const why = (fault: string) => `${JSON.stringify(command)}: ${fault}`;
        for (const fault of faultsOf(model, next.state)) problems.add(why(fault));
        const folded = next.events.reduce((at, event) => fold(at, event as never), state);
        if (JSON.stringify(folded) !== JSON.stringify(next.state)) problems.add(why('fold'));
        const key = keyOfState(next.state);
        const isDeep = next.state.visits.length > deep || next.state.items.length > items;
        if (seen.has(key) || isDeep || seen.size >= most) continue;
        seen.add(key);
        queue.push(next.state);
      }
    }
  }
  return { states: seen.size, commands, problems: [...problems] };
}
