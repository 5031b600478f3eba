import type { Choice, PageConflict } from '../../contract/index.ts';
import { copy, hashText, stableText, bare, type Json } from '../../document/index.ts';
import type { PageDocument } from '../model/document.ts';
import { apply } from './apply.ts';
import { describeConflict } from './conflict-words.ts';
import { Draft } from './draft.ts';
import { merge3, samePosition, type MergeConflict } from './merge.ts';
import type { NamingOptions } from './node-names.ts';
import { OperationError, type PageOperation } from './types.ts';

/**
 * The merge of two sides of one base: mine where no choice was made yet, and the unresolved
 * conflicts.
 */
export interface Reconciled {
  document: PageDocument;
  conflicts: PageConflict[];
}

/**
 * Merges theirs into mine and applies the choices. A choice without a matching conflict is ignored:
 * its id names the very two changes it was made about, and one of them no longer exists.
 */
export function reconcile(
  base: PageDocument,
  mine: PageDocument,
  theirs: PageDocument,
  choices: readonly Choice[] = [],
  options: NamingOptions = {},
): Reconciled {
  const { ops, conflicts } = merge3(base, mine, theirs);
  let document = apply(mine, ops);
  const open: PageConflict[] = [];
  const taken = new Map(choices.map(({ id, take }) => [id, take]));
  for (const conflict of conflicts) {
    const id = conflictId(conflict);
    const take = taken.get(id);
    const other = applyTheirs(document, conflict, theirs);
    if (take === 'theirs' && other) document = other;
    else if (take === undefined || (take === 'theirs' && !other))
      open.push({
        id,
        ...describeConflict(conflict, mine, theirs, base, options),
        takes: other ? ['mine', 'theirs'] : ['mine'],
      });
  }
  return { document, conflicts: open };
}

const conflictId = ({ nodeId, path, why, theirs, ours }: MergeConflict): string =>
  hashText(stableText([nodeId ?? null, path, why, theirs, ours ?? null]));

/** The document with their side of a conflict; undefined when their side is not possible in it. */
function applyTheirs(
  document: PageDocument,
  conflict: MergeConflict,
  theirs: PageDocument,
): PageDocument | undefined {
  // Their whole page against ours: two trees with different tops cannot be mixed place by place.
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

function take(draft: Draft, { theirs: operation, why }: MergeConflict, theirs: Draft): void {
  if (operation.op === 'remove') {
    removeBelowRoot(draft, operation);
    return;
  }
  if (operation.id !== undefined) bring(draft, operation.id, theirs, operation);
  if (operation.op === 'set') draft.apply(operation);
  else if (operation.op === 'insert' && why === 'bothInserted') rewrite(draft, operation, theirs);
  else place(draft, operation.id, theirs, operation);
}

function removeBelowRoot(draft: Draft, operation: PageOperation & { op: 'remove' }): void {
  if (draft.root === operation.id) throw new OperationError('the root stays', operation);
  if (draft.has(operation.id)) draft.apply(operation);
}

/** Restores a node as theirs has it: missing ancestors are restored with everything below them. */
function bring(draft: Draft, id: string, theirs: Draft, operation: PageOperation): void {
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
        node: bare(theirs.node(each)!),
        to: samePosition(each, spot, theirs, draft),
      });
  }
}

/** Puts a node where theirs has it. */
function place(draft: Draft, id: string, theirs: Draft, operation: PageOperation): void {
  const spot = theirs.positionOf(id);
  if (typeof spot !== 'object') throw new OperationError(`node "${id}" has no place`, operation);
  draft.apply({ op: 'move', id, to: samePosition(id, spot, theirs, draft) });
}

/** Two nodes of one id: theirs replaces ours, at their position; what we put into it stays. */
function rewrite(draft: Draft, operation: PageOperation & { op: 'insert' }, theirs: Draft): void {
  const { slots: _ours, ...now } = draft.node(operation.id)!;
  const { slots: _theirs, ...node } = theirs.node(operation.id)!;
  for (const key of Object.keys(now))
    if (!Object.hasOwn(node, key)) draft.apply({ op: 'set', id: operation.id, path: [key] });
  for (const [key, value] of Object.entries(node))
    draft.apply({ op: 'set', id: operation.id, path: [key], value: copy(value) as Json });
  place(draft, operation.id, theirs, operation);
}
