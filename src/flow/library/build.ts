import {
  STRATEGIES,
  type Candidate,
  type FieldType,
  type FlowTemplateSettings,
  type NestedBranch,
  type NestedFlowNode,
} from '../../contract/index.ts';

/** How templates to start from are written. */

export interface LibraryField {
  readonly apiName: string;
  readonly label: string;
  readonly type: FieldType;
  readonly required?: boolean;
  readonly options?: readonly string[];
  /** Columns of a sub-table. */
  readonly fields?: readonly LibraryField[];
}
export interface LibraryTemplate {
  /** Names it among the others. */
  readonly key: string;
  readonly name: string;
  readonly category: string;
  readonly description: string;
  readonly fields: readonly LibraryField[];
  readonly settings: FlowTemplateSettings;
  readonly nodes: NestedFlowNode;
}

type Step = Omit<NestedFlowNode, 'next'>;
type Settings = Readonly<Record<string, unknown>>;

const linked = (steps: readonly Step[]): NestedFlowNode | undefined =>
  steps.reduceRight<NestedFlowNode | undefined>(
    (next, step) => ({ ...step, ...(next && { next }) }) as NestedFlowNode,
    undefined,
  );
export const chain = (...steps: Step[]): NestedFlowNode =>
  linked([
    { id: 'start', type: 'start', name: '发起' },
    ...steps,
    { id: 'end', type: 'end', name: '结束' },
  ])!;

export const leader: readonly Candidate[] = [
  { strategy: STRATEGIES.starterDeptLeader, param: [1] },
];
/** Leaders one after the other, up to this many levels. */
export const leaders = (levels: number): readonly Candidate[] => [
  { strategy: STRATEGIES.starterLeaders, param: [levels] },
];
export const titled = (...titles: string[]): readonly Candidate[] => [
  { strategy: STRATEGIES.title, param: titles },
];
export const fromField = (field: string): readonly Candidate[] => [
  { strategy: STRATEGIES.userField, param: [field] },
];
export const starter: readonly Candidate[] = [{ strategy: STRATEGIES.starter }];
export const picked: readonly Candidate[] = [{ strategy: STRATEGIES.starterPicks }];

export const approve = (
  id: string,
  name: string,
  candidates: readonly Candidate[],
  settings: Settings = {},
): Step => ({ id, type: 'approve', name, candidates, ...settings });
export const handle = (
  id: string,
  name: string,
  candidates: readonly Candidate[],
  settings: Settings = {},
): Step => ({ id, type: 'handle', name, candidates, ...settings });
export const cc = (id: string, name: string, candidates: readonly Candidate[]): Step => ({
  id,
  type: 'cc',
  name,
  candidates,
});

export const when = (id: string, name: string, text: string, ...steps: Step[]): NestedBranch => {
  const next = linked(steps);
  return { id, name, when: text, ...(next && { next }) };
};
export const otherwise = (id: string, ...steps: Step[]): NestedBranch => {
  const next = linked(steps);
  return { id, name: '其他情况', default: true, ...(next && { next }) };
};
export const side = (id: string, name: string, ...steps: Step[]): NestedBranch => {
  const next = linked(steps);
  return { id, name, ...(next && { next }) };
};
export const condition = (id: string, name: string, ...branches: NestedBranch[]): Step => ({
  id,
  type: 'condition',
  name,
  branches,
});
export const inclusive = (id: string, name: string, ...branches: NestedBranch[]): Step => ({
  id,
  type: 'inclusive',
  name,
  branches,
});
export const parallel = (id: string, name: string, ...branches: NestedBranch[]): Step => ({
  id,
  type: 'parallel',
  name,
  branches,
});
export const other = (id: string, type: Step['type'], name: string, settings: Settings): Step => ({
  id,
  type,
  name,
  ...settings,
});

const field =
  (type: FieldType) =>
  (apiName: string, label: string, required = true): LibraryField => ({
    apiName,
    label,
    type,
    required,
  });
export const textField = field('text');
export const note = (apiName = 'reason', label = '事由'): LibraryField => ({
  apiName,
  label,
  type: 'longText',
  required: true,
});
export const money = field('currency');
export const count = field('integer');
export const amountOf = field('decimal');
export const day = field('date');
export const moment = field('dateTime');
export const person = field('user');
export const deptField = field('dept');
export const files = (apiName = 'files', label = '附件'): LibraryField => ({
  apiName,
  label,
  type: 'attachment',
});
export const choice = (apiName: string, label: string, ...options: string[]): LibraryField => ({
  apiName,
  label,
  type: 'singleSelect',
  required: true,
  options,
});
export const rows = (apiName: string, label: string, ...fields: LibraryField[]): LibraryField => ({
  apiName,
  label,
  type: 'subTable',
  required: true,
  fields,
});
