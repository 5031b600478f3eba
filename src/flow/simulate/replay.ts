import type { FlowStatus } from '../../contract/index.ts';
import type { CompiledFlow } from '../compile/compile.ts';
import type { FlowState } from '../state/state.ts';
import type { PathStep } from './path.ts';
import type { Choices, Lookup, Played } from './play.ts';
import { simulate } from './simulate.ts';

/** An instance that was started, to be played through a draft. */
export interface OldInstance<F extends CompiledFlow> {
  readonly id: string;
  /** The version it followed, and the state it has come to. */
  readonly flow: F;
  readonly state: FlowState;
  readonly startedAt: number;
  /** Answers of the world for its record, as it was then where that is known. */
  readonly lookupFor: (flow: F) => Lookup;
}
/** A step that was decided and whom it asked. */
interface Asked {
  readonly step: string;
  readonly users: readonly string[];
}
interface Way {
  readonly asked: readonly Asked[];
  readonly status: FlowStatus;
  readonly stopped?: Played['stopped'];
}
export interface ReplayDifference {
  readonly id: string;
  readonly before: Way;
  readonly after: Way;
  /** The place in what they asked at which the ways part; the end of both where only results differ. */
  readonly at: number;
  readonly why: 'otherSteps' | 'otherPeople' | 'otherResult';
}
interface Replayed {
  readonly same: readonly string[];
  readonly different: readonly ReplayDifference[];
}

/**
 * Which of these instances would go another way under the draft. Each is started twice, by the
 * version it followed and by the draft, with the answers it got and in the same world: what people
 * did beside answering, and who has moved since, makes no difference.
 */
export async function replay<F extends CompiledFlow>(
  instances: readonly OldInstance<F>[],
  draft: F,
): Promise<Replayed> {
  const same: string[] = [];
  const different: ReplayDifference[] = [];
  for (const instance of instances) {
    const before = await wayOf(instance, instance.flow);
    const after = await wayOf(instance, draft);
    const parting = partingOf(before, after);
    if (parting) different.push({ id: instance.id, before, after, ...parting });
    else same.push(instance.id);
  }
  return { same, different };
}

async function wayOf<F extends CompiledFlow>(
  { state, startedAt, lookupFor }: OldInstance<F>,
  flow: F,
): Promise<Way> {
  const play = {
    lookup: lookupFor(flow),
    choices: choicesOf(state),
    picks: state.picks,
    passesUnpicked: true,
  };
  const { path, ...end } = await simulate(flow, state.starter, play, startedAt);
  const asked = path.filter(isDecided).map(({ step, users }): Asked => ({ step, users }));
  return { asked, ...end };
}

const isDecided = ({ type, how }: PathStep): boolean =>
  (type === 'approve' || type === 'handle') && how !== 'skipped' && how !== 'passed';

function partingOf(before: Way, after: Way): Pick<ReplayDifference, 'at' | 'why'> | undefined {
  const most = Math.max(before.asked.length, after.asked.length);
  for (let at = 0; at < most; at++) {
    const [was, now] = [before.asked[at], after.asked[at]];
    if (was?.step !== now?.step) return { at, why: 'otherSteps' };
    if (!sameUsers(was!.users, now!.users)) return { at, why: 'otherPeople' };
  }
  return before.status === after.status ? undefined : { at: most, why: 'otherResult' };
}

const sameUsers = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((user) => b.includes(user));

/** Steps whose last answer since it was submitted was no; the others approved, or would have. */
function choicesOf({ visits, round }: FlowState): Choices {
  const answered = visits.filter((visit) => visit.round === round && visit.state === 'done');
  const last = new Map(answered.map(({ step, how }) => [step, how]));
  const rejected = [...last].filter(([, how]) => how === 'rejected');
  return Object.fromEntries(rejected.map(([step]) => [step, 'reject' as const]));
}
