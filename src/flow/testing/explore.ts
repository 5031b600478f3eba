import { decide } from '../decide/decide.ts';
import type { Command } from '../decide/commands.ts';
import { keyOf, type Known, type Need } from '../decide/known.ts';
import { isBranching, stepOf, type FlowModel } from '../model/model.ts';
import type { FlowEvent } from '../state/events.ts';
import { fold } from '../state/fold.ts';
import { draftOf, isLiveItem, visitOf, type FlowState } from '../state/state.ts';

/** Explores every state an instance of a small template can reach, and checks each. */
export interface Explored {
  readonly states: number;
  readonly commands: number;
  readonly problems: readonly string[];
}
/** What the world may answer; each answer is explored. */
export type Answers = (need: Need) => readonly Known[string][];

const BRINGS = { opinion: true, signature: true, attachment: true };
const MANAGER = { user: 'manager', isManager: true };
const NEWCOMER = 'newcomer';

/** Everything anybody or anything could try in a state. */
function commandsIn(model: FlowModel, state: FlowState): Command[] {
  const now = 1_000;
  const person = (user: string) => ({ by: { user, isManager: false }, now });
  const list: Command[] = [
    { kind: 'submit', ...person(state.starter) },
    { kind: 'withdraw', ...person(state.starter) },
    { kind: 'urge', ...person(state.starter) },
    { kind: 'suspend', by: MANAGER, now },
    { kind: 'resume', by: MANAGER, now },
    { kind: 'cancel', by: MANAGER, now },
  ];
  for (const item of state.items) {
    const of = { item: item.id, brings: BRINGS, ...person(item.user) };
    if (item.state === 'approved') list.push({ kind: 'retract', ...of });
    if (!isLiveItem(item)) continue;
    list.push(
      { kind: 'approve', ...of },
      { kind: 'reject', ...of },
      { kind: 'transfer', to: NEWCOMER, ...of },
      { kind: 'delegate', to: NEWCOMER, ...of },
      { kind: 'addBefore', users: [NEWCOMER], ...of },
      { kind: 'addAfter', users: [NEWCOMER], ...of },
      { kind: 'removeAdded', item: item.id, by: MANAGER, now },
    );
    for (const [to, step] of model.steps)
      if (step.kind !== 'cc')
        list.push(
          { kind: 'return', to, mode: 'replay', ...of },
          { kind: 'return', to, mode: 'jumpBack', ...of },
        );
  }
  for (const { id, state: at } of state.visits) {
    if (at !== 'active') continue;
    list.push(
      { kind: 'met', visit: id, now },
      { kind: 'performed', visit: id, now },
      { kind: 'failed', visit: id, now },
    );
    for (const to of model.steps.keys())
      list.push({ kind: 'jump', visit: id, to, by: MANAGER, now });
  }
  for (const timer of state.timers) list.push({ kind: 'timer', timer: timer.id, now });
  for (const child of state.children)
    for (const result of ['approved', 'rejected'] as const)
      list.push({ kind: 'childEnded', child: child.id, result, now });
  return list;
}

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

/** What is wrong with a state; empty when nothing is. */
export function faultsOf(model: FlowModel, state: FlowState): string[] {
  const live = state.items.filter(isLiveItem);
  const active = state.visits.filter((visit) => visit.state === 'active');
  const isOpen = state.status === 'running' || state.status === 'suspended';
  const found: string[] = [];
  if (!isOpen && (live.length > 0 || active.length > 0 || state.timers.some((t) => t.live)))
    found.push('something goes on in an instance that is over');
  if (isOpen && active.length === 0) found.push('nothing goes on');
  for (const item of live)
    if (visitOf(state, item.visit).state !== 'active') found.push(`item ${item.id} is left over`);
  for (const visit of active) found.push(...faultsAt(model, state, visit.id));
  return found;
}

function faultsAt(model: FlowModel, state: FlowState, id: number): string[] {
  const visit = visitOf(state, id);
  const step = stepOf(model, visit.step);
  const found: string[] = [];
  if (visit.parent !== null && visitOf(state, visit.parent).state !== 'active')
    found.push(`visit ${id} of ${step.id} lies in one that is over`);
  const items = state.items.filter((item) => item.visit === id);
  const inside = state.visits.filter(({ parent, state: at }) => parent === id && at === 'active');
  if (isBranching(step)) {
    if (inside.length !== visit.open)
      found.push(`${step.id}: ${visit.open} open, ${inside.length}`);
  } else if (step.kind === 'approve' || step.kind === 'handle' || step.kind === 'start') {
    if (!items.some((item) => item.state === 'active')) found.push(`nobody can move ${step.id}`);
  } else if (step.kind === 'delay') {
    if (!state.timers.some((t) => t.live && t.visit === id)) found.push(`${step.id} never ends`);
  } else if (step.kind === 'process') {
    if (!state.children.some((c) => c.visit === id && c.result === null))
      found.push(`${step.id} waits for nothing`);
  } else if (step.kind !== 'wait' && step.kind !== 'trigger') found.push(`${step.id} stays`);
  const beside = state.visits.filter(
    (other) =>
      other.state === 'active' &&
      other.parent === visit.parent &&
      stepOf(model, other.step).block === step.block,
  );
  if (beside.length > 1) found.push(`${step.block} is entered twice`);
  return found;
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
    state.timers.filter(({ live: on }) => on).map((t) => [rank.get(t.visit), t.rule, t.fired]),
    state.children.filter((c) => live.has(c.visit)).map((c) => c.result),
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
