import type { NestedDocument, NestedNode, PageDocument, Slot } from './document.ts';
import { put } from './json.ts';
import { PageError } from './problems.ts';
import { treeProblems } from './tree.ts';

/**
 * The nested form, for reading and for files. Every node retains its id, so flatten(nest(doc)) is
 * doc. Throws a PageError when the nodes are not one tree: the nested form of shared or unreachable
 * nodes would lose something.
 */
export function nest(document: PageDocument): NestedDocument {
  const problems = treeProblems(document);
  if (problems.length > 0) throw new PageError(problems);
  const { root, nodes, ...rest } = document;
  return { ...rest, body: nestNode(nodes, root) };
}

function nestNode(nodes: PageDocument['nodes'], id: string): NestedNode {
  const { slots, ...rest } = nodes[id]!;
  if (slots === undefined) return { id, ...rest };
  const nested: NonNullable<NestedNode['slots']> = {};
  for (const [name, slot] of Object.entries(slots)) put(nested, name, nestSlot(nodes, slot));
  return { id, ...rest, slots: nested };
}

function nestSlot(
  nodes: PageDocument['nodes'],
  slot: Slot,
): NestedNode[] | { as: string; nodes: NestedNode[] } {
  if (Array.isArray(slot)) return slot.map((child) => nestNode(nodes, child));
  return { as: slot.as, nodes: slot.nodes.map((child) => nestNode(nodes, child)) };
}
