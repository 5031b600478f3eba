import { FLOW_NODES, FLOW_NODE_TITLES, type FlowNodeType } from '../../contract/index.ts';
import { own, slotIds, splitType } from '../../document/index.ts';
import { BRANCHING, type FlowDocument, type FlowNode, type FlowPart } from './types.ts';

/** Reads a document of a template that was validated. */

export function partOf(node: unknown): FlowPart | undefined {
  const type = splitType(own(node, 'type'));
  if (type?.major !== 1) return undefined;
  const { name } = type;
  return name === 'flow' || name === 'branch' || Object.hasOwn(FLOW_NODES, name)
    ? (name as FlowPart)
    : undefined;
}
export const isStep = (part: FlowPart | undefined): part is FlowNodeType =>
  part !== undefined && part !== 'flow' && part !== 'branch';
export const isBranching = (part: FlowPart | undefined): boolean =>
  part !== undefined && BRANCHING.has(part);

export const nodeOf = (document: FlowDocument, id: string): FlowNode => document.nodes[id]!;
/** Ids of the steps of the root or of a branch. */
export const stepsIn = (document: FlowDocument, id: string): string[] =>
  slotIds(own(nodeOf(document, id).slots, 'steps'));
export const branchesOf = (document: FlowDocument, id: string): string[] =>
  slotIds(own(nodeOf(document, id).slots, 'branches'));

/** What people call a node. */
export function calledOf(node: FlowNode): string {
  if (node.name !== undefined && node.name !== '') return node.name;
  const part = partOf(node);
  if (part === 'branch') return node.default === true ? '其他情况' : '分支';
  return isStep(part) ? FLOW_NODE_TITLES[part] : '流程';
}

/** A step with its place: the blocks around it from outside in, as [branching step, branch]. */
export interface PlacedStep {
  readonly id: string;
  readonly type: FlowNodeType;
  readonly node: FlowNode;
  /** The root or branch it lies in, and its place there. */
  readonly block: string;
  readonly at: number;
  readonly around: readonly (readonly [step: string, branch: string])[];
}

/** All steps in the order of the drawing. */
export function placedSteps(document: FlowDocument): PlacedStep[] {
  const found: PlacedStep[] = [];
  const walk = (block: string, around: PlacedStep['around']): void => {
    stepsIn(document, block).forEach((id, at) => {
      const node = nodeOf(document, id);
      found.push({ id, type: partOf(node) as FlowNodeType, node, block, at, around });
      for (const branch of branchesOf(document, id)) walk(branch, [...around, [id, branch]]);
    });
  };
  walk(document.root, []);
  return found;
}
