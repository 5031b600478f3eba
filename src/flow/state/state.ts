import type { FlowStatus } from '../../contract/index.ts';

/**
 * Where an instance of a flow is. Plain JSON, made by folding its events (fold.ts); ids are numbers
 * that count from 1 in each list.
 */
export type Result = 'approved' | 'rejected' | 'withdrawn' | 'cancelled' | 'terminated';
type Status = 'draft' | 'running' | 'suspended' | Result;

/** One time a step was entered. */
export interface Visit {
  readonly id: number;
  readonly step: string;
  /** The visit of the branching step it lies in; null in the outermost block. */
  readonly parent: number | null;
  /** The visit whose end led here; null for the first. */
  readonly after: number | null;
  readonly round: number;
  readonly state: 'active' | 'done' | 'cancelled';
  readonly how?: LeftHow;
  /** Blocks of a branching step that were entered, and how many of them go on. */
  readonly branches: readonly string[];
  readonly open: number;
  /** The step that goes on when this one is done, after a return. */
  readonly backTo?: string;
  /** The work of a step that waits to be called back was done. */
  readonly isPerformed?: boolean;
}
export type LeftHow =
  | 'submitted'
  | 'approved'
  | 'rejected'
  | 'skipped'
  | 'passed'
  | 'routed'
  | 'timeout'
  | 'failed';

/** One of those a step asks: his vote, by whomever it is given in the end. */
export interface Seat {
  readonly id: number;
  readonly visit: number;
  readonly user: string;
  readonly vote: 'open' | 'approved' | 'rejected';
  /** Approved because the same person did so before. */
  readonly repeated: boolean;
}

export type ItemEnd =
  | 'approved'
  | 'rejected'
  | 'returned'
  | 'transferred'
  | 'removed'
  | 'timeout'
  | 'cancelled';
/** `wait`: its turn comes later; `hold`: until others have answered. */
type ItemState = 'wait' | 'active' | 'hold' | ItemEnd;
export type ItemRole = 'main' | 'before' | 'after' | 'delegate' | 'start';

/** Something a person has to do. */
export interface Item {
  readonly id: number;
  readonly visit: number;
  /** Null for the starter's. */
  readonly seat: number | null;
  readonly user: string;
  readonly role: ItemRole;
  /** The item it was added to or delegated from. */
  readonly of: number | null;
  readonly state: ItemState;
  /** What it was when it was cancelled because its step was decided without it. */
  readonly was?: ItemState;
}

export interface Timer {
  readonly id: number;
  readonly visit: number;
  /** The place of the time-out among those of its step; null for the step's own waiting. */
  readonly rule: number | null;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Times it fired before. */
  readonly fired: number;
  readonly state: 'live' | 'fired' | 'dropped';
}

/** A process that a step has started. */
interface Child {
  readonly id: string;
  readonly visit: number;
  readonly result: Result | null;
  /** It could not be started yet. */
  readonly isFailed?: boolean;
}

export interface FlowState {
  readonly status: Status;
  readonly starter: string;
  /** Raised when it is submitted, for the first time and after each return to the starter. */
  readonly round: number;
  readonly visits: readonly Visit[];
  readonly seats: readonly Seat[];
  readonly items: readonly Item[];
  readonly timers: readonly Timer[];
  readonly children: readonly Child[];
  /** People chosen for steps, by whom the steps leave that to. */
  readonly picks: Readonly<Record<string, readonly string[]>>;
  readonly urged: { readonly times: number; readonly at: number } | null;
  /** Requests that were carried out, so that none is twice. */
  readonly requests: readonly string[];
}

export const draftOf = (starter: string): FlowState => ({
  status: 'draft',
  starter,
  round: 0,
  visits: [],
  seats: [],
  items: [],
  timers: [],
  children: [],
  picks: {},
  urged: null,
  requests: [],
});

/** The status people see: what was returned to its starter is running for the core. */
export const shownStatus = (state: FlowState): FlowStatus =>
  state.status === 'running' &&
  state.items.some((item) => item.role === 'start' && item.state === 'active')
    ? 'returned'
    : state.status;

export const visitOf = (state: FlowState, id: number): Visit => state.visits[id - 1]!;
export const isLiveItem = ({ state }: Item): boolean =>
  state === 'wait' || state === 'active' || state === 'hold';
export const itemsIn = (state: FlowState, visit: number): Item[] =>
  state.items.filter((item) => item.visit === visit);
export const seatsIn = (state: FlowState, visit: number): Seat[] =>
  state.seats.filter((seat) => seat.visit === visit);

/** The visit and all that lie in it, at any depth. */
export function visitsWithin(state: FlowState, id: number): ReadonlySet<number> {
  const within = new Set([id]);
  // A visit follows what it lies in.
  for (const visit of state.visits)
    if (visit.parent !== null && within.has(visit.parent)) within.add(visit.id);
  return within;
}
