/**
 * A document of nodes: a flat map of nodes that form one tree, because each names its children in
 * slots. What else is in a node or in the document is its kind's affair.
 */

/** Ids of child nodes. `as` names the row of a slot that is drawn once a row. */
export type Slot = string[] | { as: string; nodes: string[] };

export interface DocumentNode {
  /** name@major of what the node is. */
  type: string;
  slots?: { [name: string]: Slot };
}

export interface NodeDocument<Node extends DocumentNode = DocumentNode> {
  root: string;
  nodes: { [id: string]: Node };
}
export type NodeOf<Document extends NodeDocument> = Document['nodes'][string];

/** The nested form of a node: children are in the slots; an id may be given. */
export type Nested<Node extends DocumentNode> = Omit<Node, 'slots'> & {
  id?: string;
  slots?: { [name: string]: NestedSlot<Node> };
};
export type NestedSlot<Node extends DocumentNode> =
  | Nested<Node>[]
  | { as: string; nodes: Nested<Node>[] };
/** The nested form of a document, for people and files. */
export type NestedOf<Document extends NodeDocument> = Omit<Document, 'root' | 'nodes'> & {
  body: Nested<NodeOf<Document>>;
};
