import type { Candidate, FlowNodeType, FlowTemplateSettings } from '../../../contract/index.ts';
import type { Block, FlowModel, FlowStep, HumanOp, HumanSettings } from '../../../flow/index.ts';
import { settingsOf, typeOf, type FlowDocument, type FlowNode } from './document.ts';

/** A version of a template ready to run: the model, and what the service looks up by node. */
export interface Prepared {
  readonly templateId: string;
  readonly no: number;
  readonly document: FlowDocument;
  readonly settings: FlowTemplateSettings;
  readonly model: FlowModel;
  /** Expressions by what they decide: branches, routes, waiting and skipped steps. */
  readonly conditions: ReadonlyMap<string, string>;
}

export const nodeOf = ({ document }: Prepared, id: string): FlowNode | undefined =>
  Object.hasOwn(document.nodes, id) ? document.nodes[id] : undefined;
export const nodeSettings = (prepared: Prepared, id: string): Record<string, unknown> =>
  nodeOf(prepared, id)?.settings ?? {};
export const candidatesOf = (prepared: Prepared, id: string): readonly Candidate[] =>
  (nodeSettings(prepared, id)['candidates'] ?? []) as Candidate[];
const TITLES: Partial<Record<FlowNodeType, string>> = { start: '发起', end: '结束' };
export function nodeName(prepared: Prepared, id: string): string {
  const node = nodeOf(prepared, id);
  return node ? (node.name ?? TITLES[typeOf(node)] ?? id) : id;
}

const OPS = {
  approve: 'approve',
  reject: 'reject',
  return: 'return',
  transfer: 'transfer',
  delegate: 'delegate',
  addSignBefore: 'addBefore',
  addSignAfter: 'addAfter',
} as const satisfies Record<string, HumanOp>;
interface Button {
  enabled?: boolean;
  needOpinion?: boolean;
  needSignature?: boolean;
  needAttachment?: boolean;
}

function opsOf(
  kind: 'approve' | 'handle',
  settings: Record<string, unknown>,
): HumanSettings['ops'] {
  const buttons = (settings['buttons'] ?? {}) as Record<string, Button>;
  return Object.fromEntries(
    Object.entries(OPS).flatMap(([name, op]) => {
      const button = buttons[name] ?? {};
      if (button.enabled === false || (kind === 'handle' && op === 'reject')) return [];
      return [
        [
          op,
          {
            opinion: button.needOpinion ?? false,
            signature: button.needSignature ?? false,
            attachment: button.needAttachment ?? false,
          },
        ],
      ];
    }),
  );
}

const emptyOf = (given: unknown): HumanSettings['empty'] =>
  given === 'toManagers' || given === undefined ? 'managers' : (given as HumanSettings['empty']);
const starterOf = (given: unknown): HumanSettings['starter'] =>
  given === 'toLeader' ? 'leader' : ((given as 'self' | 'skip' | undefined) ?? 'self');
const destinationOf = (given: unknown): HumanSettings['onReject'] =>
  given === 'toStarter' ? 'starter' : ((given as HumanSettings['onReject'] | undefined) ?? 'end');

function humanOf(
  kind: 'approve' | 'handle',
  own: Record<string, unknown>,
  all: FlowTemplateSettings,
): HumanSettings {
  const timeouts = (own['timeouts'] ?? []) as { action: never; times?: number }[];
  return {
    count: (own['multi'] as HumanSettings['count'] | undefined) ?? 'all',
    ratio: (own['ratio'] as number | undefined) ?? 0.5,
    onReject: destinationOf(own['onReject']),
    returnsTo: (own['returnTargets'] as HumanSettings['returnsTo'] | undefined) ?? 'any',
    returnMode: (own['returnMode'] as HumanSettings['returnMode'] | undefined) ?? 'choose',
    empty: emptyOf(own['emptyApprover'] ?? all.emptyApprover),
    starter: starterOf(own['starterIsApprover'] ?? all.starterIsApprover),
    timeouts: timeouts.map(({ action, times }) => ({ action, times: times ?? 1 })),
    skips: own['skipWhen'] !== undefined,
    ...(own['auto'] !== undefined && { auto: own['auto'] as 'approve' | 'reject' }),
    ops: opsOf(kind, own),
  };
}

function stepSettings(
  kind: FlowNodeType,
  own: Record<string, unknown>,
  all: FlowTemplateSettings,
): unknown {
  switch (kind) {
    case 'approve':
    case 'handle':
      return humanOf(kind, own, all);
    case 'subProcess':
      return { waits: own['waits'] ?? true, onReject: own['onReject'] ?? 'reject' };
    case 'wait':
      return { hasTimeout: own['timeout'] !== undefined };
    case 'trigger':
      return { onFailure: own['onFailure'] ?? 'stop' };
    case 'router':
      return {
        routes: ((own['routes'] ?? []) as { id: string; to: string }[]).map(({ id, to }) => ({
          id,
          to,
        })),
      };
    case 'end':
      return { result: own['result'] ?? 'approved' };
    default:
      return null;
  }
}

/** Branches in their order, the one for all other cases last. */
const orderedBranches = (nodes: FlowDocument['nodes'], ids: readonly string[]): string[] => {
  const others = ids.filter((id) => nodes[id]!.default === true || nodes[id]!.when === undefined);
  return [...ids.filter((id) => !others.includes(id)), ...others];
};

class Compiling {
  readonly steps = new Map<string, FlowStep>();
  readonly blocks = new Map<string, Block>();
  readonly conditions = new Map<string, string>();
  readonly #document: FlowDocument;
  readonly #settings: FlowTemplateSettings;

  constructor(document: FlowDocument) {
    this.#document = document;
    this.#settings = settingsOf(document);
  }

  block(id: string, owner: string | null): void {
    const steps = this.#document.nodes[id]!.slots?.steps ?? [];
    this.blocks.set(id, { id, owner, steps });
    steps.forEach((step, at) => this.#step(step, id, at));
  }

  #step(id: string, block: string, at: number): void {
    const { nodes } = this.#document;
    const node = nodes[id]!;
    const kind = typeOf(node);
    const own = node.settings ?? {};
    const given = node.slots?.branches ?? [];
    const branches = kind === 'parallel' ? [...given] : orderedBranches(nodes, given);
    const settings = stepSettings(kind, own, this.#settings);
    const step = { id, kind, name: node.name ?? id, block, at, branches, settings };
    this.steps.set(id, step as unknown as FlowStep);
    this.#conditions(id, own);
    for (const branch of branches) {
      const { when } = nodes[branch]!;
      if (when !== undefined) this.conditions.set(branch, when);
      this.block(branch, id);
    }
  }

  #conditions(id: string, own: Record<string, unknown>): void {
    const text = own['skipWhen'] ?? own['when'];
    if (typeof text === 'string') this.conditions.set(id, text);
    for (const route of (own['routes'] ?? []) as { id: string; when: string }[])
      this.conditions.set(route.id, route.when);
  }
}

const MINUTE_MS = 60_000;

/** Makes a document ready to run. */
export function prepare(templateId: string, no: number, document: FlowDocument): Prepared {
  const compiling = new Compiling(document);
  compiling.block(document.root, null);
  const settings = settingsOf(document);
  const [start] = document.nodes[document.root]?.slots?.steps ?? [];
  const urge = settings.urge === undefined ? { minGapMin: 30, maxTimes: 5 } : settings.urge;
  return {
    templateId,
    no,
    document,
    settings,
    conditions: compiling.conditions,
    model: {
      settings: {
        withdraw: settings.allowWithdraw ?? 'untilFirstApproval',
        urge: urge && { gapMs: urge.minGapMin * MINUTE_MS, times: urge.maxTimes },
        repeated:
          settings.dedupe === undefined || settings.dedupe === 'none' ? 'ask' : settings.dedupe,
      },
      root: document.root,
      start: start ?? '',
      steps: compiling.steps,
      blocks: compiling.blocks,
    },
  };
}

/** Versions this process has prepared; they never change. The one used longest ago goes first. */
const MAX_MODELS = 500;
export class Models {
  readonly #known = new Map<string, Prepared>();

  get(templateId: string, no: number): Prepared | undefined {
    const key = `${templateId} ${no}`;
    const found = this.#known.get(key);
    if (found) this.#known.delete(key);
    if (found) this.#known.set(key, found);
    return found;
  }

  add(prepared: Prepared): void {
    this.#known.set(`${prepared.templateId} ${prepared.no}`, prepared);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MAX_MODELS && oldest !== undefined) this.#known.delete(oldest);
  }
}

/** Whether a step asks people. */
export const typeIsHuman = ({ kind }: FlowStep): boolean => kind === 'approve' || kind === 'handle';
