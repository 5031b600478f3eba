import { isHuman, stepOf, type StepOf } from '../model/model.ts';
import type { HumanSettings } from '../model/settings.ts';
import {
  isLiveItem,
  itemsIn,
  seatsIn,
  visitOf,
  type Item,
  type LeftHow,
  type Seat,
  type Visit,
} from '../state/state.ts';
import type { Run } from './run.ts';

type Human = StepOf<'approve'> | StepOf<'handle'>;
/** How a step that asks people is left. */
export interface Ends {
  leave(run: Run, visit: number, how: LeftHow): void;
  reject(run: Run, visit: number): void;
}

/** Asks people, or decides without them where the step's settings say so. */
export function enterHuman(run: Run, visit: Visit, step: Human, ends: Ends): void {
  const asked = askedOrEnd(run, step);
  if (asked === 'reject') return ends.reject(run, visit.id);
  if (asked === 'skipped' || asked === 'passed') return ends.leave(run, visit.id, asked);
  seat(run, visit, step, asked);
  step.settings.timeouts.forEach((_, rule) => {
    run.emit({ kind: 'timerSet', visit: visit.id, rule, at: run.time(step.id, rule), fired: 0 });
  });
  settle(run, visit.id, ends);
}

/** Whom the step asks, or how it ends without asking. */
function askedOrEnd(run: Run, step: Human): readonly string[] | 'skipped' | 'passed' | 'reject' {
  const { skips, auto } = step.settings;
  if (skips && run.conditions([step.id])[0]) return 'skipped';
  if (auto === 'approve') return 'passed';
  if (auto === 'reject') return 'reject';
  const asked = peopleOf(run, step);
  return asked === 'approve' ? 'skipped' : asked;
}

type PeopleOrDecision = readonly string[] | 'approve' | 'reject';

/** Whom the step asks, at least one; or what is decided because there is no one. */
function peopleOf(run: Run, step: Human): PeopleOrDecision {
  const found = [
    ...picked(run, step),
    ...run.people({ kind: 'people', step: step.id, for: 'step' }),
  ];
  if (found.length === 0 && canPick(run, step)) run.refuse('FLOW_PICKS', [step.id]);
  const isForOthers = found.includes(run.state.starter) && step.settings.starter !== 'self';
  return isForOthers ? withoutStarter(run, step, found) : orEmpty(run, step, [...new Set(found)]);
}

/** Starters do not approve what is their own: the others do, or also the starter's leader. */
function withoutStarter(run: Run, step: Human, found: readonly string[]): PeopleOrDecision {
  const { starter } = run.state;
  const others = found.filter((user) => user !== starter);
  if (step.settings.starter === 'skip') return others.length > 0 ? others : 'approve';
  const leaders = run.people({ kind: 'people', step: step.id, for: 'leader' });
  const instead = leaders.filter((user) => user !== starter);
  return orEmpty(run, step, [...new Set([...others, ...instead])]);
}

/** Whether the person who acts now is the one to choose. */
const canPick = ({ cause }: Run, { settings: { picks } }: Human): boolean =>
  (picks.starter && cause === 'submit') ||
  (picks.approver && (cause === 'approve' || cause === 'submit'));

/** Whom the starter or the approver before has chosen. */
function picked(run: Run, { id, settings: { picks } }: Human): readonly string[] {
  if (!picks.starter && !picks.approver) return [];
  return run.state.picks[id] ?? [];
}

function orEmpty(run: Run, step: Human, found: readonly string[]): PeopleOrDecision {
  if (found.length > 0) return found;
  const { empty } = step.settings;
  if (empty === 'approve' || empty === 'reject') return empty;
  const instead = run.people({ kind: 'people', step: step.id, for: 'empty' });
  // Even managers may be missing: what no one can decide is not approved.
  return instead.length > 0 ? instead : 'reject';
}

/** Those a step asks: all of them, or one by lot. */
const askedOf = (run: Run, { id, settings }: Human, people: readonly string[]) =>
  settings.count === 'random' ? [people[run.seed(id) % people.length]!] : people;

/** Gives each his seat, and something to do to those whose turn it is. */
function seat(run: Run, visit: Visit, step: Human, people: readonly string[]): void {
  const { count } = step.settings;
  const known = step.settings.demands ? new Set<string>() : repeatedOf(run, visit);
  for (const user of askedOf(run, step, people))
    run.emit({ kind: 'seated', visit: visit.id, user, repeated: known.has(user) });
  const open = seatsIn(run.state, visit.id).filter(({ vote }) => vote === 'open');
  open.forEach(({ id, user }, i) => {
    const isTurn = count !== 'sequential' || i === 0;
    ask(run, { visit: visit.id, seat: id, user, role: 'main', of: null }, isTurn);
  });
}

type Asked = Pick<Item, 'visit' | 'seat' | 'user' | 'role' | 'of'> & { replaces?: number };
export function ask(run: Run, asked: Asked, isTurn: boolean): void {
  run.emit({ kind: 'asked', ...asked, state: isTurn ? 'active' : 'wait' });
}

/** Gives an item to another, as it is. */
export function handOn(run: Run, item: Item, to: string): void {
  const { visit, seat, role, of, id } = item;
  const state = item.state as 'wait' | 'active' | 'hold';
  run.emit({ kind: 'answered', item: id, how: 'transferred' });
  run.emit({ kind: 'asked', visit, seat, role, of, user: to, state, replaces: id });
}

/** An item has its turn. Its person may have left since he was asked: another does it then. */
export function giveTurn(run: Run, item: Item): void {
  const { step } = visitOf(run.state, item.visit);
  const there = run.people({ kind: 'people', step, for: `turn:${item.user}` });
  const others = itemsIn(run.state, item.visit).filter((each) => isLiveItem(each) && each !== item);
  const user = there.find((each) => others.every((other) => other.user !== each));
  run.emit({ kind: 'moved', item: item.id, state: 'active' });
  const active = run.state.items[item.id - 1]!;
  if (user !== undefined && user !== item.user) handOn(run, active, user);
}

/** Steps passed may be gone in the version the instance was moved to. */
function isHumanStep(run: Run, id: string): boolean {
  const step = run.model.steps.get(id);
  return step !== undefined && isHuman(step);
}

/** Who approved before in this round, as far as that counts here. */
function repeatedOf(run: Run, { id, round }: Visit): ReadonlySet<string> {
  const { repeated } = run.model.settings;
  if (repeated === 'ask') return new Set();
  const before = run.state.visits.filter(
    (visit) =>
      visit.id < id &&
      visit.round === round &&
      visit.how === 'approved' &&
      isHumanStep(run, visit.step),
  );
  const counted = repeated === 'once' ? before : before.slice(-1);
  const visits = new Set(counted.map((visit) => visit.id));
  return new Set(
    run.state.seats
      .filter(({ visit, vote }) => visits.has(visit) && vote === 'approved')
      .map(({ user }) => user),
  );
}

/** What the votes of a step come to; undefined while that is open. */
function outcomeOf(
  { count, ratio }: Pick<HumanSettings, 'count' | 'ratio'>,
  seats: readonly Seat[],
): 'approved' | 'rejected' | undefined {
  const having = (vote: Seat['vote']) => seats.filter((each) => each.vote === vote).length;
  const [approved, rejected, all] = [having('approved'), having('rejected'), seats.length];
  switch (count) {
    case 'any':
      return approved > 0 ? 'approved' : rejected === all ? 'rejected' : undefined;
    case 'ratio':
      if (approved / all >= ratio) return 'approved';
      return (all - rejected) / all < ratio ? 'rejected' : undefined;
    case 'first':
    case 'random':
      return approved > 0 ? 'approved' : rejected > 0 ? 'rejected' : undefined;
    case 'all':
    case 'sequential':
      return rejected > 0 ? 'rejected' : approved === all ? 'approved' : undefined;
  }
}

/** Ends the step when its votes say so; the next in a sequence gets his turn. */
function settle(run: Run, id: number, ends: Ends): void {
  const { settings } = stepOf(run.model, visitOf(run.state, id).step) as Human;
  const outcome = outcomeOf(settings, seatsIn(run.state, id));
  if (outcome === 'approved') return ends.leave(run, id, 'approved');
  if (outcome === 'rejected') return ends.reject(run, id);
  if (settings.count !== 'sequential') return;
  const items = itemsIn(run.state, id);
  const [waiting] = items
    .filter(({ state, role }) => state === 'wait' && role === 'main')
    // What was handed on comes last in the list, and keeps its place in the sequence.
    .toSorted((a, b) => a.seat! - b.seat!);
  const isBusy = items.some(({ state }) => state === 'active' || state === 'hold');
  if (waiting && !isBusy) giveTurn(run, waiting);
}

/** An item was approved or answered: those who wait for it go on, or its seat has voted. */
export function afterApproval(run: Run, item: Item, ends: Ends): void {
  if (item.role === 'delegate') return void giveBack(run, item);
  const ofSeat = itemsIn(run.state, item.visit).filter(({ seat }) => seat === item.seat);
  const held = ofSeat.find(({ id, state }) => id === item.of && state === 'hold');
  if (item.role === 'before' && held) return resumeHeld(run, held, ofSeat);
  if (askAfter(run, item, ofSeat) || ofSeat.some(isLiveItem)) return;
  run.emit({ kind: 'voted', seat: item.seat!, vote: 'approved' });
  settle(run, item.visit, ends);
}

/** An item goes on once all who sign before it have. */
function resumeHeld(run: Run, held: Item, ofSeat: readonly Item[]): void {
  const isOpen = ofSeat.some((each) => each.of === held.id && isLiveItem(each));
  if (!isOpen) giveTurn(run, held);
}

/** Those who sign after an item get their turn; answers whether there are any. */
function askAfter(run: Run, item: Item, ofSeat: readonly Item[]): boolean {
  const next = ofSeat.filter(
    ({ of, role, state }) => of === item.id && role === 'after' && state === 'wait',
  );
  for (const each of next) giveTurn(run, each);
  return next.length > 0;
}

/** What was delegated comes back to who delegated it. */
function giveBack(run: Run, { of }: Item): void {
  const held = of === null ? undefined : run.state.items[of - 1]!;
  if (held?.state === 'hold') giveTurn(run, held);
}

/** An item was rejected: so does its seat. */
export function afterRejection(run: Run, item: Item, ends: Ends): void {
  if (item.role === 'delegate') return void giveBack(run, item);
  run.emit({ kind: 'voted', seat: item.seat!, vote: 'rejected' });
  settle(run, item.visit, ends);
}

export const humanOf = (run: Run, visit: number): Human | undefined => {
  const step = stepOf(run.model, visitOf(run.state, visit).step);
  return isHuman(step) ? step : undefined;
};
