import { Type, type Static, type TSchema } from 'typebox';
import { GroupBy, SUMMARY_FNS } from './aggregates.ts';
import { MAX_AUDIENCE, MAX_FIELDS, MAX_LABEL, MAX_PAGE_SIZE } from '../base/constants.ts';
import { Filter, Id, oneOf, Sort, FieldRef } from './meta.ts';
import { ROW_HEIGHTS, VIEW_KINDS, VIEW_SCOPES } from './view-settings.ts';
import { Closed } from '../base/closed.ts';

export const ShowField = Closed({
  field: FieldRef,
  width: Type.Optional(Type.Integer({ minimum: 40, maximum: 1_000 })),
  frozen: Type.Optional(Type.Boolean()),
  agg: Type.Optional(oneOf(SUMMARY_FNS)),
});
export type ShowField = Static<typeof ShowField>;

const audience = Type.Array(Id, { maxItems: MAX_AUDIENCE });
/**
 * Audience of a view that is not personal: these people, roles and departments (and those below);
 * all members when all are empty.
 */
export const ViewAuth = Closed({
  userIds: Type.Optional(audience),
  roleIds: Type.Optional(audience),
  deptIds: Type.Optional(audience),
});
export type ViewAuth = Static<typeof ViewAuth>;

const orNull = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()]);
/** Settings of one kind of view: some ten of them, and room for more. */
const MAX_KIND_SETTINGS = 50;
const KindConfig = Type.Record(Type.String(), Type.Unknown(), { maxProperties: MAX_KIND_SETTINGS });
/** Parts of a view that determine the visible records and fields. Null fields: all of them. */
export const viewParts = {
  showFields: orNull(Type.Array(ShowField, { maxItems: MAX_FIELDS })),
  dataFilter: orNull(Filter),
  sort: Sort,
  groupBy: GroupBy,
  kindConfig: KindConfig,
  rowHeight: orNull(oneOf(ROW_HEIGHTS)),
  pageSize: orNull(Type.Integer({ minimum: 1, maximum: MAX_PAGE_SIZE })),
};
const head = {
  kind: oneOf(VIEW_KINDS),
  scope: oneOf(VIEW_SCOPES),
  groupId: orNull(Id),
  auth: ViewAuth,
  isDefault: Type.Boolean({ description: 'the one that opens first; there is one at most' }),
};
const optional = <P extends Record<string, TSchema>>(parts: P) =>
  Type.Partial(Type.Object(parts)).properties as {
    [K in keyof P]: ReturnType<typeof Type.Optional<P[K]>>;
  };

const Name = Type.String({ maxLength: MAX_LABEL * 4 });
/** A new view: parts left out have the default of an unchanged view. */
export const ViewInput = Closed({ name: Name, ...optional(head), ...optional(viewParts) });
export type ViewInput = Static<typeof ViewInput>;
export const ViewPatch = { name: Type.Optional(Name), ...optional(head), ...optional(viewParts) };
export type ViewPatch = Partial<ViewInput>;

/** A view as the server returns it to a user. */
export const CustomView = Type.Object({
  id: Id,
  object: Type.String(),
  appId: orNull(Id),
  name: Type.String(),
  ...head,
  ...viewParts,
  ownerId: Id,
  order: Type.Integer(),
  version: Type.Integer(),
  /** The user may change it (a locked one: unlock it). */
  canEdit: Type.Boolean(),
  /**
   * The view reveals to the user only what it shows: lists name it (viewId), and its filter stays
   * on the server. It protects no data.
   */
  restricted: Type.Boolean(),
  /**
   * A field of its filter was removed: its records cannot be listed until the filter is saved
   * again.
   */
  broken: Type.Boolean(),
  /** Its filter names a field the person does not read: it opens no records for them. */
  hiddenFilter: Type.Optional(Type.Boolean()),
});
export type CustomView = Static<typeof CustomView>;
export const ViewGroup = Type.Object({ id: Id, name: Type.String(), order: Type.Integer() });
export type ViewGroup = Static<typeof ViewGroup>;
