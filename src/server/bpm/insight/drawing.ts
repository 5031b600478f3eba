import type { FlowDrawing, FlowStep } from '../../../contract/index.ts';
import {
  branchesOf,
  calledOf,
  placedSteps,
  type FlowDocument,
  type FlowState,
} from '../../../flow/index.ts';
import type { Prepared } from '../prepared.ts';

type Names = Readonly<Record<string, string>>;
type Drawn = FlowDrawing['nodes'][number];

/** Names written out at one node; the others are counted. */
const MAX_NAMES = 3;
function namesOf(users: readonly string[], names: Names): string {
  const known = [...new Set(users)].map((id) => names[id] ?? '').filter((name) => name !== '');
  const more = known.length > MAX_NAMES ? ` 等 ${known.length} 人` : '';
  return known.slice(0, MAX_NAMES).join('、') + more;
}

/** The people of each node the last time it is passed, in words. */
function linesOf(steps: readonly FlowStep[], names: Names): ReadonlyMap<string, string> {
  const lines = new Map<string, string>();
  for (const { nodeId, people } of steps) {
    const users = people.map(({ userId }) => userId);
    lines.set(nodeId, namesOf(users, names));
  }
  return lines;
}

/** Nodes and branches without what their author set: a parent before what is in it. */
function nodesOf(document: FlowDocument, lines: ReadonlyMap<string, string>): Drawn[] {
  const top: Drawn = { id: document.root, parentId: null, kind: 'flow', title: '', lines: [] };
  const steps = placedSteps(document).flatMap(({ id, type, node, block }): Drawn[] => {
    const line = lines.get(id) ?? '';
    const step: Drawn = {
      id,
      parentId: block,
      kind: type,
      title: calledOf(node),
      lines: line === '' ? [] : [line],
    };
    return [step, ...drawnBranches(document, id)];
  });
  return [top, ...steps];
}

const drawnBranches = (document: FlowDocument, parentId: string): Drawn[] =>
  branchesOf(document, parentId).map((id) => {
    const title = calledOf(document.nodes[id]!);
    return { id, parentId, kind: 'branch', title, lines: [] };
  });

/** Who has something to do at each node, in words. */
function waitingOf({ items, visits }: FlowState, names: Names): FlowDrawing['waiting'] {
  const users = new Map<string, string[]>();
  for (const { state, visit, user } of items) {
    const step = visits[visit - 1]?.step;
    if (state !== 'active' || step === undefined) continue;
    users.set(step, [...(users.get(step) ?? []), user]);
  }
  return [...users].map(([id, waits]) => ({ id, text: `等待 ${namesOf(waits, names)}` }));
}

/** An instance on the drawing of the version it follows. */
export function drawingOf(
  { document }: Prepared,
  state: FlowState,
  steps: readonly FlowStep[],
  names: Names,
): FlowDrawing {
  const { visits } = state;
  const came = visits.filter((visit) => visit.state !== 'cancelled');
  const active = visits.filter((visit) => visit.state === 'active' && visit.open === 0);
  return {
    nodes: nodesOf(document, linesOf(steps, names)),
    passed: [...new Set(came.flatMap(({ step, branches }) => [step, ...branches]))],
    at: [...new Set(active.map(({ step }) => step))],
    waiting: waitingOf(state, names),
  };
}
