import { copy, own, type Json } from '../base/json.ts';
import type { DocumentNode, NodeDocument, Slot } from '../nodes/document.ts';
import { bare, emptySlots, withIds } from '../nodes/slots.ts';
import { Draft } from './draft.ts';
import type { NodePosition, OperationOf } from './types.ts';

/**
 * The document after the operations; the given one is unchanged. Throws an OperationError for one
 * that does not fit.
 */
export function apply<Document extends NodeDocument>(
  document: Document,
  operations: readonly OperationOf<Document>[],
): Document {
  const draft = new Draft(document);
  for (const operation of operations) draft.apply(operation);
  return draft.result;
}

/** The operations that undo these: apply(apply(doc, ops), invert(doc, ops)) is doc. */
export function invert<Document extends NodeDocument>(
  document: Document,
  operations: readonly OperationOf<Document>[],
): OperationOf<Document>[] {
  const draft = new Draft(document);
  const undo: OperationOf<Document>[][] = [];
  for (const operation of operations) {
    undo.push(inverse(draft, operation));
    draft.apply(operation);
  }
  return undo.reverse().flat();
}

/** The inverse of one step, computed from the document before the step. */
function inverse<Document extends NodeDocument>(
  draft: Draft<Document>,
  operation: OperationOf<Document>,
): OperationOf<Document>[] {
  switch (operation.op) {
    case 'set':
      return inverseOfSet(draft, operation);
    case 'insert':
      return [
        ...restoreRoot(draft, operation.to),
        { op: 'remove', id: operation.id },
        ...restoreSlot(draft, operation.to),
      ];
    case 'move':
      return [
        ...restoreRoot(draft, operation.to, operation.id),
        { op: 'move', id: operation.id, to: draft.positionOf(operation.id) },
        ...restoreSlot(draft, operation.to),
      ];
    case 'remove':
      return draft
        .within(operation.id)
        .map((id) => ({ op: 'insert', id, node: bare(draft.node(id)!), to: draft.positionOf(id) }));
  }
}

function inverseOfSet<Document extends NodeDocument>(
  draft: Draft<Document>,
  { id, path }: OperationOf<Document> & { op: 'set' },
): OperationOf<Document>[] {
  // The first key on the way that is missing now is what the step would create: undoing takes all
  // of it away.
  const missing = path.findIndex((_, i) => draft.valueAt(id, path.slice(0, i + 1)) === undefined);
  const target = { op: 'set' as const, ...(id !== undefined && { id }) };
  if (missing !== -1) return [{ ...target, path: path.slice(0, missing + 1) }];
  const before = draft.valueAt(id, path) as Json;
  return [
    {
      ...target,
      path,
      value: path[0] === 'slots' && id !== undefined ? emptied(path, before) : copy(before),
    },
  ];
}
function emptied(path: readonly string[], value: Json): Json {
  return path.length === 1
    ? (emptySlots(value as unknown as DocumentNode['slots']) as unknown as Json)
    : (withIds(value as unknown as Slot, []) as unknown as Json);
}

/** When a step put another node at the root, the old root goes back first. */
function restoreRoot<Document extends NodeDocument>(
  draft: Draft<Document>,
  to: NodePosition,
  moved?: string,
): OperationOf<Document>[] {
  return to === 'root' && draft.has(draft.root) && draft.root !== moved
    ? [{ op: 'move', id: draft.root, to: 'root' }]
    : [];
}
/** Removes a slot, or the slots, that a step had to create. */
function restoreSlot<Document extends NodeDocument>(
  draft: Draft<Document>,
  to: NodePosition,
): OperationOf<Document>[] {
  if (typeof to !== 'object' || !draft.has(to.parent)) return [];
  const slots = draft.node(to.parent)!.slots;
  if (slots === undefined) return [{ op: 'set', id: to.parent, path: ['slots'] }];
  return own(slots, to.slot) === undefined
    ? [{ op: 'set', id: to.parent, path: ['slots', to.slot] }]
    : [];
}
