import { STRATEGIES, type FlowNodeSettings, type FlowNodeType } from '../../contract/index.ts';
import type { FlowDocument } from '../document/types.ts';
import { branchesOf, calledOf, nodeOf, placedSteps, stepsIn } from '../document/walk.ts';
import type { PlacedStep } from '../document/walk.ts';
import type { Block, FlowModel, FlowStep, StepSettings } from '../model/model.ts';
import type { Destination, Empty, HumanOp, HumanSettings } from '../model/settings.ts';
import {
  humanDefaults,
  otherDefaults,
  templateDefaults,
  type FullHumanSettings,
  type FullSettings,
  type FullTemplateSettings,
} from './defaults.ts';

/** A node of a template with all its settings. */
export type CompiledNode = {
  [K in FlowNodeType]: {
    readonly id: string;
    readonly type: K;
    readonly name: string;
    readonly settings: FullSettings[K];
  };
}[FlowNodeType];

/** A template ready to be followed: what the core decides by, and what the world looks up for it. */
export interface CompiledFlow {
  readonly model: FlowModel;
  readonly settings: FullTemplateSettings;
  readonly nodes: ReadonlyMap<string, CompiledNode>;
  /** Expressions by what needs of conditions name (`Need.of`): a branch, a route, a step. */
  readonly conditions: ReadonlyMap<string, string>;
}

const MINUTE = 60_000;

/** Compiles a document without errors (`validateFlow`, `problemsOf`). */
export function compileFlow(document: FlowDocument): CompiledFlow {
  const settings = templateDefaults(document.settings);
  const steps = new Map<string, FlowStep>();
  const blocks = new Map<string, Block>();
  const nodes = new Map<string, CompiledNode>();
  const conditions = new Map<string, string>();
  const { root } = document;
  blocks.set(root, { id: root, owner: null, steps: stepsIn(document, root) });
  for (const placed of placedSteps(document)) {
    const node = compiledNode(placed, settings);
    const branches = orderedBranches(document, placed);
    nodes.set(placed.id, node);
    steps.set(placed.id, stepOfNode(placed, node, branches));
    for (const branch of branches) {
      const isThere = Object.hasOwn(document.nodes, branch);
      const inside = isThere ? stepsIn(document, branch) : [];
      blocks.set(branch, { id: branch, owner: placed.id, steps: inside });
      const when = isThere ? nodeOf(document, branch).when : undefined;
      if (when !== undefined) conditions.set(branch, when);
    }
    conditionsOf(node).forEach(([of, when]) => conditions.set(of, when));
  }
  const start = stepsIn(document, root)[0]!;
  const model: FlowModel = { settings: modelSettings(settings), root, start, steps, blocks };
  return { model, settings, nodes, conditions };
}

function compiledNode({ id, type, node }: PlacedStep, template: FullTemplateSettings) {
  const written = (node.settings ?? {}) as FlowNodeSettings['approve'];
  const settings =
    type === 'approve' || type === 'handle'
      ? humanDefaults(type, written, template)
      : otherDefaults(type, written as never);
  return { id, type, name: calledOf(node), settings } as CompiledNode;
}

/**
 * Branches of a node; of those that look at conditions the last is the one for all other cases,
 * empty where the author gave none.
 */
function orderedBranches(document: FlowDocument, { id, type }: PlacedStep): string[] {
  const branches = branchesOf(document, id);
  if (type !== 'condition' && type !== 'inclusive') return branches;
  const isDefault = (branch: string) => nodeOf(document, branch).default === true;
  const others = branches.filter(isDefault);
  return [...branches.filter((branch) => !isDefault(branch)), others[0] ?? `${id}/else`];
}

function stepOfNode(
  { id, block, at }: PlacedStep,
  node: CompiledNode,
  branches: readonly string[],
): FlowStep {
  const { type: kind, name } = node;
  return { id, kind, name, block, at, branches, settings: coreSettings(node) } as FlowStep;
}

/** The name of a route among conditions. */
const routeId = (step: string, route: string): string => `${step}/${route}`;

function conditionsOf(node: CompiledNode): [string, string][] {
  const { id } = node;
  switch (node.type) {
    case 'approve':
    case 'handle':
      return node.settings.skipWhen === undefined ? [] : [[id, node.settings.skipWhen]];
    case 'wait':
      return node.settings.when === undefined ? [] : [[id, node.settings.when]];
    case 'router':
      return (node.settings.routes ?? []).map((route) => [routeId(id, route.id), route.when]);
    default:
      return [];
  }
}

/** Of what a trigger does the core knows only whether it waits for an answer. */
function coreTrigger({ do: does, onFailure }: FullSettings['trigger']): StepSettings['trigger'] {
  const asks = does?.action === 'http' ? does : undefined;
  return {
    onFailure: onFailure!,
    waits: asks?.waits === true,
    onTimeout: asks?.onTimeout ?? 'stop',
  };
}

function coreSettings(node: CompiledNode): StepSettings[keyof StepSettings] {
  switch (node.type) {
    case 'approve':
    case 'handle':
      return { ...coreHuman(node.settings), demands: demandsWork(node) };
    case 'subProcess':
      return { waits: node.settings.waits!, onReject: node.settings.onReject! };
    case 'wait':
      return { hasTimeout: node.settings.timeout !== undefined };
    case 'trigger':
      return coreTrigger(node.settings);
    case 'router':
      return {
        routes: (node.settings.routes ?? []).map((each) => ({
          id: routeId(node.id, each.id),
          to: each.to,
        })),
      };
    case 'end':
      return { result: node.settings.result! };
    default:
      return null;
  }
}

const OPS: Readonly<Record<keyof FullHumanSettings['buttons'], HumanOp>> = {
  approve: 'approve',
  reject: 'reject',
  return: 'return',
  transfer: 'transfer',
  delegate: 'delegate',
  addSignBefore: 'addBefore',
  addSignAfter: 'addAfter',
};
/** Whether an approval is more than a yes: something to fill in, to bring along, or to do. */
function demandsWork({ type, settings }: { type: string; settings: FullHumanSettings }): boolean {
  const { needOpinion, needSignature, needAttachment } = settings.buttons.approve;
  const isFilledIn = Object.values(settings.fieldPerms).includes('required');
  return type === 'handle' || isFilledIn || needOpinion || needSignature || needAttachment;
}

function coreHuman(settings: FullHumanSettings): Omit<HumanSettings, 'demands'> {
  const ops = Object.entries(settings.buttons)
    .filter(([, { enabled }]) => enabled)
    .map(([op, button]) => {
      const { needOpinion: opinion, needSignature: signature, needAttachment: attachment } = button;
      return [OPS[op as keyof typeof OPS], { opinion, signature, attachment }];
    });
  const has = (strategy: number) =>
    settings.candidates.some((candidate) => candidate.strategy === strategy);
  return {
    picks: { starter: has(STRATEGIES.starterPicks), approver: has(STRATEGIES.approverPicks) },
    count: settings.multi,
    ratio: settings.ratio,
    onReject: destinationOf(settings.onReject),
    returnsTo: settings.returnTargets,
    returnMode: settings.returnMode,
    empty: emptyOf(settings.emptyApprover),
    starter: settings.starterIsApprover === 'toLeader' ? 'leader' : settings.starterIsApprover,
    timeouts: settings.timeouts.map(({ action, times }) => ({ action, times: times ?? 1 })),
    ...(settings.auto !== undefined && { auto: settings.auto }),
    skips: settings.skipWhen !== undefined,
    ops: Object.fromEntries(ops),
  };
}
const destinationOf = (to: FullHumanSettings['onReject']): Destination =>
  to === 'toStarter' ? 'starter' : to;
const emptyOf = (empty: FullHumanSettings['emptyApprover']): Empty =>
  empty === 'toManagers' ? 'managers' : empty;

function modelSettings({ allowWithdraw, urge, dedupe }: FullTemplateSettings) {
  return {
    withdraw: allowWithdraw,
    urge: urge && { gapMs: urge.minGapMin * MINUTE, times: urge.maxTimes },
    repeated: dedupe === 'none' ? ('ask' as const) : dedupe,
  };
}
