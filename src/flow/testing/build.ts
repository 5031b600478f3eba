import type { Block, FlowModel, FlowStep, StepKind, StepSettings } from '../model/model.ts';
import type { FlowSettings, HumanOp, HumanSettings } from '../model/settings.ts';

/** A step as tests write it; branches are lists of steps. */
export interface Written {
  readonly id: string;
  readonly kind: StepKind;
  readonly settings?: object;
  readonly branches?: readonly (readonly Written[])[];
}

const COUNTED: Readonly<Record<HumanSettings['count'], true>> = {
  any: true,
  all: true,
  sequential: true,
  ratio: true,
  random: true,
  first: true,
};
/** Every way of counting answers. */
export const COUNTS = Object.keys(COUNTED) as HumanSettings['count'][];

const ALL_OPS: readonly HumanOp[] = [
  'approve',
  'reject',
  'return',
  'transfer',
  'delegate',
  'addBefore',
  'addAfter',
];
const HUMAN: HumanSettings = {
  picks: { starter: false, approver: false },
  count: 'all',
  ratio: 0.5,
  onReject: 'end',
  returnsTo: 'any',
  returnMode: 'choose',
  empty: 'managers',
  starter: 'self',
  timeouts: [],
  skips: false,
  demands: false,
  ops: Object.fromEntries(ALL_OPS.map((op) => [op, {}])),
};
const DEFAULTS: { [K in StepKind]: StepSettings[K] } = {
  approve: HUMAN,
  handle: HUMAN,
  subProcess: { waits: true, onReject: 'reject' },
  wait: { hasTimeout: false },
  trigger: { waits: false, onTimeout: 'stop', onFailure: 'stop' },
  router: { routes: [] },
  end: { result: 'approved' },
  start: null,
  cc: null,
  delay: null,
  condition: null,
  parallel: null,
  inclusive: null,
};

/** A model of these steps, which a start comes before. */
export function modelOf(
  written: readonly Written[],
  settings: Partial<FlowSettings> = {},
): FlowModel {
  const steps = new Map<string, FlowStep>();
  const blocks = new Map<string, Block>();
  const add = (id: string, owner: string | null, list: readonly Written[]): void => {
    blocks.set(id, { id, owner, steps: list.map((each) => each.id) });
    list.forEach((each, at) => {
      const branches = (each.branches ?? []).map((_, i) => `${each.id}/${i}`);
      steps.set(each.id, {
        id: each.id,
        kind: each.kind,
        name: each.id,
        block: id,
        at,
        branches,
        settings: DEFAULTS[each.kind] && { ...DEFAULTS[each.kind], ...each.settings },
      } as FlowStep);
      each.branches?.forEach((branch, i) => add(branches[i]!, each.id, branch));
    });
  };
  add('all', null, [{ id: 'start', kind: 'start' }, ...written]);
  return {
    settings: { withdraw: 'anytime', urge: null, repeated: 'ask', ...settings },
    root: 'all',
    start: 'start',
    steps,
    blocks,
  };
}

export const approval = (id: string, settings: Partial<HumanSettings> = {}): Written => ({
  id,
  kind: 'approve',
  settings,
});
