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
