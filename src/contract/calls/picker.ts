import { Type, type Static } from 'typebox';
import { defineCall, defineReading } from './call.ts';
import { MAX_MEMBERS, MAX_PEOPLE_FOUND } from '../company/members.ts';
import { Id, oneOf } from '../metadata/meta.ts';
import { DeptTree } from './people-shapes.ts';
import { closed } from '../base/closed.ts';

const Ids = Type.Array(Id, { maxItems: MAX_MEMBERS });
const Name = Type.String({ maxLength: 100 });
const OrgId = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'a department with those below it; -1 for everybody',
});
const size = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: MAX_MEMBERS,
    description: `people in the answer, ${MAX_PEOPLE_FOUND} unless said`,
  }),
);

const Person = Type.Object({
  id: Id,
  realName: Type.String(),
  headImgUrl: Type.String(),
  deptName: Type.String(),
});
export type PickedPerson = Static<typeof Person>;
const People = Type.Array(Person);
const limits = {
  userIds: Type.Optional(Ids),
  deptIds: Type.Optional(Ids),
  roleIds: Type.Optional(Ids),
};
const whom = {
  name: Type.Optional(Name),
  ...limits,
  limitType: Type.Optional(oneOf(['include', 'exclude'] as const)),
  orgId: Type.Optional(OrgId),
  roleId: Type.Optional(Id),
};

export const pickerCalls = [
  /**
   * People by part of their name, its pinyin or its initials: those whose name begins so first,
   * then by the phone book. Only those of `userIds`, `deptIds` (with what lies below) or `roleIds`,
   * where any are given; with limitType exclude all but those. `orgId` and `roleId` narrow further.
   * `after` is the last person of the page before.
   */
  defineReading({
    id: 'upm.sysUser.listUserByDefault',
    method: 'POST',
    bodySize: 'list',
    path: '/upm/sysUser/listUserByDefault',
    access: 'member',
    summary: '按姓名查找用户',
    body: Type.Object(
      { ...whom, size, after: Type.Optional(Type.Object({ id: Id, realName: Name }, closed)) },
      closed,
    ),
    data: People,
  }),
  /** How many the pages of the same question hold together. */
  defineReading({
    id: 'upm.sysUser.countUser',
    method: 'POST',
    bodySize: 'list',
    path: '/upm/sysUser/countUser',
    access: 'member',
    summary: '按姓名查找到多少用户',
    body: Type.Object(whom, closed),
    data: Type.Object({ total: Type.Integer() }),
  }),
  /** In the order requested, also those who have left; unknown ids are left out. */
  defineReading({
    id: 'upm.sysUser.listUserByIds',
    method: 'POST',
    bodySize: 'list',
    path: '/upm/sysUser/listUserByIds',
    access: 'member',
    summary: '按编号取用户',
    body: Type.Object({ ids: Ids }, closed),
    data: Type.Array(Type.Object({ id: Id, realName: Type.String(), headImgUrl: Type.String() })),
  }),
  /** Names of departments, roles and people by their ids; unknown ids are left out. */
  defineReading({
    id: 'upm.sysUser.listUserByCnd',
    method: 'POST',
    bodySize: 'list',
    path: '/upm/sysUser/listUserByCnd',
    access: 'member',
    summary: '按编号取部门、角色和用户',
    body: Type.Object(limits, closed),
    data: Type.Object({
      depts: Type.Array(Type.Object({ id: Id, title: Type.String() })),
      roles: Type.Array(Type.Object({ id: Id, title: Type.String(), roleName: Type.String() })),
      users: People,
    }),
  }),
  defineReading({
    id: 'upm.sysUser.listByIdsAndName',
    method: 'POST',
    bodySize: 'list',
    path: '/upm/sysUser/listByIdsAndName',
    access: 'member',
    summary: '在给定的用户中按姓名查找',
    body: Type.Object({ ids: Ids, name: Type.Optional(Name) }, closed),
    data: People,
  }),
  /**
   * By the phone book; `afterId` and `afterName` are those of the last person of the page before.
   * `active` false: those who have left as well.
   */
  defineCall({
    id: 'upm.userOrg.getUserByOrg',
    method: 'GET',
    path: '/upm/userOrg/getUserByOrg',
    access: 'member',
    summary: '部门中的用户',
    query: Type.Object({
      orgId: OrgId,
      active: Type.Optional(Type.Boolean()),
      size,
      afterId: Type.Optional(Id),
      afterName: Type.Optional(Name),
    }),
    data: People,
  }),
  defineReading({
    id: 'upm.org.assignedTree',
    method: 'POST',
    bodySize: 'list',
    path: '/upm/org/assignedTree',
    access: 'member',
    summary: '部门树',
    body: Type.Object({ ids: Ids }, closed),
    data: DeptTree,
  }),
] as const;
