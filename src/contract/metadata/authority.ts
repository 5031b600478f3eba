import { Type, type Static } from 'typebox';
import { Closed } from '../base/closed.ts';
import { MAX_APPS, MAX_AUDIENCE, MAX_FIELDS, MAX_LABEL, MAX_VIEWS } from '../base/constants.ts';
import { RECORD_OPS, type RecordOp } from '../base/record-ops.ts';
import { Id, oneOf } from './meta.ts';

/** Scopes without settings, from none of the records to all of them. */
const NAMED_SCOPES = [
  'none',
  'self',
  'selfAndSub',
  'dept',
  'deptAndSub',
  'ledDepts',
  'all',
] as const;
export type NamedScope = (typeof NAMED_SCOPES)[number];

const MAX_SCOPE_CONDITION = 2_000;
const NAME = 100;
/** Lookups in a row that a scope goes through at most. */
export const MAX_THROUGH = 5;
/**
 * Records an operation holds for; `depts` by their owner department, those below not included;
 * `through` by the record that this lookup of theirs names.
 */
export const RecordScope = Type.Union([
  oneOf(NAMED_SCOPES),
  Closed({ depts: Type.Array(Id, { minItems: 1, maxItems: MAX_AUDIENCE }) }),
  Closed({ through: Type.String({ minLength: 1, maxLength: NAME }) }),
  Closed({ condition: Type.String({ minLength: 1, maxLength: MAX_SCOPE_CONDITION }) }),
]);
export type RecordScope = Static<typeof RecordScope>;

const FIELD_RIGHTS = ['none', 'masked', 'read', 'write'] as const;
export type FieldRight = (typeof FIELD_RIGHTS)[number];
/** Key of the right of all fields that are not listed. */
export const OTHER_FIELDS = '*';

const ops = Type.Array(oneOf(RECORD_OPS), { maxItems: RECORD_OPS.length, uniqueItems: true });
/** What a group grants on one object. */
export const ObjectGrant = Closed({
  ops,
  scope: Type.Optional(
    Type.Unsafe<Partial<Record<RecordOp, RecordScope>>>(
      Closed(Object.fromEntries(RECORD_OPS.map((op) => [op, Type.Optional(RecordScope)]))),
    ),
  ),
  fields: Type.Optional(
    Type.Record(Type.String({ maxLength: NAME }), oneOf(FIELD_RIGHTS), {
      maxProperties: MAX_FIELDS + 1,
      description: 'by field; * for those not listed, write when it is left out',
    }),
  ),
  views: Type.Optional(
    Type.Array(Id, {
      minItems: 1,
      maxItems: MAX_VIEWS,
      uniqueItems: true,
      description: 'shared views that are offered; left out: all',
    }),
  ),
});
export type ObjectGrant = Static<typeof ObjectGrant>;

export const MAX_GRANTED_OBJECTS = 500;
/** Pages and dashboards of one group together. */
export const MAX_GRANTED_PAGES = 500;
/** Authority groups of one company. */
export const MAX_AUTHORITY_GROUPS = 500;
export const Grants = Closed({
  objects: Type.Record(Type.String({ maxLength: NAME }), ObjectGrant, {
    maxProperties: MAX_GRANTED_OBJECTS,
  }),
  pages: Type.Optional(
    Type.Array(Type.String({ maxLength: NAME }), {
      maxItems: MAX_GRANTED_PAGES,
      uniqueItems: true,
      description: 'keys of closed pages of the company’s own that may be opened',
    }),
  ),
  dashboards: Type.Optional(
    Type.Array(Type.String({ maxLength: NAME }), {
      maxItems: MAX_GRANTED_PAGES,
      uniqueItems: true,
      description: 'dashboards are pages: those named here are added to `pages`',
    }),
  ),
  apps: Type.Optional(
    Type.Array(Id, {
      maxItems: MAX_APPS,
      uniqueItems: true,
      description: 'closed applications that may be entered',
    }),
  ),
});
export type Grants = Static<typeof Grants>;

const audience = Type.Optional(Type.Array(Id, { maxItems: MAX_AUDIENCE }));
/** Everyone in charge of a department; everyone to whom a member reports. */
const DYNAMIC_MEMBERS = ['deptOwners', 'superiors'] as const;
export type DynamicMembers = (typeof DYNAMIC_MEMBERS)[number];
/** Departments with all below them; roles and work groups with everyone they contain. */
export const GroupMembers = Closed({
  userIds: audience,
  deptIds: audience,
  roleIds: audience,
  workGroupIds: audience,
  dynamic: Type.Optional(
    Type.Array(oneOf(DYNAMIC_MEMBERS), {
      maxItems: DYNAMIC_MEMBERS.length,
      uniqueItems: true,
      description: 'who belongs follows the organisation',
    }),
  ),
});
export type GroupMembers = Static<typeof GroupMembers>;

export const GROUP_SCOPES = ['app', 'object', 'project'] as const;
export type GroupScope = (typeof GROUP_SCOPES)[number];
/** A group of type `default` has every member of the company. */
export const GROUP_TYPES = ['default', 'custom'] as const;

export const GroupName = Type.String({ maxLength: MAX_LABEL * 4 });
export const AuthorityGroup = Type.Object({
  id: Id,
  scopeType: oneOf(GROUP_SCOPES),
  scopeId: Type.String({ description: 'the application, the object’s apiName; empty for project' }),
  name: Type.String(),
  type: oneOf(GROUP_TYPES),
  enabled: Type.Boolean(),
  members: Type.Required(GroupMembers),
  grants: Grants,
  order: Type.Integer(),
  version: Type.Integer(),
  updatedAt: Type.String(),
  updatedBy: Type.String({ description: 'name of the member' }),
});
export type AuthorityGroup = Static<typeof AuthorityGroup>;

/** Whether members without a grant may do everything with an object's records, or nothing. */
export const DEFAULT_ACCESS = ['all', 'none'] as const;
export type DefaultAccess = (typeof DEFAULT_ACCESS)[number];

/** What a person may do with one record of a closed object. */
export const RecordRights = Type.Object({
  can: Type.Array(oneOf(RECORD_OPS)),
  locked: Type.Array(Type.String(), { description: 'fields they may not write in it' }),
});
export type RecordRights = Static<typeof RecordRights>;
