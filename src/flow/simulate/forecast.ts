import { dependencies } from '../../expression/index.ts';
import type { CompiledFlow, CompiledNode } from '../compile/compile.ts';
import { astOf } from '../document/expressions.ts';
import type { FlowState } from '../state/state.ts';
import { stepsOf, type PathReason, type PathStep } from './path.ts';
import { Player, type Lookup, type Played } from './play.ts';

/** Why a step to come is not certain. */
export type Uncertain =
  /** A condition reads fields that may still be written. */
  | 'condition'
  /** People are chosen later, or by chance. */
  | 'people'
  /** Something outside has to happen first. */
  | 'world';

export interface ForecastStep extends PathStep {
  readonly uncertain?: Uncertain;
  /** False where no history says how long a step takes. */
  readonly isTimed: boolean;
}
export interface Forecast {
  /** What goes on and what will come, in its order. */
  readonly steps: readonly ForecastStep[];
  /** When it is expected to end; null where that is not known. */
  readonly endsAt: number | null;
  readonly stopped?: Played['stopped'];
}
export interface ForecastAsk {
  readonly lookup: Lookup;
  readonly now: number;
  /** When the visits that go on were entered. */
  readonly enteredAt?: Readonly<Record<number, number>>;
  /** The median of how long a step took, in milliseconds. */
  readonly medians?: Readonly<Record<string, number>>;
  /** People chosen for steps, where that is known. */
  readonly picks?: Readonly<Record<string, readonly string[]>>;
}

/** The chain to come: played on from the present state, everyone approving. */
export async function forecast(
  flow: CompiledFlow,
  state: FlowState,
  ask: ForecastAsk,
): Promise<Forecast> {
  const { lookup, now, enteredAt = {}, medians = {}, picks } = ask;
  const takes = (step: string) => medians[step] ?? 0;
  const player = new Player(flow, state, now, { lookup, takes, ...(picks && { picks }) });
  for (const [visit, at] of Object.entries(enteredAt)) player.entered.set(Number(visit), at);
  if (state.status === 'draft') await player.submit();
  const played = await player.toEnd();
  const steps = marked(flow, played, state, medians);
  const isKnown = played.state.status === 'approved' && steps.every(({ isTimed }) => isTimed);
  return {
    steps,
    endsAt: isKnown ? player.now : null,
    ...(played.stopped !== undefined && { stopped: played.stopped }),
  };
}

function marked(
  flow: CompiledFlow,
  played: Played,
  before: FlowState,
  medians: Readonly<Record<string, number>>,
): ForecastStep[] {
  const isOver = (id: number) => (before.visits[id - 1]?.state ?? 'active') !== 'active';
  const path = stepsOf(flow, played).filter(({ visit }) => !isOver(visit));
  const writable = new Set<string>();
  let after: Uncertain | undefined;
  return path.map((step) => {
    const node = flow.nodes.get(step.step)!;
    const isHuman = node.type === 'approve' || node.type === 'handle';
    const own = uncertainOf(node, step, writable);
    const uncertain = after ?? own;
    // What follows depends on the course that is taken; who is asked does not change it.
    if (own === 'condition' || own === 'world') after ??= own;
    fieldsWritten(node).forEach((name) => writable.add(name));
    const isTimed = !isHuman || step.how !== 'approved' || Object.hasOwn(medians, step.step);
    return { ...step, isTimed, ...(uncertain !== undefined && { uncertain }) };
  });
}

function uncertainOf(
  node: CompiledNode,
  { reasons }: PathStep,
  writable: ReadonlySet<string>,
): Uncertain | undefined {
  if (node.type === 'wait') return 'world';
  if (node.type === 'subProcess' || node.type === 'trigger') return undefined;
  if (node.type === 'approve' || node.type === 'handle') {
    const isOpen = node.settings.candidates.some(({ strategy }) => strategy === 34);
    if (isOpen || node.settings.multi === 'random') return 'people';
  }
  return reasons.some((reason) => reads(reason, writable)) ? 'condition' : undefined;
}

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
  return does?.action === 'update' ? Object.keys(does.values) : [];
}
