import {
  FLOW_NODES,
  type FlowTemplateSettings,
  type NestedBranch,
  type NestedFlowNode,
} from '../../contract/index.ts';
import {
  asText,
  at,
  hint,
  isObject,
  isText,
  own,
  Problems,
  put,
  ROOT_PATH,
  type DocumentProblem,
  type JsonObject,
  type ProblemPath,
} from '../../document/index.ts';
import {
  BRANCHING,
  FLOW_KIND,
  FLOW_ROOT,
  FLOW_SCHEMA,
  typeOfPart,
  type FlowDocument,
  type FlowNode,
  type FlowPart,
} from './types.ts';
import { validateFlow } from './validate.ts';
import { branchesOf, nodeOf, partOf, stepsIn } from './walk.ts';

/** Branches in branches; what is nested deeper is refused before the stack is at its end. */
const MAX_NESTED = 18;

export interface ReadFlow {
  /** There unless a problem is an error. */
  readonly document?: FlowDocument;
  /** Paths lead into what was read. */
  readonly problems: readonly DocumentProblem[];
}

/** Reads the nested form that clients write; what is wrong is named by its path in that form. */
export function fromNested(nodes: unknown, settings?: FlowTemplateSettings): ReadFlow {
  const reading = new NestedReading();
  const steps = reading.chain(nodes, at(ROOT_PATH), 0);
  const document = {
    schema: FLOW_SCHEMA,
    ...(settings !== undefined && { settings }),
    root: FLOW_ROOT,
    nodes: { [FLOW_ROOT]: { type: typeOfPart('flow'), slots: { steps } }, ...reading.nodes },
  } as FlowDocument;
  const faults = reading.problems.list;
  const found = faults.length > 0 ? faults : reading.placed(validateFlow(document));
  return found.some(({ severity }) => severity === 'error')
    ? { problems: found }
    : { document, problems: found };
}

/** A nested node without those that follow it and those inside. */
function plainNode(raw: JsonObject, part: FlowPart): FlowNode {
  const { id: _id, type: _type, name, next: _next, branches: _branches, ...settings } = raw;
  return {
    type: typeOfPart(part),
    ...(name !== undefined && { name }),
    ...(Object.keys(settings).length > 0 && { settings }),
  } as FlowNode;
}

class NestedReading {
  readonly nodes: { [id: string]: FlowNode } = {};
  readonly problems = new Problems(FLOW_KIND);
  /** Where each node was written. */
  readonly #places = new Map<string, ProblemPath>();

  /** A node and those that follow it; answers their ids. */
  chain(first: unknown, place: ProblemPath, depth: number): string[] {
    if (depth > MAX_NESTED) {
      this.problems.invalid(place, `分支嵌套超过 ${MAX_NESTED} 层`);
      return [];
    }
    const ids: string[] = [];
    let where = place;
    for (let node = first; node !== undefined; node = own(node, 'next')) {
      const id = this.#node(node, where, depth);
      if (id === undefined) break;
      ids.push(id);
      where = at(where, 'next');
    }
    return ids;
  }

  #node(raw: unknown, place: ProblemPath, depth: number): string | undefined {
    const id = this.#id(raw, place);
    if (id === undefined) return undefined;
    const { type, branches } = raw as JsonObject;
    if (!this.#isPart(type, place)) return undefined;
    const node = plainNode(raw as JsonObject, type);
    put(this.nodes, id, node);
    if (BRANCHING.has(type)) node.slots = { branches: this.#branches(branches, place, depth) };
    else if (branches !== undefined)
      this.problems.invalid(at(place, 'branches'), '只有条件、并行和包容分支可以有分支');
    return id;
  }

  #isPart(type: unknown, place: ProblemPath): type is FlowPart {
    if (Object.hasOwn(FLOW_NODES, asText(type))) return true;
    const known = hint(asText(type), Object.keys(FLOW_NODES));
    this.problems.invalid(at(place, 'type'), `没有“${asText(type)}”这种节点${known}`);
    return false;
  }

  #branches(raw: unknown, place: ProblemPath, depth: number): string[] {
    const where = at(place, 'branches');
    if (!Array.isArray(raw)) {
      this.problems.invalid(where, '这里应是一组分支');
      return [];
    }
    return raw.flatMap((branch: unknown, i) => this.#branch(branch, at(where, i), depth) ?? []);
  }

  #branch(raw: unknown, place: ProblemPath, depth: number): string | undefined {
    const id = this.#id(raw, place);
    if (id === undefined) return undefined;
    const { id: _id, next, ...rest } = raw as JsonObject;
    const node = { ...rest, type: typeOfPart('branch') } as FlowNode;
    put(this.nodes, id, node);
    node.slots = { steps: this.chain(next, at(place, 'next'), depth + 1) };
    return id;
  }

  /** The id of a node, which is new. */
  #id(raw: unknown, place: ProblemPath): string | undefined {
    if (!isObject(raw)) {
      this.problems.invalid(place, '这里应是一个节点');
      return undefined;
    }
    const id = own(raw, 'id');
    if (!isText(id)) {
      this.problems.invalid(at(place, 'id'), '节点须有编号');
      return undefined;
    }
    if (this.#places.has(id)) {
      this.problems.invalid(at(place, 'id'), `编号“${id}”用了两次`);
      return undefined;
    }
    this.#places.set(id, place);
    return id;
  }

  /** Problems of the flat document at their places in the nested form. */
  placed(problems: readonly DocumentProblem[]): DocumentProblem[] {
    return problems.map((problem) => {
      const { nodeId, path } = problem;
      const place = nodeId === undefined ? undefined : this.#places.get(nodeId);
      if (place === undefined) return problem;
      const [, , , ...inner] = path.split('/');
      const keys = inner[0] === 'settings' ? inner.slice(1) : inner;
      return { ...problem, path: [place.path, ...keys].join('/') };
    });
  }
}

/** The nested form of a sound document. */
export function toNested(document: FlowDocument): NestedFlowNode {
  return chainOf(document, stepsIn(document, document.root))!;
}
function chainOf(document: FlowDocument, ids: readonly string[]): NestedFlowNode | undefined {
  return ids.reduceRight<NestedFlowNode | undefined>((next, id) => {
    const node = nodeOf(document, id);
    const part = partOf(node) as NestedFlowNode['type'];
    return {
      id,
      type: part,
      ...(node.name !== undefined && { name: node.name }),
      ...node.settings,
      ...(BRANCHING.has(part) && {
        branches: branchesOf(document, id).map((branch) => branchOf(document, branch)),
      }),
      ...(next !== undefined && { next }),
    };
  }, undefined);
}
function branchOf(document: FlowDocument, id: string): NestedBranch {
  const { name, when, default: isDefault } = nodeOf(document, id);
  const next = chainOf(document, stepsIn(document, id));
  return {
    id,
    ...(name !== undefined && { name }),
    ...(when !== undefined && { when }),
    ...(isDefault !== undefined && { default: isDefault }),
    ...(next !== undefined && { next }),
  };
}
