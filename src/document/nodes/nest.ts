import type { DocumentKind } from '../base/kind.ts';
import type {
  DocumentNode,
  Nested,
  NestedOf,
  NestedSlot,
  NodeDocument,
  NodeOf,
  Slot,
} from './document.ts';
import { put } from '../base/json.ts';
import { DocumentError } from '../base/problems.ts';
import { treeProblems } from './tree.ts';

/**
 * The nested form, for reading and for files. Every node retains its id, so flatten(nest(doc)) is
 * doc. Throws a DocumentError when the nodes are not one tree: the nested form of shared or
 * unreachable nodes would lose something.
 */
export function nest<Document extends NodeDocument>(
  document: Document,
  kind: DocumentKind,
): NestedOf<Document> {
  const problems = treeProblems(document, kind);
  if (problems.length > 0) throw new DocumentError(problems);
  const { root, nodes, ...rest } = document;
  return { ...rest, body: nestNode(nodes as Nodes<NodeOf<Document>>, root) };
}

type Nodes<Node extends DocumentNode> = NodeDocument<Node>['nodes'];

function nestNode<Node extends DocumentNode>(nodes: Nodes<Node>, id: string): Nested<Node> {
  const { slots, ...rest } = nodes[id]!;
  if (slots === undefined) return { id, ...rest };
  const nested: { [name: string]: NestedSlot<Node> } = {};
  for (const [name, slot] of Object.entries(slots)) put(nested, name, nestSlot(nodes, slot));
  return { id, ...rest, slots: nested };
}

function nestSlot<Node extends DocumentNode>(nodes: Nodes<Node>, slot: Slot): NestedSlot<Node> {
  if (Array.isArray(slot)) return slot.map((child) => nestNode(nodes, child));
  return { as: slot.as, nodes: slot.nodes.map((child) => nestNode(nodes, child)) };
}
