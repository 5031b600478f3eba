import { copy, isObject, own, put, type Json, type JsonObject } from '../base/json.ts';
import type { DocumentNode, NodeDocument, NodeOf, Slot } from '../nodes/document.ts';
import { childIds, emptySlots, slotIds, withIds } from '../nodes/slots.ts';
import { OperationError, type NodePosition, type OperationOf } from './types.ts';

/**
 * A document being changed step by step: copies the parts it changes, so that the original document
 * is unchanged. Knows every node's parent, so that the cost of a step depends only on what it
 * touches.
 */
export class Draft<Document extends NodeDocument> {
  private readonly document: Document;
  private readonly fresh = new Set<string>();
  private readonly parents = new Map<string, { parent: string; slot: string }>();

  constructor(document: Document) {
    this.document = { ...document, nodes: { ...document.nodes } };
    for (const [id, node] of Object.entries(document.nodes)) this.adopt(id, node);
  }

  get result(): Document {
    return this.document;
  }
  get root(): string {
    return this.document.root;
  }
  private get nodes(): Record<string, NodeOf<Document>> {
    return this.document.nodes as Record<string, NodeOf<Document>>;
  }
  has(id: string): boolean {
    return Object.hasOwn(this.document.nodes, id);
  }
  node(id: string): NodeOf<Document> | undefined {
    return this.has(id) ? this.nodes[id] : undefined;
  }
  slot(id: string, name: string): Slot | undefined {
    return own(this.node(id)?.slots, name) as Slot | undefined;
  }
  children(id: string, slot: string): string[] {
    return slotIds(this.slot(id, slot));
  }

  positionOf(id: string): NodePosition {
    const home = this.parents.get(id);
    if (home) return { ...home, index: this.children(home.parent, home.slot).indexOf(id) };
    return this.document.root === id ? 'root' : 'nowhere';
  }
  /** True when `id` is `above` or below it. */
  isWithin(id: string, above: string): boolean {
    for (let at: string | undefined = id; at !== undefined; at = this.parents.get(at)?.parent)
      if (at === above) return true;
    return false;
  }
  /** The node and all below it, parents before children, in document order. */
  within(id: string): string[] {
    return [id, ...childIds(this.node(id)).flatMap((child) => this.within(child))];
  }

  apply(operation: OperationOf<Document>): void {
    switch (operation.op) {
      case 'set':
        return this.set(operation);
      case 'insert':
        return this.insert(operation);
      case 'move':
        return this.move(operation);
      case 'remove':
        return this.remove(operation);
    }
  }

  /** The value a set would replace: undefined when the key is missing. */
  valueAt(id: string | undefined, path: readonly string[]): unknown {
    let at: unknown = id === undefined ? this.document : this.node(id);
    for (const key of path) at = own(at, key);
    return at;
  }

  private set(operation: OperationOf<Document> & { op: 'set' }): void {
    const { id, path, value } = operation;
    if (path.length === 0 || (id === undefined && (path[0] === 'nodes' || path[0] === 'root')))
      throw new OperationError('a set needs a key of a node or of the document', operation);
    const target =
      id === undefined
        ? (this.document as unknown as JsonObject)
        : (this.writable(id, operation) as unknown as JsonObject);
    const kept =
      path[0] === 'slots' && id !== undefined
        ? this.keepChildren(id, path, value, operation)
        : value;
    write(target, path, kept === undefined ? undefined : copy(kept));
  }

  /** A slot's new writing with the children it has; taking a slot away needs it empty. */
  private keepChildren(
    id: string,
    path: readonly string[],
    value: Json | undefined,
    operation: OperationOf<Document>,
  ): Json | undefined {
    const slots = this.node(id)?.slots ?? {};
    const names = path.length === 1 ? Object.keys(slots) : [path[1]!];
    if (
      (value === undefined || path.length === 1) &&
      names.some((name) => this.children(id, name).length > 0)
    )
      throw new OperationError('a slot with children cannot be taken away', operation);
    if (path.length > 2) throw new OperationError('a slot is written as a whole', operation);
    if (value === undefined) return value;
    if (path.length === 1)
      return emptySlots(value as unknown as DocumentNode['slots']) as unknown as Json;
    return withIds(value as unknown as Slot, this.children(id, path[1]!)) as unknown as Json;
  }

  private insert(operation: OperationOf<Document> & { op: 'insert' }): void {
    const { id, node, to } = operation;
    if (this.has(id)) throw new OperationError(`node "${id}" exists`, operation);
    if (childIds(node).length > 0)
      throw new OperationError('an inserted node has no children yet', operation);
    put(this.nodes, id, copy(node));
    this.fresh.add(id);
    this.place(id, to, operation);
  }

  private move(operation: OperationOf<Document> & { op: 'move' }): void {
    const { id, to } = operation;
    if (!this.has(id)) throw new OperationError(`no node "${id}"`, operation);
    if (typeof to === 'object' && this.isWithin(to.parent, id))
      throw new OperationError(`node "${id}" cannot move into itself`, operation);
    this.takeOut(id, operation);
    this.place(id, to, operation);
  }

  private remove(operation: OperationOf<Document> & { op: 'remove' }): void {
    if (!this.has(operation.id)) throw new OperationError(`no node "${operation.id}"`, operation);
    this.takeOut(operation.id, operation);
    for (const id of this.within(operation.id)) {
      delete this.nodes[id];
      this.parents.delete(id);
    }
  }

  private place(id: string, to: NodePosition, operation: OperationOf<Document>): void {
    if (to === 'root') {
      this.document.root = id;
      return;
    }
    if (to === 'nowhere') return;
    const ids = [...this.children(to.parent, to.slot)];
    if (to.index < 0 || to.index > ids.length)
      throw new OperationError(
        `slot "${to.slot}" of "${to.parent}" has no place ${to.index}`,
        operation,
      );
    ids.splice(to.index, 0, id);
    this.fill(to.parent, to.slot, ids, operation);
    this.parents.set(id, { parent: to.parent, slot: to.slot });
  }

  private takeOut(id: string, operation: OperationOf<Document>): void {
    const home = this.parents.get(id);
    if (!home) return;
    this.fill(
      home.parent,
      home.slot,
      this.children(home.parent, home.slot).filter((child) => child !== id),
      operation,
    );
    this.parents.delete(id);
  }

  private fill(
    parent: string,
    slot: string,
    ids: string[],
    operation: OperationOf<Document>,
  ): void {
    const node: DocumentNode = this.writable(parent, operation);
    const slots = { ...node.slots };
    put(slots, slot, withIds(this.slot(parent, slot), ids));
    node.slots = slots;
  }

  private writable(id: string, operation: OperationOf<Document>): NodeOf<Document> {
    const node = this.node(id);
    if (!node) throw new OperationError(`no node "${id}"`, operation);
    if (this.fresh.has(id)) return node;
    const mine = { ...node };
    put(this.nodes, id, mine);
    this.fresh.add(id);
    return mine;
  }

  private adopt(id: string, node: DocumentNode): void {
    for (const [slot, content] of Object.entries(node.slots ?? {}))
      for (const child of slotIds(content)) this.parents.set(child, { parent: id, slot });
  }
}

/** Writes below a path, copying every object on the way; undefined takes the key away. */
function write(target: JsonObject, path: readonly string[], value: unknown): void {
  const [key, ...rest] = path as [string, ...string[]];
  if (rest.length > 0) {
    const inner = own(target, key);
    const mine = isObject(inner) ? { ...inner } : {};
    if (value === undefined && !isObject(inner)) return;
    write(mine, rest, value);
    put(target, key, mine);
  } else if (value === undefined) delete target[key];
  else put(target, key, value);
}
