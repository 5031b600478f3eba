import {
  STRATEGIES,
  type FlowNodeType,
  type FlowStatus,
  type StrategyCode,
} from '../../contract/index.ts';
import { dependencies } from '../../expression/index.ts';
import type { CompiledFlow, CompiledNode } from '../compile/compile.ts';
import { astOf } from '../document/expressions.ts';
import { shownStatus, type FlowState, type Visit } from '../state/state.ts';
import { stepsOf, type PathReason, type PathStep } from './path.ts';
import { Player, type Play, type Played } from './play.ts';

/** Why a step to come is not certain. */
export type Uncertain =
  /** A condition reads fields that may still be written. */
  | 'condition'
  /** People are chosen later, or by chance. */
  | 'people'
  /** Something outside has to happen first. */
  | 'world';

export interface ForecastStep extends PathStep {
  /** It was left before, is being passed, or is to come. */
  readonly stage: 'done' | 'active' | 'expected';
  readonly uncertain?: Uncertain;
}
export interface Forecast {
  /** What was passed, what goes on and what will come, in its order; times as far as they are known. */
  readonly steps: readonly ForecastStep[];
  /** Where it comes to; `running` or `draft` when it does not come to an end. */
  readonly status: FlowStatus;
  /** When it is expected to end; null where that is not known. */
  readonly endsAt: number | null;
  readonly stopped?: Played['stopped'];
}
export interface ForecastAsk extends Pick<Play, 'lookup' | 'choices' | 'picks'> {
  readonly now: number;
  /** When visits were entered and left, by their numbers. */
  readonly enteredAt?: Readonly<Record<number, number>>;
  readonly leftAt?: Readonly<Record<number, number>>;
  /** The median of how long a step took, in milliseconds. */
  readonly medians?: Readonly<Record<string, number>>;
}

/**
 * The chain to come: played on from the present state, everyone approving unless choices say
 * otherwise. What waits for its starter is submitted; people still to be chosen do not stop it.
 */
export async function forecast(
  flow: CompiledFlow,
  state: FlowState,
  ask: ForecastAsk,
): Promise<Forecast> {
  const player = playerOf(flow, state, ask);
  if (['draft', 'returned'].includes(shownStatus(state))) await player.submit();
  const played = await player.toEnd();
  const steps = timed(marked(flow, played, state, ask.picks ?? {}), ask.medians ?? {});
  return {
    steps,
    status: shownStatus(played.state),
    endsAt: endOf(played.state, steps),
    ...(played.stopped !== undefined && { stopped: played.stopped }),
  };
}

/** Plays from the state on, in which visits were entered and left at their times. */
function playerOf(flow: CompiledFlow, state: FlowState, ask: ForecastAsk): Player {
  const { lookup, choices = {}, picks = {}, medians = {} } = ask;
  const takes = (step: string) => medians[step] ?? 0;
  const play = { lookup, choices, picks, takes, passesUnpicked: true };
  const player = new Player(flow, state, ask.now, play);
  for (const [visit, at] of Object.entries(ask.enteredAt ?? {})) player.entered.set(+visit, at);
  for (const [visit, at] of Object.entries(ask.leftAt ?? {})) player.left.set(+visit, at);
  return player;
}

const PICKED: readonly StrategyCode[] = [STRATEGIES.starterPicks, STRATEGIES.approverPicks];
const ASKS: readonly FlowNodeType[] = ['approve', 'handle'];

/** Without the times that follow a step of which no history says how long it takes. */
function timed(
  steps: readonly ForecastStep[],
  medians: Readonly<Record<string, number>>,
): ForecastStep[] {
  let isKnown = true;
  return steps.map((step) => {
    if (step.stage === 'done') return step;
    const isEntryKnown = isKnown;
    const isAnswered = step.how === 'approved' || step.how === 'rejected';
    if (isAnswered && ASKS.includes(step.type)) isKnown &&= Object.hasOwn(medians, step.step);
    if (isKnown) return step;
    const { leftAt: _, enteredAt, ...rest } = step;
    return { ...rest, ...(isEntryKnown && enteredAt !== undefined && { enteredAt }) };
  });
}

function endOf({ status }: FlowState, steps: readonly ForecastStep[]): number | null {
  if (['draft', 'running', 'suspended'].includes(status)) return null;
  const passed = steps.filter(({ state }) => state === 'done');
  const ahead = passed.filter(({ stage }) => stage !== 'done');
  const times = (ahead.length > 0 ? ahead : passed).map(({ leftAt }) => leftAt);
  const known = times.filter((at) => at !== undefined);
  return known.length > 0 && known.length === times.length ? Math.max(...known) : null;
}

function marked(
  flow: CompiledFlow,
  played: Played,
  before: FlowState,
  picks: NonNullable<Play['picks']>,
): ForecastStep[] {
  const writable = new Set<string>();
  let after: Uncertain | undefined;
  return stepsOf(flow, played, before.visits.length).map((step) => {
    const stage = stageOf(before.visits[step.visit - 1]);
    const node = flow.nodes.get(step.step);
    if (stage === 'done' || !node) return { ...step, stage };
    const isPicked = ({ ...picks, ...played.state.picks }[node.id] ?? []).length > 0;
    const own = uncertainOf(node, step, { stage, isPicked, writable });
    const uncertain = after ?? own;
    // What follows depends on the course that is taken; who is asked does not change it.
    if (own === 'condition' || own === 'world') after ??= own;
    fieldsWritten(node).forEach((name) => writable.add(name));
    return { ...step, stage, ...(uncertain !== undefined && { uncertain }) };
  });
}

function stageOf(before: Visit | undefined): ForecastStep['stage'] {
  if (!before) return 'expected';
  return before.state === 'active' ? 'active' : 'done';
}

interface Standing {
  readonly stage: ForecastStep['stage'];
  /** Its people were chosen. */
  readonly isPicked: boolean;
  /** Fields that may be written before. */
  readonly writable: ReadonlySet<string>;
}
function uncertainOf(
  node: CompiledNode,
  { reasons }: PathStep,
  { stage, isPicked, writable }: Standing,
): Uncertain | undefined {
  if (node.type === 'wait' || waitsForOthers(node)) return 'world';
  // What is being passed has been decided, and has its people.
  if (stage === 'active' || node.type === 'subProcess' || node.type === 'trigger') return undefined;
  if (node.type === 'approve' || node.type === 'handle') {
    const isOpen = node.settings.candidates.some(({ strategy }) => PICKED.includes(strategy));
    if ((isOpen && !isPicked) || node.settings.multi === 'random') return 'people';
  }
  return reasons.some((reason) => reads(reason, writable)) ? 'condition' : undefined;
}

const waitsForOthers = (node: CompiledNode): boolean =>
  node.type === 'trigger' && node.settings.do?.action === 'http' && node.settings.do.waits === true;

/** Whether a condition reads a field that may be written before; without its text any may. */
function reads(reason: PathReason, writable: ReadonlySet<string>): boolean {
  if (reason.kind === 'otherwise') return writable.size > 0;
  if (reason.kind !== 'condition' && reason.kind !== 'skipWhen') return false;
  const ast = astOf(reason.text);
  const names = ast ? dependencies(ast).map(([name]) => name!) : [];
  return names.some((name) => writable.has(name) || writable.has('*'));
}

/** Fields a node's people or its own work may change. */
function fieldsWritten(node: CompiledNode): string[] {
  if (node.type === 'approve' || node.type === 'handle')
    return Object.entries(node.settings.fieldPerms)
      .filter(([, right]) => right === 'write' || right === 'required')
      .map(([name]) => name);
  const does = node.type === 'trigger' ? node.settings.do : undefined;
  if (does?.action === 'http') return [...(does.answers ?? [])];
  return does?.action === 'update' ? Object.keys(does.values) : [];
}
