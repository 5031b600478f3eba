import { Type } from 'typebox';
import { closed } from '../base/closed.ts';
import { oneOf } from '../base/one-of.ts';
import {
  AuthorityGroup,
  DEFAULT_ACCESS,
  Grants,
  GROUP_SCOPES,
  GROUP_TYPES,
  GroupMembers,
  GroupName,
  MAX_AUTHORITY_GROUPS,
  ObjectGrant,
} from '../metadata/authority.ts';
import { RECORD_OPS } from '../base/record-ops.ts';
import { AccessExplained, ACCESS_BASES } from '../metadata/access-explained.ts';
import { Id, NameRef, ObjectRef } from '../metadata/meta.ts';
import { defineCall, defineReading } from './call.ts';

const groups = '/bizmeta/v1/authgroup';
const version = Type.Optional(
  Type.Integer({ minimum: 1, description: 'refused when the group has another one by now' }),
);
const ScopeId = Type.String({
  maxLength: 64,
  description: 'the application, the object’s apiName; left out for project',
});

/** Whether an object is open or closed to members without a grant. */
const ObjectAccess = { apiName: Type.String(), defaultAccess: oneOf(DEFAULT_ACCESS) };

/** An object as one person may use it. */
const PersonObject = Type.Object({
  apiName: Type.String(),
  label: Type.String(),
  appName: Type.String(),
  /** What each of their groups gives. */
  lines: Type.Array(Type.Object({ id: Id, words: Type.String() })),
});

/** What a new group may start with. */
const GroupPreset = Type.Object({
  key: Type.String(),
  title: Type.String(),
  about: Type.String(),
  grant: ObjectGrant,
});

/** Authority groups: who may do what with which records (docs/permission.md). */
export const authorityCalls = [
  defineCall({
    id: 'bizmeta.authgroup.create',
    method: 'POST',
    bodySize: 'document',
    path: `${groups}/create`,
    access: 'builder',
    inPages: 'acts',
    operation: true,
    summary: '新建授权组',
    body: Type.Object(
      {
        scopeType: oneOf(GROUP_SCOPES),
        scopeId: Type.Optional(ScopeId),
        name: GroupName,
        type: Type.Optional(oneOf(GROUP_TYPES)),
        members: Type.Optional(GroupMembers),
        grants: Type.Optional(Grants),
        preset: Type.Optional(
          Type.String({
            maxLength: 40,
            description: 'without grants: a key of default/type, for all objects of the place',
          }),
        ),
      },
      closed,
    ),
    data: Type.Object({ id: Id }),
  }),
  /** Groups in their order, and the objects they may be about. */
  defineReading({
    id: 'bizmeta.authgroup.list',
    method: 'POST',
    path: `${groups}/list`,
    access: 'builder',
    summary: '授权组',
    body: Type.Object(
      {
        scopeType: Type.Optional(oneOf(GROUP_SCOPES)),
        scopeId: Type.Optional(ScopeId),
        /** Groups of any scope that are about it. */
        objectApiName: Type.Optional(ObjectRef),
        type: Type.Optional(oneOf(GROUP_TYPES)),
        /** One group, and the objects of its place. */
        id: Type.Optional(Id),
      },
      closed,
    ),
    data: Type.Object({
      groups: Type.Array(AuthorityGroup),
      /** Of their members: people, departments, roles and work groups. */
      names: Type.Array(Type.Object({ id: Id, name: Type.String() })),
      objects: Type.Array(
        Type.Object({
          ...ObjectAccess,
          label: Type.String(),
          views: Type.Array(Type.Object({ id: Id, name: Type.String() }), {
            description: 'shared views, in their order',
          }),
        }),
      ),
      /** Closed pages and applications that groups of the place may grant. */
      pages: Type.Array(Type.Object({ key: Type.String(), title: Type.String() })),
      apps: Type.Array(Type.Object({ id: Id, name: Type.String() })),
    }),
  }),
  /** What is left out stays; `members` and `grants` replace all there were. */
  defineCall({
    id: 'bizmeta.authgroup.update',
    method: 'POST',
    bodySize: 'document',
    path: `${groups}/update`,
    access: 'builder',
    inPages: 'acts',
    operation: true,
    summary: '修改授权组',
    body: Type.Object(
      {
        id: Id,
        version,
        name: Type.Optional(GroupName),
        type: Type.Optional(oneOf(GROUP_TYPES)),
        members: Type.Optional(GroupMembers),
        grants: Type.Optional(Grants),
        enabled: Type.Optional(Type.Boolean()),
        order: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000 })),
      },
      closed,
    ),
    data: AuthorityGroup,
  }),
  defineCall({
    id: 'bizmeta.authgroup.remove',
    method: 'POST',
    path: `${groups}/remove`,
    access: 'builder',
    inPages: 'acts',
    operation: true,
    summary: '删除授权组',
    body: Type.Object({ id: Id, version }, closed),
    data: Type.Null(),
  }),
  defineCall({
    id: 'bizmeta.authgroup.memberUpdate',
    method: 'POST',
    bodySize: 'list',
    path: `${groups}/member/update`,
    access: 'builder',
    inPages: 'acts',
    operation: true,
    summary: '设置授权组的成员',
    body: Type.Object({ id: Id, version, members: GroupMembers }, closed),
    data: AuthorityGroup,
  }),
  /** The groups in this order; those that are not given come after, in theirs. */
  defineCall({
    id: 'bizmeta.authgroup.sort',
    method: 'POST',
    path: `${groups}/sort`,
    access: 'builder',
    inPages: 'acts',
    operation: true,
    summary: '授权组排序',
    body: Type.Object(
      { ids: Type.Array(Id, { minItems: 1, maxItems: MAX_AUTHORITY_GROUPS, uniqueItems: true }) },
      closed,
    ),
    data: Type.Null(),
  }),
  /**
   * Opens or closes an object, an application or a page of the company's own, of which one is given;
   * without one, says which new objects of the company are. Without `defaultAccess`, or
   * `newObjects`, it only answers which it is.
   */
  defineCall({
    id: 'bizmeta.authgroup.config',
    method: 'POST',
    path: `${groups}/config`,
    access: 'builder',
    inPages: 'acts',
    operation: true,
    summary: '对象、应用或自建页面的默认权限',
    body: Type.Object(
      {
        objectApiName: Type.Optional(ObjectRef),
        appId: Type.Optional(Id),
        page: Type.Optional(
          Type.String({ maxLength: 200, description: 'its key, or its address: /page/visit' }),
        ),
        defaultAccess: Type.Optional(oneOf(DEFAULT_ACCESS)),
        /** Of the company: only when nothing else is named. */
        newObjects: Type.Optional(oneOf(DEFAULT_ACCESS)),
      },
      closed,
    ),
    data: Type.Object({
      objectApiName: Type.Optional(Type.String()),
      appId: Type.Optional(Id),
      page: Type.Optional(Type.String({ description: 'its key' })),
      defaultAccess: Type.Optional(oneOf(DEFAULT_ACCESS)),
      newObjects: Type.Optional(oneOf(DEFAULT_ACCESS)),
    }),
  }),
  defineReading({
    id: 'bizmeta.authgroup.defaultType',
    method: 'POST',
    path: `${groups}/default/type`,
    access: 'builder',
    summary: '授权组的预设',
    body: Type.Object({}, closed),
    data: Type.Object({ types: Type.Array(GroupPreset) }),
  }),
  /**
   * Who reads what at all. Administrators and builders, who read everything, are not counted;
   * `readers` of an object are as if it were closed.
   */
  defineReading({
    id: 'bizmeta.authgroup.overview',
    method: 'POST',
    path: `${groups}/overview`,
    access: 'builder',
    summary: '数据权限概览',
    body: Type.Object({}, closed),
    data: Type.Object({
      members: Type.Integer(),
      /** Whether new objects are open. */
      newObjects: oneOf(DEFAULT_ACCESS),
      objects: Type.Array(
        Type.Object({
          ...ObjectAccess,
          label: Type.String(),
          appId: Type.Union([Id, Type.Null()]),
          appName: Type.String(),
          groups: Type.Integer(),
          readers: Type.Integer(),
          readsAll: Type.Integer({ description: 'who see all its records' }),
        }),
      ),
      /** Of the company's own. */
      pages: Type.Array(
        Type.Object({
          key: Type.String(),
          title: Type.String(),
          defaultAccess: oneOf(DEFAULT_ACCESS),
          groups: Type.Integer(),
        }),
      ),
      /** Members of no enabled group. */
      idle: Type.Object({
        total: Type.Integer(),
        people: Type.Array(Type.Object({ id: Id, realName: Type.String() })),
      }),
    }),
  }),
  /**
   * Why a person may do something, or not. Members ask about themselves, and about records and fields
   * they see; builders about everyone.
   */
  defineReading({
    id: 'bizmeta.authgroup.explain',
    method: 'POST',
    path: `${groups}/explain`,
    access: 'member',
    summary: '权限说明：一个人对一条记录或一个字段为什么能、为什么不能',
    body: Type.Object(
      {
        objectApiName: ObjectRef,
        recordId: Type.Optional(Id),
        userId: Type.Optional(Id),
        op: Type.Optional(oneOf(RECORD_OPS)),
        field: Type.Optional(NameRef),
      },
      closed,
    ),
    data: AccessExplained,
  }),
  /** What a person may do at all, object by object. */
  defineReading({
    id: 'bizmeta.authgroup.ofPerson',
    method: 'POST',
    path: `${groups}/person`,
    access: 'builder',
    summary: '一个人的数据权限',
    body: Type.Object({ userId: Id }, closed),
    data: Type.Object({
      person: Type.Object({ id: Id, realName: Type.String() }),
      basis: oneOf(ACCESS_BASES),
      /** Objects with which they may do everything, something and nothing. */
      all: Type.Array(PersonObject),
      some: Type.Array(PersonObject),
      none: Type.Array(PersonObject),
    }),
  }),
  /**
   * Who may do this with a record, or with records of the object at all. Members in the order of
   * their names, with administrators and builders only counted. One call looks at
   * MAX_EXAMINED_PEOPLE members at most; `next` is where to go on.
   */
  defineReading({
    id: 'bizmeta.authgroup.whoSees',
    method: 'POST',
    path: `${groups}/whoSees`,
    access: 'builder',
    summary: '谁能看到和处理一条记录',
    body: Type.Object(
      {
        objectApiName: ObjectRef,
        recordId: Type.Optional(Id),
        op: Type.Optional(oneOf(RECORD_OPS)),
        after: Type.Optional(Id),
      },
      closed,
    ),
    data: Type.Object({
      label: Type.String(),
      title: Type.String({ description: 'of the record' }),
      /** Everybody may do everything, so that no one is named. */
      everybody: Type.Boolean(),
      people: Type.Array(
        Type.Object({
          id: Id,
          realName: Type.String(),
          ops: Type.Array(oneOf(RECORD_OPS)),
          words: Type.String({ description: 'the operations in words' }),
          groups: Type.Array(Type.String()),
        }),
      ),
      members: Type.Integer(),
      examined: Type.Integer({ description: 'of the members, up to here' }),
      unlimited: Type.Integer({ description: 'administrators and builders' }),
      next: Type.Union([Id, Type.Null()]),
    }),
  }),
] as const;
