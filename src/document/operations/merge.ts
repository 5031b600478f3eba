import { same, type Json } from '../base/json.ts';
import type { DocumentKind } from '../base/kind.ts';
import type { NodeDocument, Slot } from '../nodes/document.ts';
import { childIds, withIds } from '../nodes/slots.ts';
import { diff } from './diff.ts';
import { Draft } from './draft.ts';
import { mergeLists } from './merge-lists.ts';
import type { NodePosition, OperationOf } from './types.ts';

/** Conflicting changes of the same thing: ours stays, theirs is shown. */
export interface MergeConflict<Document extends NodeDocument> {
  nodeId?: string;
  /**
   * Keys from the node, or from the document without a node: ['props', 'title']; empty for the node
   * as a whole.
   */
  path: string[];
  why: 'bothChanged' | 'weRemoved' | 'theyRemoved' | 'bothMoved' | 'bothInserted' | 'wouldNest';
  theirs: OperationOf<Document>;
  ours?: Json;
}
export interface Merge<Document extends NodeDocument> {
  ops: OperationOf<Document>[];
  conflicts: MergeConflict<Document>[];
}

/**
 * Their changes since the base, adapted to our document: apply(ours, ops) is the merge. Conflicts
 * leave ours unchanged.
 */
export function merge3<Document extends NodeDocument>(
  base: Document,
  ours: Document,
  theirs: Document,
  kind: DocumentKind,
): Merge<Document> {
  return new Merging(base, ours, theirs, kind).run();
}

class Merging<Document extends NodeDocument> {
  private readonly ops: OperationOf<Document>[] = [];
  private readonly conflicts: MergeConflict<Document>[] = [];
  private readonly draft: Draft<Document>;
  private readonly base: Draft<Document>;
  private readonly theirs: Draft<Document>;
  /** What we did, by node: keys we set, whether we moved it, whether we put something into it. */
  private readonly ourSets = new Map<string, OperationOf<Document> & { op: 'set' }>();
  private readonly ourMoves = new Set<string>();
  private readonly touched = new Set<string>();

  constructor(base: Document, ours: Document, theirs: Document, kind: DocumentKind) {
    this.draft = new Draft(ours);
    this.base = new Draft(base);
    this.theirs = new Draft(theirs);
    for (const operation of diff(base, ours, kind)) this.note(operation);
    this.theirOps = diff(base, theirs, kind);
  }
  private readonly theirOps: OperationOf<Document>[];

  run(): Merge<Document> {
    for (const operation of this.theirOps) this.take(operation);
    return this.isOneTree() ? { ops: this.ops, conflicts: this.conflicts } : this.giveUp();
  }

  /**
   * They removed the old root, and something of ours retains it: the merge would have two roots.
   */
  private isOneTree(): boolean {
    return (
      this.draft.root === this.base.root ||
      this.draft.positionOf(this.base.root) !== 'nowhere' ||
      !this.draft.has(this.base.root)
    );
  }
  private giveUp(): Merge<Document> {
    return {
      ops: [],
      conflicts: this.theirOps.map((theirs) => ({
        path: ['root'],
        why: 'bothChanged',
        theirs,
        ...(theirs.id !== undefined && { nodeId: theirs.id }),
      })),
    };
  }

  private note(operation: OperationOf<Document>): void {
    if (operation.op === 'set') {
      this.ourSets.set(keyOf(operation.id, operation.path), operation);
      if (operation.id !== undefined) this.touched.add(operation.id);
    }
    if (operation.op === 'move') this.ourMoves.add(operation.id);
    if (operation.op === 'move' || operation.op === 'insert') {
      this.touched.add(operation.id);
      if (typeof operation.to === 'object') this.touched.add(operation.to.parent);
    }
  }

  private take(operation: OperationOf<Document>): void {
    switch (operation.op) {
      case 'set':
        return this.takeSet(operation);
      case 'insert':
        return this.takeInsert(operation);
      case 'move':
        return this.takeMove(operation);
      case 'remove':
        return this.takeRemove(operation);
    }
  }
  private step(operation: OperationOf<Document>): void {
    this.draft.apply(operation);
    this.ops.push(operation);
  }
  private refuse(
    theirs: OperationOf<Document>,
    why: MergeConflict<Document>['why'],
    path: string[] = [],
    ours?: unknown,
  ): void {
    this.conflicts.push({
      ...(theirs.id !== undefined && { nodeId: theirs.id }),
      path,
      why,
      theirs,
      ...(ours !== undefined && { ours: ours as Json }),
    });
  }

  private takeSet(operation: OperationOf<Document> & { op: 'set' }): void {
    const { id, path, value } = operation;
    if (id !== undefined && !this.draft.has(id)) return this.refuse(operation, 'weRemoved', path);
    if (id !== undefined && path[0] === 'slots') return this.takeSlot(operation, id);
    const now = this.draft.valueAt(id, path);
    if (same(now, value)) return;
    if (!this.weSet(id, path)) return this.step(operation);
    const both = mergeLists(this.base.valueAt(id, path), now, value);
    if (!both) return this.refuse(operation, 'bothChanged', path, now);
    if (!same(both, now)) this.step({ ...operation, value: both as Json });
  }
  /** Settings of slots: they may be removed only when they contain nothing of ours. */
  private takeSlot(operation: OperationOf<Document> & { op: 'set' }, id: string): void {
    const { path, value } = operation;
    const now = this.draft.valueAt(id, path);
    const written = path.length === 1 ? isThere(now) === isThere(value) : same(emptied(now), value);
    if (written) return;
    const held =
      path.length === 1 ? childIds(this.draft.node(id)) : this.draft.children(id, path[1]!);
    if (this.weSet(id, path) || (value === undefined && held.length > 0))
      return this.refuse(operation, 'bothChanged', path, now);
    this.step(operation);
  }
  /** We set this very key, one above it or one below it. */
  private weSet(id: string | undefined, path: readonly string[]): boolean {
    const mine = keyOf(id, path);
    for (const key of this.ourSets.keys())
      if (key === mine || key.startsWith(mine) || mine.startsWith(key)) return true;
    return false;
  }

  private takeInsert(operation: OperationOf<Document> & { op: 'insert' }): void {
    const { id } = operation;
    if (this.draft.has(id)) {
      if (!same(this.theirs.node(id), this.draft.node(id))) this.refuse(operation, 'bothInserted');
      return;
    }
    const to = this.positionFor(id, operation);
    if (to) this.step({ ...operation, to });
  }

  private takeMove(operation: OperationOf<Document> & { op: 'move' }): void {
    const { id } = operation;
    if (!this.draft.has(id)) return this.refuse(operation, 'weRemoved');
    if (
      same(homeOf(this.draft.positionOf(id)), homeOf(this.theirs.positionOf(id))) &&
      this.ourMoves.has(id)
    )
      return;
    if (this.ourMoves.has(id)) return this.refuse(operation, 'bothMoved');
    const to = this.positionFor(id, operation);
    if (!to) return;
    if (typeof to === 'object' && this.draft.isWithin(to.parent, id))
      return this.refuse(operation, 'wouldNest');
    this.step({ ...operation, to });
  }

  private takeRemove(operation: OperationOf<Document> & { op: 'remove' }): void {
    const { id } = operation;
    if (!this.draft.has(id)) return;
    const keep =
      this.touched.has(id) || this.draft.root === id || childIds(this.draft.node(id)).length > 0;
    if (keep) return this.refuse(operation, 'theyRemoved');
    this.step(operation);
  }

  /**
   * Their place for a node, found in our document: behind the nearest earlier sibling that we have
   * there too.
   */
  private positionFor(
    id: string,
    operation: OperationOf<Document> & { op: 'insert' | 'move' },
  ): NodePosition | undefined {
    const to = operation.to === 'nowhere' ? operation.to : this.theirs.positionOf(id);
    if (to === 'root') return this.rootFor(operation);
    if (to === 'nowhere') return to;
    if (!this.draft.has(to.parent)) {
      this.refuse(operation, 'weRemoved');
      return undefined;
    }
    return samePosition(id, to, this.theirs, this.draft);
  }

  /**
   * A new root is inserted only where we removed the old one: otherwise there would be two roots.
   */
  private rootFor(
    operation: OperationOf<Document> & { op: 'insert' | 'move' },
  ): NodePosition | undefined {
    if (this.draft.root === this.base.root) return 'root';
    this.refuse(operation, 'bothChanged', ['root']);
    return undefined;
  }
}

const isThere = (value: unknown): boolean => value !== undefined;
const emptied = (slot: unknown): unknown =>
  slot === undefined ? undefined : withIds(slot as Slot, []);
const keyOf = (id: string | undefined, path: readonly string[]): string =>
  `${JSON.stringify(id ?? null)}/${path.map((key) => JSON.stringify(key)).join('/')}/`;
/**
 * A place among siblings of one document, found in another: behind the nearest earlier sibling that
 * is there too.
 */
export function samePosition<Document extends NodeDocument>(
  id: string,
  { parent, slot, index }: NodePosition & object,
  from: Draft<Document>,
  to: Draft<Document>,
): NodePosition & object {
  const siblings = from.children(parent, slot);
  const here = to.children(parent, slot).filter((child) => child !== id);
  // The nearest one is there nearly always: looking for all of them would make a long list cost its
  // cube.
  for (let i = Math.min(index, siblings.length) - 1; i >= 0; i--) {
    const at = here.indexOf(siblings[i]!);
    if (at !== -1) return { parent, slot, index: at + 1 };
  }
  return { parent, slot, index: 0 };
}
/** Parent and slot without the index: both sides moved it to the same slot. */
const homeOf = (spot: NodePosition): unknown =>
  typeof spot === 'object' ? [spot.parent, spot.slot] : spot;
