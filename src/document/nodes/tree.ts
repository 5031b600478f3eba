import { isObject, isText, own, type JsonObject } from '../base/json.ts';
import type { DocumentKind } from '../base/kind.ts';
import { MAX_DEPTH } from '../base/limits.ts';
import { hint } from '../base/names.ts';
import {
  at,
  nodePath,
  Problems,
  ROOT_PATH,
  type DocumentProblem,
  type ProblemPath,
} from '../base/problems.ts';
import { slotsOf } from './slots.ts';

/** The parent of a node: its slot, and its index among its siblings. The root has none. */
interface Parent {
  id: string;
  slot: string;
  index: number;
}
export interface Tree {
  /** Ids reachable from the root, parents before children, in document order. */
  order: string[];
  parents: Map<string, Parent>;
}

/**
 * Walks the nodes from the root once; what does not make a tree becomes a problem and is left out
 * of the result.
 */
export function walkTree(document: JsonObject, problems: Problems): Tree {
  const walk = new TreeWalk(own(document, 'nodes'), problems);
  walk.start(own(document, 'root'));
  return { order: walk.order, parents: walk.parents };
}

class TreeWalk {
  readonly order: string[] = [];
  readonly parents = new Map<string, Parent>();
  private readonly seen = new Set<string>();
  private readonly above = new Set<string>();

  constructor(
    private readonly nodes: unknown,
    private readonly problems: Problems,
  ) {}

  start(root: unknown): void {
    if (!isObject(this.nodes) || !isText(root)) return;
    if (!Object.hasOwn(this.nodes, root))
      return this.dangling(root, at(ROOT_PATH, 'root'), this.nodes);
    this.visit(root, 1);
    for (const id of Object.keys(this.nodes)) {
      if (!this.seen.has(id))
        this.problems.invalid(nodePath(id), `节点“${id}”没有放进任何插槽，从根节点到不了它`);
    }
  }

  private visit(id: string, depth: number): void {
    this.seen.add(id);
    this.above.add(id);
    this.order.push(id);
    const node = own(this.nodes, id);
    for (const [slot, content] of slotsOf(node)) this.visitSlot(id, slot, content, depth);
    this.above.delete(id);
  }

  private visitSlot(id: string, slot: string, content: unknown, depth: number): void {
    const children = Array.isArray(content) ? content : own(content, 'nodes');
    if (!Array.isArray(children)) return;
    const place = (index: number): ProblemPath =>
      at(nodePath(id), 'slots', slot, ...(Array.isArray(content) ? [index] : ['nodes', index]));
    children.forEach((child: unknown, index) => {
      if (isText(child)) this.enter(child, { id, slot, index }, place, depth);
    });
  }

  private enter(
    child: string,
    parent: Parent,
    place: (index: number) => ProblemPath,
    depth: number,
  ): void {
    if (!isObject(this.nodes) || !Object.hasOwn(this.nodes, child))
      return this.dangling(child, place(parent.index), this.nodes);
    const refuse = (why: string): void => this.problems.invalid(place(parent.index), why);
    if (this.above.has(child)) return refuse(`节点“${child}”直接或间接包含了自己`);
    if (this.seen.has(child)) return refuse(`节点“${child}”已经放在别处，一个节点只能有一个位置`);
    if (depth >= MAX_DEPTH) return refuse(`嵌套超过 ${MAX_DEPTH} 层`);
    this.parents.set(child, parent);
    this.visit(child, depth + 1);
  }

  private dangling(id: string, place: ProblemPath, nodes: unknown): void {
    this.problems.invalid(
      place,
      `没有编号为“${id}”的节点${hint(id, isObject(nodes) ? Object.keys(nodes) : [])}`,
    );
  }
}

/**
 * What keeps a document's nodes from being one tree: dangling ids, shared children, cycles,
 * unreachable nodes.
 */
export function treeProblems(document: object, kind: DocumentKind): DocumentProblem[] {
  const problems = new Problems(kind);
  walkTree(document as JsonObject, problems);
  return problems.list;
}
