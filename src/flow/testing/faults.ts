import { stepOf, type FlowModel } from '../model/model.ts';
import { isLiveItem, visitOf, type FlowState } from '../state/state.ts';

/** What is wrong with a state; empty when nothing is. */
export function faultsOf(model: FlowModel, state: FlowState): string[] {
  const live = state.items.filter(isLiveItem);
  const active = state.visits.filter((visit) => visit.state === 'active');
  const isOpen = state.status === 'running' || state.status === 'suspended';
  const found: string[] = [];
  if (
    !isOpen &&
    (live.length > 0 || active.length > 0 || state.timers.some((t) => t.state === 'live'))
  )
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
  if (step.branches.length > 0) {
    if (inside.length !== visit.open)
      found.push(`${step.id}: ${visit.open} open, ${inside.length}`);
  } else if (step.kind === 'approve' || step.kind === 'handle' || step.kind === 'start') {
    if (!items.some((item) => item.state === 'active')) found.push(`no one can move ${step.id}`);
  } else if (step.kind === 'delay') {
    if (!state.timers.some((t) => t.state === 'live' && t.visit === id))
      found.push(`${step.id} never ends`);
  } else if (step.kind === 'subProcess') {
    const open = state.children.filter((c) => c.visit === id && c.result === null);
    // While it rests all may end; and a manager sees to what could not be started.
    if (state.status === 'running' && !open.some((c) => c.isFailed !== true))
      found.push(`${step.id} waits for nothing`);
  } else if (step.kind === 'trigger') {
    const isTimed = state.timers.some((t) => t.state === 'live' && t.visit === id);
    if (visit.isPerformed === true && state.status === 'running' && !isTimed)
      found.push(`${step.id} is waited for without end`);
  } else if (step.kind !== 'wait') found.push(`${step.id} stays`);
  const beside = state.visits.filter(
    (other) =>
      other.state === 'active' &&
      other.parent === visit.parent &&
      stepOf(model, other.step).block === step.block,
  );
  if (beside.length > 1) found.push(`${step.block} is entered twice`);
  return found;
}
