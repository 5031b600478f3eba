import { isObject, isText, own, type Json } from '../base/json.ts';
import type { DocumentNode, NodeDocument, NodeOf } from '../nodes/document.ts';

/**
 * Position of a node: in a slot of a parent, as the root, or (only between two operations) nowhere.
 */
export type NodePosition = { parent: string; slot: string; index: number } | 'root' | 'nowhere';

/**
 * The small steps a revision is made of; a node is named by its id, never by its place.
 * - set: one value of a node (props.title, when.visible, on.click, type ...) or, without `id`, of
 *   the document (title, sources.orders ...). Without `value` the key is removed. A slot's value only
 *   says how it is written ([] or {as, nodes: []}): its children stay.
 * - insert: one node, whose slots are empty; its children follow with inserts of their own.
 * - move: to another spot; `index` counts after the node was taken out.
 * - remove: the node and all below it.
 */
export type Operation<Node extends DocumentNode = DocumentNode> =
  | { op: 'set'; id?: string; path: string[]; value?: Json }
  | { op: 'insert'; id: string; node: Node; to: NodePosition }
  | { op: 'move'; id: string; to: NodePosition }
  | { op: 'remove'; id: string };
export type OperationOf<Document extends NodeDocument> = Operation<NodeOf<Document>>;

const isPosition = (to: unknown): boolean =>
  to === 'root' ||
  to === 'nowhere' ||
  (isText(own(to, 'parent')) && isText(own(to, 'slot')) && Number.isInteger(own(to, 'index')));
const isPath = (path: unknown): boolean =>
  Array.isArray(path) && path.length > 0 && path.every(isText);
/**
 * Whether JSON of unknown origin has the shape of an operation; whether it fits is known when it is
 * applied.
 */
export function isOperation(value: unknown): value is Operation {
  const id = own(value, 'id');
  switch (own(value, 'op')) {
    case 'set':
      return (id === undefined || isText(id)) && isPath(own(value, 'path'));
    case 'insert':
      return isText(id) && isObject(own(value, 'node')) && isPosition(own(value, 'to'));
    case 'move':
      return isText(id) && isPosition(own(value, 'to'));
    case 'remove':
      return isText(id);
    default:
      return false;
  }
}

/** An operation that does not fit the document it was applied to. */
export class OperationError extends Error {
  override readonly name = 'OperationError';
  constructor(
    message: string,
    readonly operation: Operation,
  ) {
    super(message);
  }
}
