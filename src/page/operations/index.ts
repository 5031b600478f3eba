export { apply, invert } from './apply.ts';
export { describeOperations } from './describe.ts';
export { diff } from './diff.ts';
export { merge3, type Merge, type MergeConflict } from './merge.ts';
export type { NamingOptions } from './node-names.ts';
export { reconcile, type Reconciled } from './reconcile.ts';
export { isOperation, OperationError, type PageOperation, type NodePosition } from './types.ts';
