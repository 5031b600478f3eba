import { isHuman, stepOf, stepTowards, type FlowStep } from '../model/model.ts';
import { isLiveItem, itemsIn, visitOf, type Item, type Visit } from '../state/state.ts';
import { movedTo } from '../state/fold.ts';
import type { Actor, CommandOf } from './commands.ts';
import { pick } from './answers.ts';
import type { Run } from './run.ts';
import {
  cancelChildren,
  end,
  enter,
  goTo,
  leave,
  enclosingVisit,
  rejectVisit,
  stop,
} from './steps.ts';

/** What changes the course of a whole instance. */

function requireManager(run: Run, { isManager }: Actor): void {
  if (!isManager) run.refuse('FLOW_NOT_MANAGER');
}
/** The starter, or who corrects it in his place. */
function requireStarter(run: Run, { user }: Actor): void {
  const { starter, items } = run.state;
  const corrects = items.some(
    (item) => item.role === 'start' && item.state === 'active' && item.user === user,
  );
  if (user !== starter && !corrects) run.refuse('FLOW_NOT_STARTER', [starter]);
}

/** What the starter has to do after the instance was returned. */
function openStart(run: Run): Item {
  const { items } = run.state;
  const item = items.find(({ role, state }) => role === 'start' && state === 'active');
  if (!item) run.refuse('FLOW_STARTED');
  return item;
}
/** Begins, or goes on after it was returned to the starter. */
export function submit(run: Run, { by, picks }: CommandOf<'submit'>): void {
  requireStarter(run, by);
  const { status } = run.state;
  if (status === 'draft' || status === 'withdrawn') {
    run.emit({ kind: 'started', starter: by.user });
    pick(run, picks, 'starter');
    return enter(run, run.model.start, { parent: null, after: null });
  }
  if (status === 'suspended') run.refuse('FLOW_SUSPENDED');
  if (status !== 'running') run.refuse('FLOW_NOT_RUNNING');
  const item = openStart(run);
  run.emit({ kind: 'answered', item: item.id, how: 'approved' });
  run.emit({ kind: 'resubmitted' });
  pick(run, picks, 'starter');
  leave(run, item.visit, 'submitted');
}

const isDecided = ({ state, role }: Item): boolean =>
  role !== 'start' && (state === 'approved' || state === 'rejected' || state === 'returned');

export function withdraw(run: Run, { by }: CommandOf<'withdraw'>): void {
  requireStarter(run, by);
  const rule = run.model.settings.withdraw;
  const { visits, items } = run.state;
  const isHandled = items.some(
    (item) => isDecided(item) && visitOf(run.state, item.visit).round === run.state.round,
  );
  const isAtStart = visits.some(
    ({ state, step }) => state === 'active' && step === run.model.start,
  );
  if (rule === 'never' && !isAtStart) run.refuse('FLOW_OPERATION_CLOSED');
  if (rule === 'untilFirstApproval' && isHandled && !isAtStart) run.refuse('FLOW_WITHDRAW_LATE');
  end(run, 'withdrawn');
}

function ownApproval(run: Run, { user }: Actor, id: number): Item {
  const item = run.state.items[id - 1];
  if (!item || item.state !== 'approved' || item.role !== 'main') run.refuse('FLOW_ITEM_GONE');
  if (item.user !== user) run.refuse('FLOW_ITEM_NOT_YOURS', [item.user]);
  return item;
}

/** Takes back one's own approval while no one has acted on it. */
export function retract(run: Run, { by, item: id }: CommandOf<'retract'>): void {
  const item = ownApproval(run, by, id);
  const visit = visitOf(run.state, item.visit);
  if (!run.model.steps.has(visit.step)) run.refuse('FLOW_RETRACT_LATE');
  const left = visit.state === 'active' ? [] : endedWith(run, visit.id);
  const undone = followersOf(run, left);
  if (!canUndo(run, item, left, undone)) run.refuse('FLOW_RETRACT_LATE');
  cancelChildren(run, undone);
  run.emit({ kind: 'retracted', item: id, undone: [...undone], reopened: left });
}

/** Whether an approval can be undone, with the visits that ended and those that came of it. */
function canUndo(
  run: Run,
  item: Item,
  left: readonly number[],
  undone: ReadonlySet<number>,
): boolean {
  const visit = visitOf(run.state, item.visit);
  const isGone = [visit.id, ...left].some((each) => visitOf(run.state, each).state === 'cancelled');
  const isTouched = [...undone].some((each) => !isUntouched(run, each));
  if (isGone || isTouched || visit.how === 'timeout') return false;
  return visit.state !== 'active' || isTurnBack(run, item);
}

/** In a step that goes on: whether others of the same seat, or next in its sequence, have not acted. */
function isTurnBack(run: Run, item: Item): boolean {
  const step = stepOf(run.model, visitOf(run.state, item.visit).step);
  if (!isHuman(step)) return false;
  const items = itemsIn(run.state, item.visit);
  if (items.some((each) => each.id > item.id && each.seat === item.seat)) return false;
  if (step.settings.count !== 'sequential') return true;
  const later = items.filter(({ seat }) => seat !== null && seat > item.seat!);
  return later.every(({ state }) => state === 'wait' || state === 'transferred');
}

/** The visit, and the branching ones around it that came to their end with it or after it. */
function endedWith(run: Run, id: number): number[] {
  const { parent } = visitOf(run.state, id);
  return parent === null || !isClosed(run, id) ? [id] : [id, ...endedWith(run, parent)];
}

/** The branch a visit lies in came to its end. */
function isClosed(run: Run, id: number): boolean {
  const { parent, step } = visitOf(run.state, id);
  const { block } = stepOf(run.model, step);
  return !run.state.visits.some(
    (visit) =>
      visit.parent === parent &&
      visit.state === 'active' &&
      stepOf(run.model, visit.step).block === block,
  );
}

/** Visits that came about because these were left, directly or through others. */
function followersOf(run: Run, left: readonly number[]): ReadonlySet<number> {
  const found = new Set<number>();
  for (const { id, after, parent } of run.state.visits) {
    if (after === null) continue;
    // What lies in a branching step came before it was left.
    const isNext = left.includes(after) && parent !== after;
    if (isNext || found.has(after)) found.add(id);
  }
  return found;
}

/** Nothing was done in the visit that cannot be undone. */
function isUntouched(run: Run, id: number): boolean {
  const visit = visitOf(run.state, id);
  const kind = run.model.steps.get(visit.step)?.kind;
  if (visit.state === 'cancelled' || kind === 'trigger' || kind === 'subProcess') return false;
  if (visit.how === 'timeout') return false;
  return itemsIn(run.state, id).every(isLiveItem);
}

export function urge(run: Run, { by }: CommandOf<'urge'>): void {
  if (!by.isManager) requireStarter(run, by);
  const rule = run.model.settings.urge;
  if (!rule) run.refuse('FLOW_OPERATION_CLOSED');
  const { urged, items } = run.state;
  const isEarly = urged !== null && run.now - urged.at < rule.gapMs;
  if (isEarly || (urged?.times ?? 0) >= rule.times) run.refuse('FLOW_URGE_OFTEN');
  const active = items.filter(({ state, role }) => state === 'active' && role !== 'start');
  if (active.length === 0) run.refuse('FLOW_NOBODY');
  run.emit({ kind: 'urged', at: run.now });
  run.effect({ kind: 'remind', items: active.map(({ id }) => id) });
}

export function copy(run: Run, { users }: CommandOf<'copy'>): void {
  if (users.length === 0) run.refuse('FLOW_NOBODY');
  run.emit({ kind: 'copied', visit: null, users: [...new Set(users)] });
}

/** A manager moves a part of the instance to another step. */
export function jump(run: Run, { by, visit: id, to }: CommandOf<'jump'>): void {
  requireManager(run, by);
  const visit = run.state.visits[id - 1];
  if (visit?.state !== 'active') run.refuse('FLOW_EVENT_LATE');
  if (
    !run.model.steps.has(to) ||
    enclosingVisit(run, id, to) === undefined ||
    isInside(run, id, to)
  )
    run.refuse('FLOW_JUMP_TARGET', [to]);
  run.emit({ kind: 'returned', visit: id, to });
  goTo(run, id, to, 'cancelled');
}

/** A branching step's own branches are entered by entering it. */
const isInside = (run: Run, id: number, target: string): boolean =>
  stepOf(run.model, visitOf(run.state, id).step).branches.some(
    (block) => stepTowards(run.model, block, target) !== undefined,
  );

export function suspend(run: Run, { by }: CommandOf<'suspend'>): void {
  requireManager(run, by);
  run.emit({ kind: 'suspended' });
}

/**
 * Work of steps that failed is tried again; what was waited for too long is waited for once more, and
 * what has ended meanwhile is not waited for any more.
 */
export function resume(run: Run, { by }: CommandOf<'resume'>): void {
  requireManager(run, by);
  run.emit({ kind: 'resumed' });
  const { visits } = run.state;
  for (const { id } of visits) goOnWithChildren(run, id);
  // What these have led to may have ended the others.
  for (const { id } of visits) if (run.isActive(id)) goOnWithWork(run, visitOf(run.state, id));
}

function goOnWithWork(run: Run, visit: Visit): void {
  if (stepOf(run.model, visit.step).kind !== 'trigger') return;
  if (visit.isPerformed !== true)
    run.effect({ kind: 'perform', visit: visit.id, step: visit.step });
  else if (!isTimed(run, visit.id)) waitForAnswer(run, visit);
}

/** Starts what could not be started, or goes on where all have ended. */
function goOnWithChildren(run: Run, visit: number): void {
  if (run.isOver || visitOf(run.state, visit).state === 'cancelled') return;
  const children = run.state.children.filter((each) => each.visit === visit);
  for (const { id: child, isFailed } of children)
    if (isFailed === true) {
      run.emit({ kind: 'childStarted', visit, child });
      run.effect({ kind: 'startChild', child, step: visitOf(run.state, visit).step });
    }
  if (children.length > 0 && run.isActive(visit)) judgeChildren(run, visit);
}

const isTimed = ({ state }: Run, id: number): boolean =>
  state.timers.some((timer) => timer.visit === id && timer.state === 'live');

/** The other side has so long to call back. */
function waitForAnswer(run: Run, { id, step }: Visit): void {
  run.emit({ kind: 'timerSet', visit: id, rule: null, at: run.time(step, null), fired: 0 });
}

export function cancel(run: Run, { by }: CommandOf<'cancel'>): void {
  requireManager(run, by);
  end(run, 'cancelled');
}

function activeVisit(run: Run, id: number) {
  const visit = run.state.visits[id - 1];
  if (visit?.state !== 'active') run.refuse('FLOW_EVENT_LATE');
  return visit;
}

/** The condition a step waits for has come true. */
export function met(run: Run, { visit: id }: CommandOf<'met'>): void {
  const visit = activeVisit(run, id);
  if (stepOf(run.model, visit.step).kind !== 'wait') run.refuse('FLOW_EVENT_LATE');
  leave(run, id, 'passed');
}

export function performed(run: Run, { visit: id }: CommandOf<'performed'>): void {
  const visit = activeVisit(run, id);
  const step = stepOf(run.model, visit.step);
  if (step.kind !== 'trigger' || visit.isPerformed === true) run.refuse('FLOW_EVENT_LATE');
  if (!step.settings.waits) return leave(run, id, 'passed');
  run.emit({ kind: 'performed', visit: id });
  waitForAnswer(run, visit);
}

/** The other side may answer before the service has noted that it was asked. */
export function calledBack(run: Run, { visit: id }: CommandOf<'calledBack'>): void {
  const step = stepOf(run.model, activeVisit(run, id).step);
  if (step.kind !== 'trigger' || !step.settings.waits) run.refuse('FLOW_EVENT_LATE');
  leave(run, id, 'passed');
}

/** A step's work cannot be done: the instance goes on without, or waits for a manager. */
export function failed(run: Run, { visit: id, child }: CommandOf<'failed'>): void {
  if (child !== undefined) return childFailed(run, child);
  const step = stepOf(run.model, activeVisit(run, id).step);
  if (step.kind !== 'trigger') run.refuse('FLOW_EVENT_LATE');
  if (step.settings.onFailure === 'continue') return leave(run, id, 'failed');
  stop(run, id);
}

/** An instance cannot be started: a manager has to see to it, also where it is not waited for. */
function childFailed(run: Run, id: string): void {
  const child = run.state.children.find((each) => each.id === id && each.result === null);
  if (!child || child.isFailed === true) run.refuse('FLOW_EVENT_LATE');
  if (visitOf(run.state, child.visit).state === 'cancelled') run.refuse('FLOW_EVENT_LATE');
  run.emit({ kind: 'childFailed', child: id });
  if (run.state.status === 'running') return stop(run, child.visit);
  run.effect({ kind: 'notifyManagers', visit: child.visit });
}

/** Also while the instance rests: it goes by that when it is resumed. */
export function childEnded(run: Run, { child: id, result }: CommandOf<'childEnded'>): void {
  const child = run.state.children.find((each) => each.id === id);
  if (!child || child.result !== null || child.isFailed === true) run.refuse('FLOW_EVENT_LATE');
  const visit = activeVisit(run, child.visit);
  run.emit({ kind: 'childEnded', child: id, result });
  if (!run.isOver) judgeChildren(run, visit.id);
}

/** Leaves a step whose instances have all ended. */
function judgeChildren(run: Run, id: number): void {
  const all = run.state.children.filter((each) => each.visit === id);
  if (all.some((each) => each.result === null)) return;
  const step = stepOf(run.model, visitOf(run.state, id).step);
  const isRejected = all.some((each) => each.result !== 'approved');
  if (isRejected && step.kind === 'subProcess' && step.settings.onReject === 'reject')
    return rejectVisit(run, id);
  leave(run, id, 'passed');
}

/** Whether a step that goes on has its place in the version, with what is open in it. */
function fitsIn(run: Run, visit: Visit, steps: Readonly<Record<string, string>>): boolean {
  const { id, step, parent, backTo } = visit;
  const to = run.model.steps.get(movedTo(steps, step));
  if (!to) return false;
  const { owner } = run.model.blocks.get(to.block)!;
  if (owner !== (parent === null ? null : movedTo(steps, visitOf(run.state, parent).step)))
    return false;
  if (backTo !== undefined && !run.model.steps.has(movedTo(steps, backTo))) return false;
  const has = (list: readonly { visit: number }[]) => list.some((each) => each.visit === id);
  // What is open there decides what kind of step it has to be.
  if (to.kind === 'start') return itemsIn(run.state, id).some(({ role }) => role === 'start');
  if (isHuman(to)) return has(run.state.seats);
  if (to.kind === 'subProcess') return has(run.state.children);
  if (to.kind === 'delay') return has(run.state.timers) && !has(run.state.seats);
  if (to.branches.length > 0)
    return visit.branches.length > 0 && isEachInOne(run, visit, steps, to.branches);
  return waitsThere(run, visit, to);
}
/** What waits for the world goes on waiting; who was asked outside is waited for there too. */
function waitsThere(run: Run, { id, isPerformed = false }: Visit, to: FlowStep): boolean {
  if (to.kind === 'trigger') return isBare(run, id) && (!isPerformed || to.settings.waits);
  return to.kind === 'wait' && isBare(run, id);
}
/** No two of the branches that go on end up in the same one. */
function isEachInOne(
  run: Run,
  { id }: Visit,
  steps: Readonly<Record<string, string>>,
  branches: readonly string[],
): boolean {
  const inside = run.state.visits.filter(
    ({ parent, state }) => parent === id && state === 'active',
  );
  const blocks = inside.map(({ step }) => run.model.steps.get(movedTo(steps, step))?.block);
  return (
    new Set(blocks).size === blocks.length &&
    blocks.every((block) => block !== undefined && branches.includes(block))
  );
}
const isBare = ({ state }: Run, id: number): boolean =>
  ![...state.seats, ...state.children].some(({ visit }) => visit === id) &&
  state.visits[id - 1]!.branches.length === 0;

/** The instance follows another version of its template, in which its steps have these places. */
export function migrate(run: Run, { steps }: CommandOf<'migrate'>): void {
  const active = run.state.visits.filter(({ state }) => state === 'active');
  const lost = active.filter((visit) => !fitsIn(run, visit, steps));
  if (lost.length > 0) run.refuse('FLOW_MIGRATION', [...new Set(lost.map(({ step }) => step))]);
  run.emit({ kind: 'migrated', steps });
  for (const { id } of active) moveTimers(run, visitOf(run.state, id));
}

/** What is waited for goes by the times of the version, reckoned from when each step was entered. */
function moveTimers(run: Run, { id, step: name }: Visit): void {
  const step = stepOf(run.model, name);
  const rules = rulesOf(step);
  if (!rules) return;
  const timers = run.state.timers.filter((timer) => timer.visit === id);
  for (const timer of timers)
    if (timer.state === 'live') run.emit({ kind: 'timerDropped', timer: timer.id });
  for (const rule of rules) {
    const at = run.time(name, rule, id);
    const isOver = timers.some((timer) => timer.rule === rule && timer.state === 'fired');
    if (at > run.now || !isOver) run.emit({ kind: 'timerSet', visit: id, rule, at, fired: 0 });
  }
}

/** The timers a step has while it goes on; undefined where these are not the template's alone. */
function rulesOf(step: FlowStep): readonly (number | null)[] | undefined {
  if (isHuman(step)) return step.settings.timeouts.map((_, rule) => rule);
  if (step.kind === 'delay') return [null];
  return step.kind === 'wait' ? (step.settings.hasTimeout ? [null] : []) : undefined;
}
