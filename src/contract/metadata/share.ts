import { Type, type Static } from 'typebox';
import { Closed } from '../base/closed.ts';
import { Id, oneOf } from './meta.ts';
import type { RecordOp } from '../base/record-ops.ts';

/** What a share lets those do whom a record is shared with (docs/permission.md); each has the former. */
export const SHARE_LEVELS = ['view', 'edit', 'all'] as const;
export type ShareLevel = (typeof SHARE_LEVELS)[number];

/** The operations of each level. */
export const LEVEL_OPS: Readonly<Record<ShareLevel, readonly RecordOp[]>> = {
  view: ['view', 'comment', 'changeLog', 'print'],
  edit: ['view', 'comment', 'changeLog', 'edit', 'print'],
  all: ['view', 'comment', 'changeLog', 'edit', 'delete', 'transferOwner', 'share', 'print'],
};

/** Shares of one record, and subjects of one call. */
export const MAX_SHARES = 50;
/** What shares of one object may give, in operations and fields, in so many different ways. */
export const MAX_SHARE_GRANTS = 50;
export const MAX_SHARE_NOTE = 200;

const subjects = Type.Optional(Type.Array(Id, { maxItems: MAX_SHARES }));
/** Departments with all below them; roles and work groups with everyone they contain. */
export const ShareSubjects = Closed({
  userIds: subjects,
  deptIds: subjects,
  roleIds: subjects,
  workGroupIds: subjects,
});
export type ShareSubjects = Static<typeof ShareSubjects>;
const SUBJECT_KINDS = ['user', 'dept', 'role', 'workGroup'] as const;

const orNull = Type.Union([Type.String(), Type.Null()]);
const share = {
  id: Id,
  level: oneOf(SHARE_LEVELS),
  subject: Type.Object({ kind: oneOf(SUBJECT_KINDS), id: Id, name: Type.String() }),
  expiresAt: orNull,
  note: Type.String(),
  sharedBy: Type.String({ description: 'name of the member' }),
  sharedAt: Type.String(),
};
/** A share of a record. */
export const RecordShare = Type.Object({
  ...share,
  subjects: ShareSubjects,
  allFields: Type.Boolean({ description: 'else those the sharer could see then' }),
});
export type RecordShare = Static<typeof RecordShare>;
/** A record that is shared with the person. */
export const ReceivedShare = Type.Object({
  ...share,
  object: Type.String(),
  objectLabel: Type.String(),
  icon: Type.String(),
  appId: Type.Union([Id, Type.Null()]),
  recordId: Id,
  title: Type.String(),
  gone: Type.Boolean({ description: 'the record is in the bin' }),
});
export type ReceivedShare = Static<typeof ReceivedShare>;
