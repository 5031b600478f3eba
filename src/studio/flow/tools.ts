import type { FieldDescribe } from '../../contract/index.ts';
import { treeProblems } from '../../document/index.ts';
import {
  apply,
  describeOperations,
  diff,
  invert,
  merge3,
  type Operation,
} from '../../document/operations/index.ts';
import { FLOW_KIND, FLOW_WORDS, type FlowDocument, type FlowNode } from '../../flow/index.ts';
import type { DocumentTools, EditedDocument } from '../../../machines/index.ts';
import { isRecord } from '../../values/index.ts';
import { cleanedNode, cleanedSettings } from './clean.ts';
import { flowOutline, FlowLines } from './outline.ts';
import { randomId, type NewId } from '../preview/index.ts';
import { FlowPlans } from './plan.ts';

const asFlow = (document: object): FlowDocument => document as FlowDocument;
const asSteps = (steps: readonly object[]): Operation<FlowNode>[] => steps as Operation<FlowNode>[];
const edited = (document: FlowDocument): EditedDocument => document as unknown as EditedDocument;

function readFlow(value: unknown): { document: EditedDocument } | { refusal: string } {
  if (!isRecord(value) || typeof value['root'] !== 'string' || !isRecord(value['nodes']))
    return { refusal: '这里应是一份流程文档' };
  const { settings, ...rest } = value;
  const nodes = Object.fromEntries(
    Object.entries(value['nodes']).map(([id, node]) => [id, cleanedNode(node as FlowNode)]),
  );
  const flow = asFlow({
    ...rest,
    nodes,
    ...(settings !== undefined && { settings: cleanedSettings(settings) }),
  });
  const [first] = treeProblems(flow, FLOW_KIND);
  return first ? { refusal: first.msg } : { document: edited(flow) };
}

/** Sets of the same keys are one change while they go on: what is typed in one box. */
function markOf(steps: readonly Operation<FlowNode>[]): string | null {
  const marks = steps.map((step) => (step.op === 'set' ? [step.id, ...step.path] : null));
  return marks.length > 0 && marks.every((mark) => mark !== null) ? JSON.stringify(marks) : null;
}

/** What an editor of documents needs to know of templates, whatever their object. */
const GENERAL_TOOLS: Omit<DocumentTools, 'outline' | 'plan'> = {
  read: readFlow,
  diff: (before, after) => diff(asFlow(before), asFlow(after), FLOW_KIND),
  apply: (document, steps) => edited(apply(asFlow(document), asSteps(steps))),
  invert: (document, steps) => invert(asFlow(document), asSteps(steps)),
  same: (one, other) => diff(asFlow(one), asFlow(other), FLOW_KIND).length === 0,
  merge: (base, ours, theirs) =>
    edited(apply(asFlow(ours), merge3(asFlow(base), asFlow(ours), asFlow(theirs), FLOW_KIND).ops)),
  partPath: (_, selected) => (selected === '' ? null : ['nodes', selected]),
  mark: (steps) => markOf(asSteps(steps)),
  words: (before, steps) =>
    describeOperations(asSteps(steps), asFlow(before), FLOW_KIND, FLOW_WORDS).join('，'),
};

/** The tools for templates of an object with these fields. */
export function flowTools(
  fields: readonly FieldDescribe[],
  newId: NewId = randomId,
): DocumentTools {
  const lines = new FlowLines(fields);
  return {
    ...GENERAL_TOOLS,
    plan: (document, wish, selected) => new FlowPlans(asFlow(document), selected, newId).plan(wish),
    outline: (document) => flowOutline(asFlow(document), lines),
  };
}
