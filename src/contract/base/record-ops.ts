/** What an authority group may grant on the records of an object (docs/permission.md). */
export const RECORD_OPS = [
  'create',
  'view',
  'edit',
  'delete',
  'import',
  'export',
  'print',
  'share',
  'transferOwner',
  'changeLog',
  'comment',
  'bulk',
] as const;
export type RecordOp = (typeof RECORD_OPS)[number];
const UNASKED = ['import', 'export'] as const;
export type AskedOp = Exclude<RecordOp, (typeof UNASKED)[number]>;
/** Operations that groups may name for outside clients, and that nothing of the product does yet. */
export const isUnasked = (op: RecordOp): boolean => UNASKED.some((each) => each === op);
