import { isRecord } from '../../values/index.ts';

type Json = Record<string, unknown>;
/** Says which node: its place is asked with the node and, in a flat document, its id. */
export type NodeTest = (node: Json, id: string) => boolean;

/** The node by its id, or else the first of a widget in any version. */
export const nodeTest =
  (id: string, widget: string): NodeTest =>
  (node, own) =>
    id !== ''
      ? own === id
      : typeof node['type'] === 'string' && node['type'].startsWith(`${widget}@`);

const childrenOf = (slot: unknown): readonly unknown[] =>
  Array.isArray(slot) ? slot : isRecord(slot) && Array.isArray(slot['nodes']) ? slot['nodes'] : [];

/**
 * The first node a test takes, in a node, a list of nodes, the parts of a page or a document,
 * nested or flat; undefined when there is none.
 */
export function findNode(given: unknown, test: NodeTest): Json | undefined {
  if (Array.isArray(given)) return firstOf(given, test);
  if (!isRecord(given)) return undefined;
  if (isRecord(given['nodes']))
    return Object.entries(given['nodes']).find(
      ([id, node]) => isRecord(node) && test(node, id),
    )?.[1] as Json | undefined;
  if (isRecord(given['body'])) return findNode(given['body'], test);
  if (typeof given['type'] !== 'string') return undefined;
  if (test(given, typeof given['id'] === 'string' ? given['id'] : '')) return given;
  return firstOf(
    isRecord(given['slots']) ? Object.values(given['slots']).flatMap(childrenOf) : [],
    test,
  );
}
function firstOf(nodes: readonly unknown[], test: NodeTest): Json | undefined {
  for (const node of nodes) {
    const found = findNode(node, test);
    if (found) return found;
  }
  return undefined;
}

/**
 * The same document with `found` (as findNode gave it) replaced; what is not on the way there stays
 * the same object.
 */
export function withNode(given: unknown, found: Json, next: Json): unknown {
  if (given === found) return next;
  if (Array.isArray(given)) {
    const items = given.map((item) => withNode(item, found, next));
    return items.some((item, at) => item !== given[at]) ? items : given;
  }
  if (!isRecord(given)) return given;
  const changed = Object.keys(given).flatMap((key) => {
    const value = withNode(given[key], found, next);
    return value === given[key] ? [] : [[key, value] as const];
  });
  return changed.length > 0 ? { ...given, ...Object.fromEntries(changed) } : given;
}
