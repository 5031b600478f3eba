import type { Choice } from '../../contract/index.ts';
import { copy, hashText, stableText, type Json } from '../base/json.ts';
import type { DocumentKind } from '../base/kind.ts';
import type { NodeDocument, NodeOf } from '../nodes/document.ts';
import { bare } from '../nodes/slots.ts';
import { apply } from './apply.ts';
import { describeConflict, type DocumentConflict } from './conflict-words.ts';
import { Draft } from './draft.ts';
import { merge3, samePosition, type MergeConflict } from './merge.ts';
import { OperationError, type OperationOf } from './types.ts';
import type { NodeWords } from './words.ts';

/**
 * The merge of two sides of one base: mine where no choice was made yet, and the unresolved
 * conflicts.
 */
/** A kind of documents and the names of its nodes. */
export interface Reconciling<Document extends NodeDocument> {
  kind: DocumentKind;
  words: NodeWords<Document>;
}
export interface Reconciled<Document extends NodeDocument> {
  document: Document;
  conflicts: DocumentConflict[];
}

/**
 * Merges theirs into mine and applies the choices. A choice without a matching conflict is ignored:
 * its id names the very two changes it was made about, and one of them no longer exists.
 */
export function reconcile<Document extends NodeDocument>(
  base: Document,
  mine: Document,
  theirs: Document,
  choices: readonly Choice[],
  { kind, words }: Reconciling<Document>,
): Reconciled<Document> {
  const { ops, conflicts } = merge3(base, mine, theirs, kind);
  let document = apply(mine, ops);
  const open: DocumentConflict[] = [];
  const taken = new Map(choices.map(({ id, take }) => [id, take]));
  for (const conflict of conflicts) {
    const id = conflictId(conflict);
    const take = taken.get(id);
    const other = applyTheirs(document, conflict, theirs);
    if (take === 'theirs' && other) document = other;
    else if (take === undefined || (take === 'theirs' && !other))
      open.push({
        id,
        ...describeConflict(conflict, { base, mine, theirs }, kind, words),
        takes: other ? ['mine', 'theirs'] : ['mine'],
      });
  }
  return { document, conflicts: open };
}

const conflictId = <Document extends NodeDocument>({
  nodeId,
  path,
  why,
  theirs,
  ours,
}: MergeConflict<Document>): string =>
  hashText(stableText([nodeId ?? null, path, why, theirs, ours ?? null]));

/** The document with their side of a conflict; undefined when their side is not possible in it. */
function applyTheirs<Document extends NodeDocument>(
  document: Document,
  conflict: MergeConflict<Document>,
  theirs: Document,
): Document | undefined {
  // Their whole document against ours: two trees with different tops cannot be mixed place by place.
  if (conflict.path[0] === 'root') return undefined;
  const draft = new Draft(document);
  try {
    take(draft, conflict, new Draft(theirs));
    return draft.result;
  } catch (failure) {
    if (failure instanceof OperationError) return undefined;
    throw failure;
  }
}

function take<Document extends NodeDocument>(
  draft: Draft<Document>,
  { theirs: operation, why }: MergeConflict<Document>,
  theirs: Draft<Document>,
): void {
  if (operation.op === 'remove') {
    removeBelowRoot(draft, operation);
    return;
  }
  if (operation.id !== undefined) bring(draft, operation.id, theirs, operation);
  if (operation.op === 'set') draft.apply(operation);
  else if (operation.op === 'insert' && why === 'bothInserted') rewrite(draft, operation, theirs);
  else place(draft, operation.id, theirs, operation);
}

function removeBelowRoot<Document extends NodeDocument>(
  draft: Draft<Document>,
  operation: OperationOf<Document> & { op: 'remove' },
): void {
  if (draft.root === operation.id) throw new OperationError('the root stays', operation);
  if (draft.has(operation.id)) draft.apply(operation);
}

/** Restores a node as theirs has it: missing ancestors are restored with everything below them. */
function bring<Document extends NodeDocument>(
  draft: Draft<Document>,
  id: string,
  theirs: Draft<Document>,
  operation: OperationOf<Document>,
): void {
  if (draft.has(id)) return;
  let top = id;
  for (
    let spot = theirs.positionOf(top);
    typeof spot === 'object' && !draft.has(spot.parent);
    spot = theirs.positionOf(top)
  )
    top = spot.parent;
  for (const each of theirs.within(top)) {
    const spot = theirs.positionOf(each);
    if (typeof spot !== 'object')
      throw new OperationError(`node "${each}" has no place`, operation);
    if (!draft.has(each))
      draft.apply({
        op: 'insert',
        id: each,
        node: bare(theirs.node(each) as NodeOf<Document>),
        to: samePosition(each, spot, theirs, draft),
      });
  }
}

/** Puts a node where theirs has it. */
function place<Document extends NodeDocument>(
  draft: Draft<Document>,
  id: string,
  theirs: Draft<Document>,
  operation: OperationOf<Document>,
): void {
  const spot = theirs.positionOf(id);
  if (typeof spot !== 'object') throw new OperationError(`node "${id}" has no place`, operation);
  draft.apply({ op: 'move', id, to: samePosition(id, spot, theirs, draft) });
}

/** Two nodes of one id: theirs replaces ours, at their position; what we put into it stays. */
function rewrite<Document extends NodeDocument>(
  draft: Draft<Document>,
  operation: OperationOf<Document> & { op: 'insert' },
  theirs: Draft<Document>,
): void {
  const { slots: _ours, ...now } = draft.node(operation.id)!;
  const { slots: _theirs, ...node } = theirs.node(operation.id)!;
  for (const key of Object.keys(now))
    if (!Object.hasOwn(node, key)) draft.apply({ op: 'set', id: operation.id, path: [key] });
  for (const [key, value] of Object.entries(node))
    draft.apply({ op: 'set', id: operation.id, path: [key], value: copy(value) as Json });
  place(draft, operation.id, theirs, operation);
}
