import type { CompiledFlow } from '../compile/compile.ts';
import type { FlowState, Result } from '../state/state.ts';
import type { Choices, Lookup, Played } from './play.ts';
import { simulate } from './simulate.ts';

/** An instance that is over, to be played through a draft. */
export interface OldInstance {
  readonly id: string;
  /** The state it ended in, under the version it followed. */
  readonly state: FlowState;
  readonly startedAt: number;
  /** Answers of the world for its record, as it was then where that is known. */
  readonly lookup: Lookup;
}
/** A step and whom it asked. */
export interface Asked {
  readonly step: string;
  readonly users: readonly string[];
}
interface ReplayDifference {
  readonly id: string;
  readonly before: readonly Asked[];
  readonly after: readonly Asked[];
  /** The first step at which they differ, of the draft; of the old one where the draft has no more. */
  readonly at: string;
  readonly why: 'otherSteps' | 'otherPeople' | 'otherResult' | 'stopped';
  readonly stopped?: Played['stopped'];
}
export interface Replayed {
  readonly same: readonly string[];
  readonly different: readonly ReplayDifference[];
}

/** Which of these instances would have gone another way under the draft. */
export async function replay(
  instances: readonly OldInstance[],
  draft: CompiledFlow,
): Promise<Replayed> {
  const same: string[] = [];
  const different: ReplayDifference[] = [];
  for (const instance of instances) {
    const difference = await replayOne(instance, draft);
    if (difference) different.push(difference);
    else same.push(instance.id);
  }
  return { same, different };
}

async function replayOne(
  { id, state, startedAt, lookup }: OldInstance,
  draft: CompiledFlow,
): Promise<ReplayDifference | undefined> {
  const before = lastRound(state);
  const picks = picksFor(state, draft);
  const play = { lookup, choices: choicesOf(state), ...(picks && { picks }) };
  const { path, status, stopped } = await simulate(draft, state.starter, play, startedAt);
  const after = path
    .filter(({ users, type }) => users.length > 0 && type !== 'cc')
    .map(({ step, users }): Asked => ({ step, users }));
  const found = { id, before, after, ...(stopped !== undefined && { stopped }) };
  const at = before.findIndex(({ step }, i) => after[i]?.step !== step);
  const first = at < 0 && after.length > before.length ? before.length : at;
  if (first >= 0)
    return {
      ...found,
      at: (after[first] ?? before[first])!.step,
      why: stopped === undefined ? 'otherSteps' : 'stopped',
    };
  const others = before.findIndex(({ users }, i) => !sameUsers(users, after[i]!.users));
  if (others >= 0) return { ...found, at: before[others]!.step, why: 'otherPeople' };
  const ended: Result[] = ['approved', 'rejected'];
  const isOther = ended.includes(state.status as Result) && status !== state.status;
  return isOther
    ? { ...found, at: after.at(-1)?.step ?? draft.model.start, why: 'otherResult' }
    : undefined;
}

const sameUsers = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((user) => b.includes(user));

/** Steps that asked people since it was last submitted. */
function lastRound({ visits, seats, round }: FlowState): Asked[] {
  return visits
    .filter((visit) => visit.round === round && visit.state === 'done')
    .map(({ id, step }) => ({
      step,
      users: seats.filter((seat) => seat.visit === id).map(({ user }) => user),
    }))
    .filter(({ users }) => users.length > 0);
}

function choicesOf({ visits, round }: FlowState): Choices {
  const rejected = visits.filter((visit) => visit.round === round && visit.how === 'rejected');
  return Object.fromEntries(rejected.map(({ step }) => [step, 'reject' as const]));
}

/** What was chosen then, for steps of the draft that leave the same to be chosen. */
function picksFor(state: FlowState, draft: CompiledFlow) {
  const picks = Object.entries(state.picks).filter(([id]) => {
    const step = draft.model.steps.get(id);
    return (
      (step?.kind === 'approve' || step?.kind === 'handle') &&
      (step.settings.picks.starter || step.settings.picks.approver)
    );
  });
  return picks.length > 0 ? Object.fromEntries(picks) : undefined;
}
