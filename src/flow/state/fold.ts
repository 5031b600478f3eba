import type { EventOf, FlowEvent } from './events.ts';
import {
  isLiveItem,
  visitsWithin,
  type FlowState,
  type Item,
  type Timer,
  type Visit,
} from './state.ts';

/** The name of a step in the version an instance is moved to. */
export const movedTo = (steps: Readonly<Record<string, string>>, name: string): string =>
  Object.hasOwn(steps, name) ? steps[name]! : name;

type Fold<K extends FlowEvent['kind']> = (state: FlowState, event: EventOf<K>) => FlowState;

const withVisit = (state: FlowState, id: number, change: Partial<Visit>): FlowState => ({
  ...state,
  visits: state.visits.map((visit) => (visit.id === id ? { ...visit, ...change } : visit)),
});
const withItem = (state: FlowState, id: number, change: Partial<Item>): FlowState => ({
  ...state,
  items: state.items.map((item) => (item.id === id ? { ...item, ...change } : item)),
});

const withTimer = (state: FlowState, id: number, next: Timer['state']): FlowState => ({
  ...state,
  timers: state.timers.map((each) => (each.id === id ? { ...each, state: next } : each)),
});

/** Nothing is to be done any more in these visits. */
function closeVisits(state: FlowState, ids: ReadonlySet<number>): FlowState {
  return {
    ...state,
    items: state.items.map((item) =>
      ids.has(item.visit) && isLiveItem(item)
        ? { ...item, state: 'cancelled', was: item.state }
        : item,
    ),
    timers: state.timers.map((timer) =>
      ids.has(timer.visit) && timer.state === 'live' ? { ...timer, state: 'dropped' } : timer,
    ),
  };
}
/** What was to be done in these visits when they were left. */
function reopenVisits(state: FlowState, ids: ReadonlySet<number>): FlowState {
  const reopen = ({ was, ...item }: Item): Item => ({ ...item, state: was! });
  return {
    ...state,
    items: state.items.map((item) =>
      ids.has(item.visit) && item.was !== undefined ? reopen(item) : item,
    ),
    timers: state.timers.map((timer) =>
      ids.has(timer.visit) && timer.state === 'dropped' ? { ...timer, state: 'live' } : timer,
    ),
  };
}
function cancelVisits(state: FlowState, ids: ReadonlySet<number>): FlowState {
  const visits = state.visits.map((visit): Visit =>
    ids.has(visit.id) && visit.state === 'active' ? { ...visit, state: 'cancelled' } : visit,
  );
  return closeVisits({ ...state, visits }, ids);
}

/** Visits after a step back: those that are undone are over, those `open` are active again. */
function retractedVisits(
  visits: readonly Visit[],
  undone: ReadonlySet<number>,
  open: ReadonlySet<number>,
): Visit[] {
  return visits.map((visit): Visit => {
    if (undone.has(visit.id)) return { ...visit, state: 'cancelled' };
    if (!open.has(visit.id)) return visit;
    const { how: _, ...rest } = visit;
    return { ...rest, state: 'active', open: visit.branches.length > 0 ? visit.open + 1 : 0 };
  });
}

const FOLDS: { [K in FlowEvent['kind']]: Fold<K> } = {
  started: (state, { starter }) => ({
    ...state,
    status: 'running',
    starter,
    round: state.round + 1,
    urged: null,
  }),
  resubmitted: (state) => ({ ...state, round: state.round + 1, urged: null }),
  entered: (state, { step, parent, after, backTo }) => ({
    ...state,
    visits: [
      ...state.visits,
      {
        id: state.visits.length + 1,
        step,
        parent,
        after,
        round: state.round,
        state: 'active',
        branches: [],
        open: 0,
        ...(backTo !== undefined && { backTo }),
      },
    ],
  }),
  opened: (state, { visit, branches }) =>
    withVisit(state, visit, { branches, open: branches.length }),
  closed: (state, { visit }) =>
    withVisit(state, visit, { open: state.visits[visit - 1]!.open - 1 }),
  left: (state, { visit, how }) =>
    closeVisits(withVisit(state, visit, { state: 'done', how }), new Set([visit])),
  cancelled: (state, { visit }) => cancelVisits(state, visitsWithin(state, visit)),
  seated: (state, { visit, user, repeated }) => ({
    ...state,
    seats: [
      ...state.seats,
      {
        id: state.seats.length + 1,
        visit,
        user,
        vote: repeated ? 'approved' : 'open',
        repeated,
      },
    ],
  }),
  voted: (state, { seat, vote }) => ({
    ...state,
    seats: state.seats.map((each) => (each.id === seat ? { ...each, vote } : each)),
    items: state.items.map((item) =>
      item.seat === seat && isLiveItem(item) ? { ...item, state: 'cancelled' } : item,
    ),
  }),
  asked: (state, { visit, seat, user, role, of, state: initial, replaces }) => {
    const id = state.items.length + 1;
    const added: Item = { id, visit, seat, user, role, of, state: initial };
    const others = state.items.map((item) =>
      replaces !== undefined && item.of === replaces ? { ...item, of: id } : item,
    );
    return { ...state, items: [...others, added] };
  },
  moved: (state, { item, state: next }) => withItem(state, item, { state: next }),
  answered: (state, { item, how }) => withItem(state, item, { state: how }),
  returned: (state) => state,
  retracted: (state, { item, undone, reopened }) => {
    const ids = new Set(undone);
    const open = new Set(reopened);
    const visits = retractedVisits(state.visits, ids, open);
    const seat = state.items[item - 1]!.seat;
    const seats = state.seats.map((each) =>
      each.id === seat ? { ...each, vote: 'open' as const } : each,
    );
    const closed = closeVisits({ ...state, visits, seats }, ids);
    return withItem(reopenVisits(closed, open), item, { state: 'active' });
  },
  picked: (state, { step, users }) => ({ ...state, picks: { ...state.picks, [step]: users } }),
  performed: (state, { visit }) => withVisit(state, visit, { isPerformed: true }),
  copied: (state) => state,
  commented: (state) => state,
  urged: (state, { at }) => ({ ...state, urged: { times: (state.urged?.times ?? 0) + 1, at } }),
  timerSet: (state, { visit, rule, at, fired }) => ({
    ...state,
    timers: [
      ...state.timers,
      { id: state.timers.length + 1, visit, rule, at, fired, state: 'live' },
    ],
  }),
  timerDropped: (state, { timer }) => withTimer(state, timer, 'dropped'),
  timerFired: (state, { timer }) => withTimer(state, timer, 'fired'),
  childStarted: (state, { visit, child }) => {
    const started = { id: child, visit, result: null };
    const isTried = (each: { id: string; visit: number }): boolean =>
      each.id === child && each.visit === visit;
    // What is tried again keeps its place: that is which row it is for.
    const children = state.children.some(isTried)
      ? state.children.map((each) => (isTried(each) ? started : each))
      : [...state.children, started];
    return { ...state, children };
  },
  childFailed: (state, { child }) => ({
    ...state,
    children: state.children.map((each) =>
      each.id === child && each.result === null ? { ...each, isFailed: true } : each,
    ),
  }),
  childEnded: (state, { child, result }) => ({
    ...state,
    children: state.children.map((each) => (each.id === child ? { ...each, result } : each)),
  }),
  suspended: (state) => ({ ...state, status: 'suspended' }),
  resumed: (state) => ({ ...state, status: 'running' }),
  migrated: (state, { steps }) => ({
    ...state,
    visits: state.visits.map((visit) => ({
      ...visit,
      step: movedTo(steps, visit.step),
      ...(visit.backTo !== undefined && { backTo: movedTo(steps, visit.backTo) }),
    })),
  }),
  ended: (state, { result }) => ({
    ...cancelVisits(state, new Set(state.visits.map(({ id }) => id))),
    status: result,
  }),
  done: (state, { request }) => ({ ...state, requests: [...state.requests, request] }),
};

/** Applies an event; defined for every event in every state. */
export const fold = <K extends FlowEvent['kind']>(state: FlowState, event: EventOf<K>): FlowState =>
  (FOLDS[event.kind as K] as Fold<K>)(state, event);
