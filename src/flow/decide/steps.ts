import {
  blockOf,
  isHuman,
  stepOf,
  stepTowards,
  type BranchingKind,
  type FlowStep,
  type StepKind,
  type StepOf,
} from '../model/model.ts';
import { visitOf, visitsWithin, type LeftHow, type Result, type Visit } from '../state/state.ts';
import { enterHuman } from './people.ts';
import type { Run } from './run.ts';

/**
 * Steps one instance may enter; more is a circle of routes or returns without end, which a manager
 * has to look at.
 */
const MAX_VISITS = 500;

interface Place {
  readonly parent: number | null;
  readonly after: number | null;
  readonly backTo?: string;
}

/** Enters a step and goes on until a person, a timer or the world has to act. */
export function enter(run: Run, id: string, place: Place): void {
  if (run.state.visits.length >= MAX_VISITS) return void end(run, 'terminated');
  const visit = run.visit(id, place);
  begin(run, visit, stepOf(run.model, id));
}

type Begin<K extends StepKind> = (run: Run, visit: Visit, step: StepOf<K>) => void;
const BEGIN: { [K in StepKind]: Begin<K> } = {
  start: (run, visit) => {
    // Only what is returned comes here from somewhere.
    if (visit.after === null) leave(run, visit.id, 'submitted');
    else askStarter(run, visit);
  },
  approve: (run, visit, step) => enterHuman(run, visit, step, ends),
  handle: (run, visit, step) => enterHuman(run, visit, step, ends),
  cc: (run, visit, step) => {
    const users = run.people({ kind: 'people', step: step.id, for: 'step' });
    if (users.length > 0) run.emit({ kind: 'copied', visit: visit.id, users });
    leave(run, visit.id, 'passed');
  },
  condition: (run, visit, step) => {
    const [otherwise, cases] = casesOf(step);
    const holds = run.conditions(cases);
    open(run, visit, [cases.find((_, i) => holds[i]) ?? otherwise]);
  },
  inclusive: (run, visit, step) => {
    const [otherwise, cases] = casesOf(step);
    const holds = run.conditions(cases);
    const taken = cases.filter((_, i) => holds[i]);
    open(run, visit, taken.length > 0 ? taken : [otherwise]);
  },
  parallel: (run, visit, step) => open(run, visit, step.branches),
  router: (run, visit, step) => {
    const { routes } = step.settings;
    const holds = run.conditions(routes.map(({ id }) => id));
    const route = routes.find((_, i) => holds[i]);
    if (route) goTo(run, visit.id, route.to, 'routed');
    else leave(run, visit.id, 'passed');
  },
  delay: (run, visit, step) => {
    const at = run.time(step.id, null);
    if (at <= run.now) leave(run, visit.id, 'passed');
    else run.emit({ kind: 'timerSet', visit: visit.id, rule: null, at, fired: 0 });
  },
  wait: (run, visit, step) => {
    const [isMet] = run.conditions([step.id]);
    if (isMet) return leave(run, visit.id, 'passed');
    if (step.settings.hasTimeout)
      run.emit({
        kind: 'timerSet',
        visit: visit.id,
        rule: null,
        at: run.time(step.id, null),
        fired: 0,
      });
  },
  trigger: (run, visit, step) => run.effect({ kind: 'perform', visit: visit.id, step: step.id }),
  subProcess: (run, visit, step) => {
    const children = run.children(step.id);
    for (const child of children) {
      run.emit({ kind: 'childStarted', visit: visit.id, child });
      run.effect({ kind: 'startChild', child, step: step.id });
    }
    if (!step.settings.waits || children.length === 0) leave(run, visit.id, 'passed');
  },
  end: (run, visit, step) => {
    run.emit({ kind: 'left', visit: visit.id, how: 'passed' });
    end(run, step.settings.result);
  },
};
const begin = <K extends StepKind>(run: Run, visit: Visit, step: FlowStep): void =>
  (BEGIN[step.kind] as unknown as Begin<K>)(run, visit, step as StepOf<K>);

/** The branch for all other cases, and the cases. */
function casesOf({ branches }: StepOf<BranchingKind>): [string, readonly string[]] {
  return [branches.at(-1)!, branches.slice(0, -1)];
}

/** Asks the starter for corrections, or who is there in his place. */
function askStarter(run: Run, visit: Visit): void {
  const { starter } = run.state;
  const [user = starter] = run.people({
    kind: 'people',
    step: visit.step,
    for: `turn:${starter}`,
  });
  run.emit({
    kind: 'asked',
    visit: visit.id,
    seat: null,
    user,
    role: 'start',
    of: null,
    state: 'active',
  });
}

/** Enters branches of a branching step. */
function open(run: Run, { id }: Visit, branches: readonly string[]): void {
  run.emit({ kind: 'opened', visit: id, branches });
  for (const block of branches) {
    if (!run.isActive(id)) return;
    const [first] = blockOf(run.model, block).steps;
    if (first === undefined) close(run, id);
    else enter(run, first, { parent: id, after: id });
  }
}

/** A branch of a branching step has come to its end. */
function close(run: Run, visit: number): void {
  run.emit({ kind: 'closed', visit });
  if (visitOf(run.state, visit).open === 0) leave(run, visit, 'passed');
}

/** A step is done: what follows is entered. */
export function leave(run: Run, id: number, how: LeftHow): void {
  run.emit({ kind: 'left', visit: id, how });
  const { step: name, parent, backTo } = visitOf(run.state, id);
  const step = stepOf(run.model, name);
  if (backTo !== undefined) return enterTowards(run, step.block, backTo, { parent, after: id });
  const next = blockOf(run.model, step.block).steps[step.at + 1];
  if (next !== undefined) enter(run, next, { parent, after: id });
  else if (parent === null) end(run, 'approved');
  else close(run, parent);
}

/**
 * Enters a step that lies in this block, or in branches of conditions below it. Where the way leads
 * through branches that go on side by side, it starts at these: the others are passed again too.
 */
function enterTowards(run: Run, block: string, target: string, place: Place): void {
  const next = stepTowards(run.model, block, target)!;
  const step = stepOf(run.model, next);
  if (next === target || step.kind !== 'condition') return enter(run, next, place);
  const visit = run.visit(next, place);
  const branch = branchTowards(run, step, target);
  run.emit({ kind: 'opened', visit: visit.id, branches: [branch] });
  enterTowards(run, branch, target, { parent: visit.id, after: visit.id });
}

const branchTowards = (run: Run, { branches }: FlowStep, target: string): string =>
  branches.find((block) => stepTowards(run.model, block, target) !== undefined)!;

/** The visit that lies beside the target's way, or around this one; undefined when there is none. */
export function enclosingVisit(run: Run, id: number, target: string): Visit | undefined {
  const visit = visitOf(run.state, id);
  const { block } = stepOf(run.model, visit.step);
  if (stepTowards(run.model, block, target) !== undefined) return visit;
  return visit.parent === null ? undefined : enclosingVisit(run, visit.parent, target);
}

/**
 * Goes on at another step; what lies beside it in the block that is left is cancelled. The target
 * lies in a block around the visit.
 */
export function goTo(
  run: Run,
  id: number,
  target: string,
  how: LeftHow | 'cancelled',
  backTo?: string,
): void {
  const level = enclosingVisit(run, id, target)!;
  const { block } = stepOf(run.model, level.step);
  if (how !== 'cancelled') run.emit({ kind: 'left', visit: id, how });
  if (level.id !== id || how === 'cancelled') cancel(run, level.id);
  enterTowards(run, block, target, {
    parent: level.parent,
    after: id,
    ...(backTo !== undefined && { backTo }),
  });
}

/** Cancels a visit with all that lies in it. */
function cancel(run: Run, id: number): void {
  cancelChildren(run, visitsWithin(run.state, id));
  run.emit({ kind: 'cancelled', visit: id });
}
export function cancelChildren(run: Run, visits: ReadonlySet<number>): void {
  for (const child of run.state.children)
    if (
      child.result === null &&
      child.isFailed !== true &&
      visits.has(child.visit) &&
      visitOf(run.state, child.visit).state === 'active'
    )
      run.effect({ kind: 'cancelChild', child: child.id });
}

export function end(run: Run, result: Result): void {
  cancelChildren(run, new Set(run.state.visits.map(({ id }) => id)));
  run.emit({ kind: 'ended', result });
}

/** A step cannot go on: a manager has to see to it. */
export function stop(run: Run, visit: number): void {
  run.emit({ kind: 'suspended', failed: visit });
  run.effect({ kind: 'notifyManagers', visit });
}

/** A step says no: where its author wants it to go on. */
export function rejectVisit(run: Run, id: number): void {
  const step = stepOf(run.model, visitOf(run.state, id).step);
  const to = isHuman(step) ? step.settings.onReject : 'end';
  const target = to === 'starter' ? run.model.start : to === 'end' ? undefined : to.node;
  if (target === undefined || enclosingVisit(run, id, target) === undefined) {
    run.emit({ kind: 'left', visit: id, how: 'rejected' });
    return end(run, 'rejected');
  }
  run.emit({ kind: 'returned', visit: id, to: target });
  goTo(run, id, target, 'rejected');
}

/** How a step that asks people ends; people.ts does not know the steps. */
export const ends = { leave, reject: rejectVisit };
