import { isHuman, stepOf } from '../model/model.ts';
import type { HumanOp } from '../model/settings.ts';
import { isLiveItem, itemsIn, visitOf, type Item } from '../state/state.ts';
import type { Actor, Brought, CommandOf, Picks } from './commands.ts';
import { afterApproval, afterRejection, ask, giveTurn, handOn, humanOf } from './people.ts';
import type { Need } from './known.ts';
import type { Run } from './run.ts';
import { ends, goTo, leave, enclosingVisit, stop } from './steps.ts';

/** What people do with what they were asked. */

/** An item the person may act on now. */
function ownItem(run: Run, { user }: Actor, id: number): Item {
  const item = run.state.items[id - 1];
  if (!item || item.state !== 'active') run.refuse('FLOW_ITEM_GONE');
  if (item.user !== user) run.refuse('FLOW_ITEM_NOT_YOURS', [item.user]);
  return item;
}

/** The same, where the step allows the operation and what it asks for was brought along. */
function decided(run: Run, by: Actor, id: number, op: HumanOp, brings: Brought): Item {
  const item = ownItem(run, by, id);
  const step = humanOf(run, item.visit);
  const demand = step?.settings.ops[op];
  if (!step || !demand) run.refuse('FLOW_OPERATION_CLOSED');
  if (demand.opinion && !brings.hasOpinion) run.refuse('FLOW_OPINION_REQUIRED');
  if (demand.signature && !brings.isSigned) run.refuse('FLOW_SIGNATURE_REQUIRED');
  if (demand.attachment && !brings.hasFiles) run.refuse('FLOW_ATTACHMENT_REQUIRED');
  return item;
}

export function approve(run: Run, { by, item: id, brings, picks }: CommandOf<'approve'>): void {
  const item = decided(run, by, id, 'approve', brings);
  pick(run, picks, 'approver');
  run.emit({ kind: 'answered', item: item.id, how: 'approved' });
  afterApproval(run, item, ends);
}

/** Notes people chosen for steps that leave this to the starter or to an approver. */
export function pick(run: Run, picks: Picks | undefined, who: 'starter' | 'approver'): void {
  for (const [id, users] of Object.entries(picks ?? {})) {
    const step = run.model.steps.get(id);
    if (!step || !isHuman(step) || !(step.settings.picks.approver || step.settings.picks[who]))
      run.refuse('FLOW_OPERATION_CLOSED');
    run.emit({ kind: 'picked', step: id, users: [...new Set(users)] });
  }
}

export function reject(run: Run, { by, item: id, brings }: CommandOf<'reject'>): void {
  const item = decided(run, by, id, 'reject', brings);
  if (humanOf(run, item.visit)?.kind === 'handle') run.refuse('FLOW_OPERATION_CLOSED');
  run.emit({ kind: 'answered', item: item.id, how: 'rejected' });
  afterRejection(run, item, ends);
}

/** Steps an item may be returned to: those it can be, as far as its step allows them. */
function returnTargets(run: Run, item: Item): readonly string[] {
  const settings = humanOf(run, item.visit)?.settings;
  if (!settings) return [];
  const { returnsTo } = settings;
  const reachable = passedSteps(run, item);
  if (returnsTo === 'any') return reachable;
  if (returnsTo === 'starter') return reachable.filter((step) => step === run.model.start);
  if (returnsTo === 'previous') return reachable.slice(-1);
  return reachable.filter((step) => returnsTo.includes(step));
}

/** Steps passed before an item, in its block or one around it. */
function passedSteps(run: Run, item: Item): readonly string[] {
  const { start, steps } = run.model;
  const passed = run.state.visits.filter(
    ({ id, step, state, how }) =>
      id < item.visit &&
      state === 'done' &&
      (step === start || (how === 'approved' && steps.has(step))),
  );
  return [...new Set(passed.map(({ step }) => step))].filter((step) => {
    const level = enclosingVisit(run, item.visit, step);
    return level !== undefined && steps.get(level.step)!.block === steps.get(step)!.block;
  });
}

export function returnTo(run: Run, command: CommandOf<'return'>): void {
  const { by, item: id, to, brings } = command;
  const item = decided(run, by, id, 'return', brings);
  if (!returnTargets(run, item).includes(to)) run.refuse('FLOW_RETURN_TARGET', [to]);
  const settings = humanOf(run, item.visit)!.settings.returnMode;
  const mode = settings === 'choose' ? (command.mode ?? 'replay') : settings;
  const { step } = visitOf(run.state, item.visit);
  run.emit({ kind: 'answered', item: item.id, how: 'returned' });
  run.emit({ kind: 'returned', visit: item.visit, to });
  goTo(run, item.visit, to, 'cancelled', mode === 'jumpBack' ? step : undefined);
}

/** Refuses people who have something to do in the step already. */
function refuseAsked(run: Run, visit: number, users: readonly string[]): void {
  const asked = itemsIn(run.state, visit).filter(isLiveItem);
  const twice = users.filter((user) => asked.some((item) => item.user === user));
  if (twice.length > 0) run.refuse('FLOW_ALREADY_ASKED', twice);
}

function handOver(run: Run, item: Item, to: string): void {
  if (to === item.user) run.refuse('FLOW_SAME_PERSON', [to]);
  refuseAsked(run, item.visit, [to]);
  handOn(run, item, to);
}

export function transfer(run: Run, { by, item: id, to, brings }: CommandOf<'transfer'>): void {
  handOver(run, decided(run, by, id, 'transfer', brings), to);
}

/** Whatever is still to be done: also what waits for its turn or for others. */
export function reassign(run: Run, { by, item: id, to }: CommandOf<'reassign'>): void {
  if (!by.isManager) run.refuse('FLOW_NOT_MANAGER');
  const item = run.state.items[id - 1];
  if (!item || !isLiveItem(item)) run.refuse('FLOW_ITEM_GONE');
  handOver(run, item, to);
}

export function delegate(run: Run, { by, item: id, to, brings }: CommandOf<'delegate'>): void {
  const item = decided(run, by, id, 'delegate', brings);
  if (to === item.user) run.refuse('FLOW_SAME_PERSON', [to]);
  refuseAsked(run, item.visit, [to]);
  run.emit({ kind: 'moved', item: item.id, state: 'hold' });
  const { visit, seat } = item;
  ask(run, { visit, seat, role: 'delegate', of: item.id, user: to }, true);
}

export function addSigners(run: Run, command: CommandOf<'addBefore' | 'addAfter'>): void {
  const { by, item: id, users, brings, kind } = command;
  const item = decided(run, by, id, kind, brings);
  const people = [...new Set(users)];
  const role = kind === 'addBefore' ? 'before' : 'after';
  checkSigners(run, item, role, people);
  if (role === 'before') run.emit({ kind: 'moved', item: item.id, state: 'hold' });
  const { visit, seat } = item;
  for (const user of people) ask(run, { visit, seat, role, of: item.id, user }, role === 'before');
}

/** Signers are added once before and once after an item. */
function checkSigners(
  run: Run,
  item: Item,
  role: 'before' | 'after',
  people: readonly string[],
): void {
  if (item.role === 'delegate') run.refuse('FLOW_OPERATION_CLOSED');
  if (people.length === 0) run.refuse('FLOW_NOBODY');
  const isAdded = run.state.items.some((each) => each.of === item.id && each.role === role);
  if (isAdded) run.refuse('FLOW_ADDED_BEFORE');
  refuseAsked(run, item.visit, people);
}

/** Takes back a signer one has added and who has not answered. */
export function removeAdded(run: Run, { by, item: id }: CommandOf<'removeAdded'>): void {
  const item = run.state.items[id - 1];
  const isAdded = item?.role === 'before' || item?.role === 'after';
  if (!item || !isAdded || (item.state !== 'wait' && item.state !== 'active'))
    run.refuse('FLOW_ITEM_GONE');
  const { user } = run.state.items[item.of! - 1]!;
  if (user !== by.user && !by.isManager) run.refuse('FLOW_ITEM_NOT_YOURS', [user]);
  run.emit({ kind: 'answered', item: item.id, how: 'removed' });
  afterRemoval(run, item);
}

function afterRemoval(run: Run, item: Item): void {
  const of = run.state.items[item.of! - 1]!;
  const isOpen = run.state.items.some((each) => each.of === of.id && isLiveItem(each));
  if (isOpen) return;
  if (of.state === 'hold') return giveTurn(run, of);
  if (of.state === 'approved') afterApproval(run, { ...of, role: 'main' }, ends);
}

export function timeOut(run: Run, { timer: id }: CommandOf<'timer'>): void {
  const timer = run.state.timers[id - 1];
  if (timer?.state !== 'live') run.refuse('FLOW_EVENT_LATE');
  run.emit({ kind: 'timerFired', timer: id });
  if (timer.rule === null) return waitedOut(run, timer.visit);
  const step = humanOf(run, timer.visit)!;
  const rule = step.settings.timeouts[timer.rule];
  // The instance was moved to a version without this time-out.
  if (!rule) return;
  const active = itemsIn(run.state, timer.visit).filter(({ state }) => state === 'active');
  switch (rule.action) {
    case 'remind': {
      run.effect({ kind: 'remind', items: active.map((item) => item.id) });
      const fired = timer.fired + 1;
      const at = run.now + Math.max(1, run.time(step.id, timer.rule) - run.now);
      if (fired < rule.times)
        run.emit({ kind: 'timerSet', visit: timer.visit, rule: timer.rule, at, fired });
      return;
    }
    case 'notifyManagers':
      return run.effect({ kind: 'notifyManagers', visit: timer.visit });
    case 'approve':
      return leave(run, timer.visit, 'timeout');
    case 'reject':
      return ends.reject(run, timer.visit);
    case 'transfer':
      return passOn(run, step.id, active, () => `timeout:${timer.rule!}`);
    case 'escalate':
      return passOn(run, step.id, active, ({ user }) => `late:${user}`);
  }
}

/** A step's own waiting is over. */
function waitedOut(run: Run, visit: number): void {
  const step = stepOf(run.model, visitOf(run.state, visit).step);
  const action = step.kind === 'trigger' ? step.settings.onTimeout : 'continue';
  if (action === 'stop') return stop(run, visit);
  if (action === 'reject') return ends.reject(run, visit);
  leave(run, visit, 'timeout');
}

type PeopleNeed = Extract<Need, { readonly kind: 'people' }>;

/** Gives what was not answered in time to others; who has something to do there already does not
 * get more. */
function passOn(
  run: Run,
  step: string,
  active: readonly Item[],
  reason: (item: Item) => PeopleNeed['for'],
): void {
  for (const item of active) {
    const people = run.people({ kind: 'people', step, for: reason(item) });
    const asked = itemsIn(run.state, item.visit).filter(isLiveItem);
    const to = people.find((user) => asked.every((each) => each.user !== user));
    if (to !== undefined) handOver(run, item, to);
  }
}
