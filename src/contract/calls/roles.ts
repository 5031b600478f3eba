import { Type, type Static } from 'typebox';
import { defineCall, defineReading } from './call.ts';
import { FUNCTION_CODES } from '../company/access.ts';
import { Id, oneOf } from '../metadata/meta.ts';
import { closed } from '../base/closed.ts';

/** Most people in one request: more are not chosen by hand. */
const MAX_CHOSEN = 1_000;
const ROLE_NAME_MAX = 50;
const ROLE_ABOUT_MAX = 200;
const PAGE_MAX = 100;

const RoleType = oneOf(['system', 'custom'] as const);
const Functions = Type.Array(oneOf(FUNCTION_CODES), {
  maxItems: FUNCTION_CODES.length,
  uniqueItems: true,
});
/**
 * A role, or a group of roles. Groups carry no code; a fixed group or a system role can be neither
 * renamed, moved nor deleted; `draggable`, `droppable` and `menu` say so to a tree.
 */
export interface RoleNode {
  id: string;
  parentId: string;
  title: string;
  name: string;
  roleName: string;
  roleCode: string;
  kind: 'group' | 'role';
  type: 'system' | 'custom';
  fixed: boolean;
  icon: string;
  draggable: boolean;
  droppable: boolean;
  menu: boolean;
  memberCount: number;
  version: number;
  children: RoleNode[];
}
const RoleNode = Type.Cyclic(
  {
    RoleNode: Type.Object({
      id: Type.String(),
      parentId: Type.String(),
      title: Type.String(),
      name: Type.String(),
      roleName: Type.String(),
      roleCode: Type.String(),
      kind: oneOf(['group', 'role'] as const),
      type: RoleType,
      fixed: Type.Boolean(),
      icon: Type.String(),
      draggable: Type.Boolean(),
      droppable: Type.Boolean(),
      menu: Type.Boolean(),
      memberCount: Type.Integer(),
      version: Type.Integer(),
      children: Type.Array(Type.Ref('RoleNode')),
    }),
  },
  'RoleNode',
);

/** What a role allows, in words; `granted` are its function codes, all of them for tenant_admin. */
export const RoleDetail = Type.Object({
  id: Id,
  roleCode: Type.String(),
  roleName: Type.String(),
  about: Type.String(),
  type: RoleType,
  groupId: Type.String(),
  groupName: Type.String(),
  functions: Type.Array(Type.String()),
  granted: Type.Array(
    Type.Object({
      code: Type.String(),
      title: Type.String(),
      group: Type.String(),
      about: Type.String(),
    }),
  ),
  memberCount: Type.Integer(),
  version: Type.Integer(),
});
export type RoleDetail = Static<typeof RoleDetail>;

const Person = {
  id: Id,
  realName: Type.String(),
  headImgUrl: Type.String(),
  deptName: Type.String(),
};
const UserRole = Type.Object({
  userId: Id,
  realName: Type.String(),
  headImgUrl: Type.String(),
  roleId: Id,
  roleCode: Type.String(),
  roleName: Type.String(),
});
const Shown = {
  id: Type.String(),
  title: Type.String(),
  about: Type.String(),
  disabled: Type.Boolean(),
};
const chosen = Type.Array(Id, { minItems: 1, maxItems: MAX_CHOSEN });
const text = (max: number) => Type.String({ maxLength: max });

export const roleCalls = [
  defineReading({
    id: 'upm.role.tree',
    method: 'POST',
    bodySize: 'list',
    path: '/upm/role/tree',
    access: 'member',
    summary: '角色树',
    body: Type.Object({ ids: Type.Array(Id, { maxItems: MAX_CHOSEN }) }, closed),
    data: Type.Unsafe<RoleNode[]>(Type.Array(RoleNode)),
  }),
  defineCall({
    id: 'upm.role.detailRole',
    method: 'GET',
    path: '/upm/role/detailRole',
    access: 'member',
    summary: '角色详情',
    query: Type.Object({ id: Id }),
    data: RoleDetail,
  }),
  defineCall({
    id: 'upm.role.listRoleByType',
    method: 'GET',
    path: '/upm/role/listRoleByType',
    access: 'member',
    summary: '角色列表',
    query: Type.Object({ type: Type.Optional(RoleType) }),
    data: Type.Array(
      Type.Object({ id: Id, roleCode: Type.String(), roleName: Type.String(), type: RoleType }),
    ),
  }),

  /** `parentId` of a role is its group; a role without one is among the custom roles. */
  defineCall({
    id: 'upm.roleMenu.save',
    method: 'POST',
    path: '/upm/roleMenu/save',
    access: 'can:role.manage',
    operation: true,
    summary: '新建角色或角色组',
    body: Type.Object(
      {
        kind: oneOf(['group', 'role'] as const),
        title: text(ROLE_NAME_MAX),
        parentId: Type.Optional(Id),
        about: Type.Optional(text(ROLE_ABOUT_MAX)),
        functions: Type.Optional(Functions),
      },
      closed,
    ),
    data: Type.Object({ id: Id, version: Type.Integer() }),
  }),
  /**
   * Only given parts change; changes of more than the position name the version they were made
   * from. With `parentId` or `beforeId` it is moved: before that sibling, or to the end when it is
   * null.
   */
  defineCall({
    id: 'upm.roleMenu.update',
    method: 'POST',
    path: '/upm/roleMenu/update',
    access: 'can:role.manage',
    operation: true,
    summary: '修改角色或角色组',
    body: Type.Object(
      {
        id: Id,
        version: Type.Optional(
          Type.Integer({ description: '修改名称、说明或权限时必填；只移动位置时不用' }),
        ),
        title: Type.Optional(text(ROLE_NAME_MAX)),
        about: Type.Optional(text(ROLE_ABOUT_MAX)),
        functions: Type.Optional(Functions),
        parentId: Type.Optional(Type.Union([Id, Type.Null()])),
        beforeId: Type.Optional(Type.Union([Id, Type.Null()])),
      },
      closed,
    ),
    data: Type.Object({ id: Id, version: Type.Integer() }),
  }),
  defineCall({
    id: 'upm.roleMenu.delete',
    method: 'POST',
    path: '/upm/roleMenu/delete',
    access: 'can:role.manage',
    operation: true,
    summary: '删除角色或角色组',
    body: Type.Object({ id: Id }, closed),
    data: Type.Object({ deleted: Type.Integer() }),
  }),

  defineCall({
    id: 'upm.userRole.addRoleForSeveralUser',
    method: 'POST',
    bodySize: 'list',
    path: '/upm/userRole/addRoleForSeveralUser',
    access: 'can:role.manage',
    operation: true,
    summary: '给成员分配角色',
    body: Type.Object({ roleId: Id, userIds: chosen }, closed),
    data: Type.Object({ added: Type.Integer() }),
  }),
  /** Several people lose one role. */
  defineCall({
    id: 'upm.userRole.deleteUserRole',
    method: 'POST',
    bodySize: 'list',
    path: '/upm/userRole/deleteUserRole',
    access: 'can:role.manage',
    operation: true,
    summary: '从角色移出成员',
    body: Type.Object({ roleId: Id, userIds: chosen }, closed),
    data: Type.Object({ removed: Type.Integer() }),
  }),
  /** One person loses several roles. */
  defineCall({
    id: 'upm.userRole.removeUserRole',
    method: 'POST',
    bodySize: 'list',
    path: '/upm/userRole/removeUserRole',
    access: 'can:role.manage',
    operation: true,
    summary: '收回成员的角色',
    body: Type.Object({ userId: Id, roleIds: chosen }, closed),
    data: Type.Object({ removed: Type.Integer() }),
  }),
  defineReading({
    id: 'upm.userRole.listRoleUsers',
    method: 'POST',
    bodySize: 'list',
    path: '/upm/userRole/listRoleUsers',
    access: 'member',
    summary: '角色的成员',
    body: Type.Object({ ids: Type.Array(Id, { maxItems: MAX_CHOSEN }) }, closed),
    data: Type.Array(Type.Object(Person)),
  }),
  /**
   * `condition`: part of a person's or a role's name, or the id of either; empty for the caller's
   * own roles.
   */
  defineCall({
    id: 'upm.userRole.listUserRoleByCnd',
    method: 'GET',
    path: '/upm/userRole/listUserRoleByCnd',
    access: 'member',
    summary: '按条件查询成员的角色',
    query: Type.Object({ condition: Type.Optional(text(100)) }),
    data: Type.Array(UserRole),
  }),
  defineCall({
    id: 'upm.userRole.pageUserRoleList',
    method: 'POST',
    path: '/upm/userRole/pageUserRoleList',
    access: 'can:role.manage',
    summary: '分页查询角色的成员',
    body: Type.Object(
      {
        roleId: Id,
        keyword: Type.Optional(text(100)),
        current: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
        size: Type.Optional(Type.Integer({ minimum: 1, maximum: PAGE_MAX })),
      },
      closed,
    ),
    data: Type.Object({
      records: Type.Array(
        Type.Object({
          ...Person,
          state: Type.String(),
          addedAt: Type.String(),
          isMain: Type.Boolean(),
          locked: Type.String({ description: 'why this caller may not take them out' }),
        }),
      ),
      locked: Type.String({ description: 'why this caller may add nobody' }),
      total: Type.Integer(),
      current: Type.Integer(),
      size: Type.Integer(),
    }),
  }),
  defineCall({
    id: 'upm.functionAuth.userAuths',
    method: 'GET',
    path: '/upm/functionAuth/userAuths',
    access: 'member',
    summary: '我的功能权限',
    data: Type.Object({
      isSuper: Type.Integer(),
      functions: Type.Array(Type.String()),
      /** The parts of the administration the caller may open, in the order of the menu. */
      menus: Type.Array(
        Type.Object({
          function: Type.String(),
          title: Type.String(),
          group: Type.String(),
          path: Type.String(),
        }),
      ),
      /**
       * All functions, in their groups, as a tree shows them; disabled ones the caller may not
       * grant.
       */
      catalogue: Type.Array(Type.Object({ ...Shown, children: Type.Array(Type.Object(Shown)) })),
    }),
  }),
] as const;
