import {
  FLOW_NODES,
  MAX_FLOW_NODES,
  problem,
  type FlowNodeType,
  type FlowTemplateSettings,
  type NestedBranch,
  type NestedFlowNode,
  type Problem,
} from '../../../contract/index.ts';
import { treeProblems } from '../../../document/index.ts';
import { problemsError } from '../../kernel/index.ts';

/** A node of a stored document (docs/flow.md); the root has the template's settings. */
export interface FlowNode {
  type: string;
  name?: string;
  when?: string;
  default?: boolean;
  settings?: Record<string, unknown>;
  slots?: { steps?: string[]; branches?: string[] };
}
export interface FlowDocument {
  schema: 'flow/1';
  root: string;
  nodes: Record<string, FlowNode>;
}
export const ROOT = 'flow';
/** Deeper branches are no approval anyone could follow. */
const MAX_BLOCKS = 20;

const isBranching = (type: string): boolean =>
  ['condition', 'parallel', 'inclusive'].includes(type);
export const typeOf = ({ type }: FlowNode): FlowNodeType => type.split('@')[0] as FlowNodeType;
export const settingsOf = (document: FlowDocument): FlowTemplateSettings =>
  (document.nodes[document.root]?.settings ?? {}) as FlowTemplateSettings;

/** Reads what clients write nested; refuses what is no tree of nodes, with its place. */
class Reading {
  readonly nodes: Record<string, FlowNode> = {};
  readonly problems: Problem[] = [];

  #refuse(path: string, why: string): void {
    this.problems.push(problem(path, 'FLOW_INVALID', { why }));
  }

  /** The ids of a chain of nodes. */
  steps(first: unknown, path: string, depth: number): string[] {
    const ids: string[] = [];
    let at = path;
    if (depth > MAX_BLOCKS) {
      this.#refuse(path, `分支嵌套超过 ${MAX_BLOCKS} 层`);
      return ids;
    }
    for (let node = first; node !== undefined && node !== null; at += '/next') {
      const id = this.#node(node, at, depth);
      if (id === undefined) return ids;
      ids.push(id);
      node = (node as NestedFlowNode).next;
    }
    return ids;
  }

  #node(raw: unknown, path: string, depth: number): string | undefined {
    if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
      return void this.#refuse(path, '这里应是一个节点');
    const { id, type, name, branches, next: _, ...settings } = raw as NestedFlowNode;
    if (!this.#isFree(id, path)) return undefined;
    if (typeof type !== 'string' || !Object.hasOwn(FLOW_NODES, type))
      return void this.#refuse(`${path}/type`, `没有“${String(type).slice(0, 40)}”这种节点`);
    const node: FlowNode = { type: `${type}@1`, settings };
    if (typeof name === 'string' && name !== '') node.name = name.slice(0, 50);
    this.nodes[id] = node;
    if (isBranching(type))
      node.slots = { branches: this.#branches(branches, `${path}/branches`, depth) };
    return id;
  }

  #branches(raw: unknown, path: string, depth: number): string[] {
    if (!Array.isArray(raw) || raw.length === 0) {
      this.#refuse(path, '分支节点至少要有一个分支');
      return [];
    }
    return raw.flatMap((each: unknown, i) => {
      const at = `${path}/${i}`;
      if (typeof each !== 'object' || each === null) return [];
      const { id, name, when, default: isDefault, next } = each as NestedBranch;
      if (!this.#isFree(id, at)) return [];
      const branch: FlowNode = { type: 'branch@1' };
      if (typeof name === 'string' && name !== '') branch.name = name.slice(0, 50);
      if (typeof when === 'string' && when !== '') branch.when = when;
      if (isDefault === true) branch.default = true;
      this.nodes[id] = branch;
      branch.slots = { steps: this.steps(next, `${at}/next`, depth + 1) };
      return [id];
    });
  }

  #isFree(id: unknown, path: string): id is string {
    if (typeof id !== 'string' || !/^[A-Za-z][A-Za-z0-9_-]{0,39}$/.test(id) || id === ROOT)
      this.#refuse(`${path}/id`, '节点的编号须以英文字母开头，最多 40 个字母、数字、- 或 _');
    else if (Object.hasOwn(this.nodes, id)) this.#refuse(`${path}/id`, `编号“${id}”用了两次`);
    else if (Object.keys(this.nodes).length >= MAX_FLOW_NODES)
      this.#refuse(path, `最多 ${MAX_FLOW_NODES} 个节点`);
    else return true;
    return false;
  }
}

export function readNested(nodes: unknown, settings: FlowTemplateSettings): FlowDocument {
  const reading = new Reading();
  const steps = reading.steps(nodes, '/nodes', 0);
  if (reading.problems.length > 0) throw problemsError(reading.problems);
  return {
    schema: 'flow/1',
    root: ROOT,
    nodes: {
      [ROOT]: { type: 'flow@1', settings: { ...settings }, slots: { steps } },
      ...reading.nodes,
    },
  };
}

/** The nested form of a stored document. */
export function nestedOf({ root, nodes }: FlowDocument): NestedFlowNode | null {
  const chain = (ids: readonly string[]): NestedFlowNode | undefined =>
    ids.reduceRight<NestedFlowNode | undefined>((next, id) => {
      const node = nodes[id]!;
      const branches = node.slots?.branches?.map((each): NestedBranch => {
        const { name, when, default: isDefault, slots } = nodes[each]!;
        const first = chain(slots?.steps ?? []);
        return {
          id: each,
          ...(name !== undefined && { name }),
          ...(when !== undefined && { when }),
          ...(isDefault && { default: true }),
          ...(first && { next: first }),
        };
      });
      return {
        ...node.settings,
        id,
        type: typeOf(node),
        ...(node.name !== undefined && { name: node.name }),
        ...(branches && { branches }),
        ...(next && { next }),
      };
    }, undefined);
  return chain(nodes[root]?.slots?.steps ?? []) ?? null;
}

/** A new template: it is started and ends. */
export const startDocument = (): FlowDocument =>
  readNested({ id: 'start', type: 'start', next: { id: 'end', type: 'end' } }, {});

const MAX_TEXT = 500_000;

/** Reads a stored document that a client sends; refuses what is no tree of nodes. */
export function readDocument(raw: unknown): FlowDocument {
  const { root, nodes } = (raw ?? {}) as Partial<FlowDocument>;
  const refuse = (path: string, why: string) =>
    problemsError([problem(path, 'FLOW_INVALID', { why })]);
  if (typeof root !== 'string' || typeof nodes !== 'object' || nodes === null)
    throw refuse('/document', '这不是流程文档');
  if (JSON.stringify(raw).length > MAX_TEXT) throw refuse('/document', '流程过大');
  const document: FlowDocument = { schema: 'flow/1', root, nodes };
  const faults = treeProblems(document, TREE_KIND);
  if (faults[0]) throw refuse(faults[0].path, faults[0].msg);
  for (const [id, node] of Object.entries(nodes)) requireNode(id, node, refuse);
  return document;
}

/** Where a tree's faults are reported. */
const TREE_KIND = {
  called: '流程',
  invalid: 'FLOW_INVALID',
  sections: {},
  parts: {},
  values: {},
  silent: [],
  nodeParts: ['settings'],
} as const;

function requireNode(
  id: string,
  node: FlowNode,
  refuse: (path: string, why: string) => Error,
): void {
  const { type } = node;
  const isKnown =
    typeof type === 'string' &&
    (['flow@1', 'branch@1'].includes(type) || Object.hasOwn(FLOW_NODES, type.split('@')[0]!));
  if (!isKnown) throw refuse(`/nodes/${id}/type`, `没有“${String(type).slice(0, 40)}”这种节点`);
}
