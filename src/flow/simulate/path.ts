import type { FlowNodeType } from '../../contract/index.ts';
import type { CompiledFlow, CompiledNode } from '../compile/compile.ts';
import { keyOf } from '../decide/known.ts';
import { seatsIn, type LeftHow, type Visit } from '../state/state.ts';
import { standIn, type Played } from './play.ts';

/** Why a step came about as it did. */
export type PathReason =
  /** The condition of a branch or route held, or none did. */
  | {
      readonly kind: 'condition';
      readonly of: string;
      readonly text: string;
      readonly holds: boolean;
    }
  | { readonly kind: 'otherwise'; readonly of: string }
  | { readonly kind: 'skipWhen'; readonly text: string }
  | { readonly kind: 'auto' }
  /** No one was found: what is done instead. */
  | { readonly kind: 'empty'; readonly instead: 'approve' | 'reject' | 'people' }
  /** The starter was among those found. */
  | { readonly kind: 'starter'; readonly rule: 'skip' | 'toLeader' }
  /** These approved before. */
  | { readonly kind: 'repeated'; readonly users: readonly string[] };

export interface PathStep {
  readonly visit: number;
  readonly step: string;
  readonly type: FlowNodeType;
  readonly name: string;
  readonly state: Visit['state'];
  readonly how?: LeftHow;
  readonly users: readonly string[];
  /** Branches that were entered. */
  readonly branches: readonly string[];
  readonly reasons: readonly PathReason[];
  readonly enteredAt?: number;
  readonly leftAt?: number;
}

/**
 * Visits of a play as a path with names and reasons. Why the first `before` came about, which were
 * there when it began, the play does not know; their steps may be gone in the version it is of.
 */
export function stepsOf(flow: CompiledFlow, played: Played, before = 0): PathStep[] {
  return played.state.visits.map((visit) =>
    visitedStep(flow, played, visit, visit.id > before ? reasonsOf(flow, played, visit) : []),
  );
}
function visitedStep(
  flow: CompiledFlow,
  played: Played,
  visit: Visit,
  reasons: readonly PathReason[],
): PathStep {
  const node = flow.nodes.get(visit.step);
  const enteredAt = played.entered.get(visit.id);
  const leftAt = played.left.get(visit.id);
  return {
    visit: visit.id,
    step: visit.step,
    type: node?.type ?? 'approve',
    name: node?.name ?? visit.step,
    state: visit.state,
    ...(visit.how !== undefined && { how: visit.how }),
    users: usersOf(played, visit, node?.type === 'cc'),
    branches: visit.branches,
    reasons,
    ...(enteredAt !== undefined && { enteredAt }),
    ...(leftAt !== undefined && { leftAt }),
  };
}

/** Whom a visit asked or copied; who is still to be chosen has no name yet. */
function usersOf({ state, known }: Played, { id, step }: Visit, isCopy: boolean): string[] {
  if (isCopy) return [...((known[keyOf({ kind: 'people', step, for: 'step' })] ?? []) as string[])];
  const seats = seatsIn(state, id).map(({ user }) => user);
  return seats.filter((user) => user !== standIn(step));
}

function reasonsOf(flow: CompiledFlow, played: Played, visit: Visit): PathReason[] {
  const node = flow.nodes.get(visit.step)!;
  const known = (of: string) => played.known[keyOf({ kind: 'condition', of })];
  switch (node.type) {
    case 'condition':
    case 'inclusive':
      return visit.branches.map((of) => {
        const text = flow.conditions.get(of);
        return text === undefined
          ? { kind: 'otherwise', of }
          : { kind: 'condition', of, text, holds: known(of) === true };
      });
    case 'router': {
      const { routes } = flow.model.steps.get(node.id)!.settings as {
        routes: readonly { id: string }[];
      };
      const taken = routes.find(({ id }) => known(id) === true);
      return taken && visit.how === 'routed'
        ? [{ kind: 'condition', of: taken.id, text: flow.conditions.get(taken.id)!, holds: true }]
        : [];
    }
    case 'approve':
    case 'handle':
      return humanReasons(flow, played, visit);
    default:
      return [];
  }
}

/** What the people found for a step say about it: the starter is one of them, or there is none. */
function finderReasons(
  node: Extract<CompiledNode, { type: 'approve' | 'handle' }>,
  played: Played,
  isSeated: boolean,
): PathReason[] {
  const { settings, id } = node;
  const found = (played.known[keyOf({ kind: 'people', step: id, for: 'step' })] ?? []) as string[];
  const picked = played.state.picks[id] ?? [];
  const rule = settings.starterIsApprover;
  if (rule !== 'self' && found.includes(played.state.starter)) return [{ kind: 'starter', rule }];
  if (found.length > 0 || picked.length > 0) return [];
  const { emptyApprover: empty } = settings;
  const isDecided = empty === 'approve' || empty === 'reject';
  return [{ kind: 'empty', instead: isDecided ? empty : isSeated ? 'people' : 'reject' }];
}

function humanReasons(flow: CompiledFlow, played: Played, visit: Visit): PathReason[] {
  const node = flow.nodes.get(visit.step)!;
  if (node.type !== 'approve' && node.type !== 'handle') return [];
  const { settings, id } = node;
  const known = played.known[keyOf({ kind: 'condition', of: id })];
  if (settings.skipWhen !== undefined && known === true)
    return [{ kind: 'skipWhen', text: settings.skipWhen }];
  if (settings.auto !== undefined) return [{ kind: 'auto' }];
  const seats = seatsIn(played.state, visit.id);
  const reasons = finderReasons(node, played, seats.length > 0);
  const repeated = seats.filter((seat) => seat.repeated).map(({ user }) => user);
  if (repeated.length > 0) reasons.push({ kind: 'repeated', users: repeated });
  return reasons;
}
