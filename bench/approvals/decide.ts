// How long the core takes to decide one operation, in microseconds: the median over many, of a flow
// of three steps and of one of 250. Prints JSON: { "3": 12.3, "250": 45.6 }.
import {
  compileFlow,
  decide,
  draftOf,
  fromNested,
  keyOf,
  type CompiledFlow,
  type Command,
  type FlowState,
  type Known,
} from '../../src/flow/index.ts';

const TIMES = 5_000;
const who = (user: string) => ({ user, isManager: false });

function chainOf(length: number): CompiledFlow {
  const end: object = { id: 'end', type: 'end' };
  const steps = Array.from({ length }, (_, i) => ({
    id: `step${i}`,
    type: 'approve',
    name: `第 ${i + 1} 步`,
    candidates: [{ strategy: 30, param: [`user${i}`] }],
  }));
  const first = steps.reduceRight((next, step) => ({ ...step, next }), end);
  return compileFlow(fromNested({ id: 'start', type: 'start', next: first }).document!);
}

/** Carries a command out; each step asks its own person. */
function carriedOut({ model }: CompiledFlow, state: FlowState, command: Command): FlowState {
  const known: Record<string, Known[string]> = {};
  for (;;) {
    const decision = decide(model, state, command, known);
    if (decision.kind === 'done') return decision.state;
    if (decision.kind === 'refused') throw new Error(decision.refusal.reason);
    for (const need of decision.needs)
      known[keyOf(need)] = need.kind === 'people' ? [need.step.replace('step', 'user')] : 0;
  }
}

function microseconds(length: number): number {
  const flow = chainOf(length);
  let state = carriedOut(flow, draftOf('小王'), { kind: 'submit', by: who('小王'), now: 0 });
  const approve = (at: number): Command => ({
    kind: 'approve',
    by: who(`user${at}`),
    item: at + 1,
    brings: { hasOpinion: true, isSigned: true, hasFiles: true },
    now: 0,
  });
  const middle = Math.floor(length / 2);
  for (let at = 0; at < middle; at += 1) state = carriedOut(flow, state, approve(at));
  const times = Array.from({ length: TIMES }, () => {
    const began = performance.now();
    carriedOut(flow, state, approve(middle));
    return (performance.now() - began) * 1_000;
  });
  return times.toSorted((a, b) => a - b)[TIMES / 2]!;
}

process.stdout.write(JSON.stringify({ 3: microseconds(3), 250: microseconds(250) }));
