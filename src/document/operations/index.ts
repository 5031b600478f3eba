/**
 * Operations on documents: apply, undo, compare, merge, describe. A door of its own: pages that only
 * run need none of it.
 */
export { apply, invert } from './apply.ts';
export { describeOperations } from './describe.ts';
export { diff } from './diff.ts';
export { merge3, type Merge } from './merge.ts';
export { reconcile, type Reconciled } from './reconcile.ts';
export { isOperation, OperationError, type Operation } from './types.ts';
export { quote, type NodeWords } from './words.ts';
