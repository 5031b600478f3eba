import type {
  EndSettings,
  FlowSettings,
  HumanSettings,
  SubProcessSettings,
  RouterSettings,
  TriggerSettings,
  WaitSettings,
} from './settings.ts';

/** Settings of a step by its kind; the kinds without settings are not in it. */
export interface StepSettings {
  approve: HumanSettings;
  handle: HumanSettings;
  subProcess: SubProcessSettings;
  wait: WaitSettings;
  trigger: TriggerSettings;
  router: RouterSettings;
  end: EndSettings;
  start: null;
  cc: null;
  delay: null;
  condition: null;
  parallel: null;
  inclusive: null;
}
export type StepKind = keyof StepSettings;
export type BranchingKind = 'condition' | 'parallel' | 'inclusive';

export type StepOf<K extends StepKind> = {
  readonly id: string;
  readonly kind: K;
  readonly name: string;
  /** The block the step lies in, and its place there. */
  readonly block: string;
  readonly at: number;
  /** Blocks of a branching step, in their order; of `condition` and `inclusive` the last is the one
   * for all other cases. */
  readonly branches: readonly string[];
  readonly settings: StepSettings[K];
};
export type FlowStep = { [K in StepKind]: StepOf<K> }[StepKind];

/** Steps that follow each other. */
export interface Block {
  readonly id: string;
  /** The branching step it belongs to; null for the whole flow. */
  readonly owner: string | null;
  readonly steps: readonly string[];
}

/** A template made ready to be followed: block-structured, so that every branch meets its others. */
export interface FlowModel {
  readonly settings: FlowSettings;
  readonly root: string;
  readonly start: string;
  readonly steps: ReadonlyMap<string, FlowStep>;
  readonly blocks: ReadonlyMap<string, Block>;
}

export const isHuman = (step: FlowStep): step is StepOf<'approve'> | StepOf<'handle'> =>
  step.kind === 'approve' || step.kind === 'handle';
export const stepOf = (model: FlowModel, id: string): FlowStep => model.steps.get(id)!;
export const blockOf = (model: FlowModel, id: string): Block => model.blocks.get(id)!;

/** The step of `block` in which `target` lies, or that it is; undefined when it lies elsewhere. */
export function stepTowards(model: FlowModel, block: string, target: string): string | undefined {
  const step = stepOf(model, target);
  if (step.block === block) return target;
  const { owner } = blockOf(model, step.block);
  return owner === null ? undefined : stepTowards(model, block, owner);
}
