import { Type } from 'typebox';
import { defineCall, defineReading } from './call.ts';
import { MAX_COMMENT, MAX_NAME, MAX_PAGE_SIZE, MAX_PATH_NAME } from '../base/constants.ts';
import {
  FieldNames,
  Filter,
  Id,
  Labels,
  RecordValues,
  Sort,
  oneOf,
  FIELD_KIND,
  FieldRef,
  OBJECT_KIND,
  ObjectRef,
} from '../metadata/meta.ts';
import { FIELD_TYPES } from '../fields/field-types.ts';
import { closed } from '../base/closed.ts';

const ofObject = Type.Object({
  object: Type.String({ maxLength: MAX_PATH_NAME, ...OBJECT_KIND }),
});
const paging = {
  current: Type.Optional(Type.Integer({ minimum: 1 })),
  size: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE_SIZE })),
};
const paged = {
  total: Type.Integer(),
  current: Type.Integer(),
  size: Type.Integer(),
  labels: Labels,
};
const orNull = Type.Union([Id, Type.Null()]);

/**
 * The change of a record at one version; `diff` has the visible fields that changed, in wire
 * format.
 */
const LOG_OPS = ['create', 'edit', 'delete', 'restore'] as const;
const LogEntry = Type.Object({
  version: Type.Integer(),
  op: oneOf(LOG_OPS),
  at: Type.String(),
  userId: Id,
  /** The approval it was changed in. */
  flow: Type.Optional(
    Type.Object({ instanceId: Id, title: Type.String(), nodeName: Type.String() }),
  ),
  diff: Type.Array(
    Type.Object({
      field: Type.String(),
      label: Type.String(),
      type: oneOf(FIELD_TYPES),
      old: Type.Unknown(),
      new: Type.Unknown(),
    }),
  ),
});

/**
 * `content` is plain text; a mentioned user appears as @{user id}. A deleted comment that has
 * replies stays, empty.
 */
const Comment = Type.Object({
  id: Id,
  parentId: orNull,
  content: Type.String(),
  mentions: Type.Array(Id),
  userId: Id,
  at: Type.String(),
  deleted: Type.Boolean(),
  canDelete: Type.Boolean(),
});

const LookupField = Type.String({
  ...FIELD_KIND,
  maxLength: MAX_NAME,
  description: 'a lookup field of {object}',
});
const list = {
  filter: Type.Optional(Type.Union([Filter, Type.Null()])),
  sort: Type.Optional(Sort),
  fields: Type.Optional(FieldNames),
  search: Type.Optional(Type.String({ maxLength: 100 })),
  ...paging,
};
const answer = {
  records: Type.Array(RecordValues),
  total: Type.Integer(),
  totalIsEstimate: Type.Boolean(),
  cursor: Type.Union([Type.String(), Type.Null()]),
  current: Type.Integer(),
  size: Type.Integer(),
  labels: Labels,
};
const controller = '/bizmeta/v1/object/{object}/controller';

/** Where records that point here are from. */
const RelatedFrom = Type.Object({
  /** object.field */
  key: Type.String(),
  /**
   * What it is called in an address: the object, or object.field where an object points here twice.
   */
  segment: Type.String(),
  /** The object's label, with the field's where an object points here twice. */
  title: Type.String(),
  object: Type.String(),
  label: Type.String(),
  icon: Type.String(),
  field: Type.String(),
  fieldLabel: Type.String(),
  /** The condition of the records that point here, and what a new one begins with. */
  filter: Filter,
  preset: RecordValues,
  count: Type.Integer(),
  countIsEstimate: Type.Boolean(),
});

export const activityCalls = [
  defineReading({
    id: 'bizmeta.dataChangeLog.list',
    method: 'POST',
    path: '/bizmeta/v1/dataChangeLog/list',
    access: 'member',
    summary: '记录的修改历史，新的在前；可以只看某人的或某个字段的',
    body: Type.Object(
      {
        object: ObjectRef,
        recordId: Id,
        userId: Type.Optional(orNull),
        field: Type.Optional(Type.Union([FieldRef, Type.Null()])),
        ...paging,
      },
      closed,
    ),
    data: Type.Object({
      records: Type.Array(LogEntry),
      /** All users who changed the record, regardless of the filters. */
      people: Type.Array(Id),
      ...paged,
    }),
  }),
  defineReading({
    id: 'bizmeta.comments.list',
    method: 'POST',
    path: '/bizmeta/v1/comments/list',
    access: 'member',
    summary: '记录的评论，新的在前',
    body: Type.Object({ object: ObjectRef, recordId: Id, ...paging }, closed),
    data: Type.Object({ records: Type.Array(Comment), ...paged }),
  }),
  defineCall({
    id: 'bizmeta.comments.create',
    method: 'POST',
    path: '/bizmeta/v1/comments/create',
    access: 'member',
    inPages: 'acts',
    summary: '发表评论',
    body: Type.Object(
      {
        object: ObjectRef,
        recordId: Id,
        parentId: Type.Optional(orNull),
        content: Type.String({ maxLength: MAX_COMMENT * 4 }),
        requestId: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
      },
      closed,
    ),
    data: Type.Object({ id: Id }),
  }),
  defineCall({
    id: 'bizmeta.comments.delete',
    method: 'POST',
    path: '/bizmeta/v1/comments/delete',
    access: 'member',
    inPages: 'acts',
    summary: '删除自己的评论',
    body: Type.Object({ id: Id }, closed),
    data: Type.Null(),
  }),
] as const;

/**
 * Records seen from one another. {object} is the object whose records are answered, unless it says
 * otherwise.
 */
export const relatedCalls = [
  defineReading({
    id: 'bizmeta.record.relatedList',
    method: 'POST',
    bodySize: 'list',
    path: `${controller}/RelatedList`,
    access: 'member',
    summary: '以某个关联字段指向一条记录的记录',
    params: ofObject,
    body: Type.Object({ field: LookupField, recordId: Id, ...list }, closed),
    data: Type.Object(answer),
  }),
  defineReading({
    id: 'bizmeta.record.linkList',
    method: 'POST',
    bodySize: 'list',
    path: `${controller}/LinkList`,
    access: 'member',
    summary: '一个关联字段可以选的记录',
    params: ofObject,
    body: Type.Object({ field: LookupField, ...list }, closed),
    data: Type.Object({ object: Type.String(), titleField: Type.String(), ...answer }),
  }),
  defineReading({
    id: 'bizmeta.record.distinctList',
    method: 'POST',
    bodySize: 'list',
    path: `${controller}/DistinctList`,
    access: 'member',
    summary: '一个字段有哪些不同的值',
    params: ofObject,
    body: Type.Object({ field: FieldRef, filter: list.filter, search: list.search }, closed),
    data: Type.Object({
      values: Type.Array(Type.Object({ value: Type.Unknown(), count: Type.Integer() })),
      more: Type.Boolean(),
      labels: Labels,
    }),
  }),
  defineReading({
    id: 'bizmeta.record.refList',
    method: 'POST',
    path: `${controller}/RecordRefList`,
    access: 'member',
    summary: '哪些对象的哪些字段指向一条记录，各有几条',
    params: ofObject,
    body: Type.Object({ id: Id }, closed),
    data: Type.Array(RelatedFrom),
  }),
] as const;
