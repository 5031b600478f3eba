import { Type, type Static } from 'typebox';
import { defineCall } from './call.ts';
import { Id, oneOf } from '../metadata/meta.ts';
import { MAX_DEPTS_OF_ONE, MEMBER_STATES } from '../company/org.ts';
import { closed } from '../base/closed.ts';

/** People one request changes: more is an import's business. */
const MAX_CHOSEN = 1_000;
/** People asked to join by one form. */
const MAX_INVITED = 100;
const MAX_ROLES = 50;
const PAGE_MAX = 200;

const text = (max: number) => Type.String({ maxLength: max });
const RealName = text(100);
const DeptIds = Type.Union([Type.Array(Id, { maxItems: MAX_DEPTS_OF_ONE }), Type.Null()], {
  description: 'the first is the main one; null for none',
});
const RoleIds = Type.Union([Type.Array(Id, { maxItems: MAX_ROLES }), Type.Null()], {
  description: 'roles besides that of every member; only for who may give them',
});
const UserIds = Type.Array(Id, { minItems: 1, maxItems: MAX_CHOSEN });
const paging = {
  current: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  size: Type.Optional(Type.Integer({ minimum: 1, maximum: PAGE_MAX })),
};
const Ids = Type.Optional(Type.Array(Id, { maxItems: MAX_CHOSEN }));
const State = oneOf(MEMBER_STATES);
/** What a list of members may be ordered by; by name when left out. */
const MEMBER_ORDERS = ['realName', 'lastSignInAt', 'createdAt'] as const;
export type MemberOrder = (typeof MEMBER_ORDERS)[number];
const MemberSort = Type.Object(
  { field: oneOf(MEMBER_ORDERS), dir: oneOf(['asc', 'desc'] as const) },
  closed,
);
const Done = Type.Object({ count: Type.Integer() });

const InDept = Type.Object({ id: Id, title: Type.String(), isMain: Type.Boolean() });
const HasRole = Type.Object({ id: Id, roleCode: Type.String(), roleName: Type.String() });
/**
 * A member as an administrator sees them. `lastSignInAt` is null for members who never signed in.
 */
const row = {
  id: Id,
  realName: Type.String(),
  headImgUrl: Type.String(),
  account: Type.String(),
  mobile: Type.String(),
  email: Type.String(),
  state: State,
  isAdmin: Type.Boolean(),
  depts: Type.Array(InDept),
  deptNames: Type.String(),
  roles: Type.Array(HasRole),
  roleNames: Type.String(),
  createdAt: Type.String(),
  lastSignInAt: Type.Union([Type.String(), Type.Null()]),
  version: Type.Integer(),
};
const MemberRow = Type.Object(row);
export type MemberRow = Static<typeof MemberRow>;
const MemberPage = Type.Object({
  records: Type.Array(MemberRow),
  total: Type.Integer(),
  current: Type.Integer(),
  size: Type.Integer(),
});
const Colleague = Type.Object({
  id: Id,
  realName: Type.String(),
  headImgUrl: Type.String(),
  deptName: Type.String(),
});
/** What a leaving member owns of one kind; `about` names some of it. */
const Left = Type.Object({
  key: Type.String(),
  title: Type.String(),
  count: Type.Integer(),
  about: Type.String(),
});

const MANAGE = 'can:user.manage';

export const peopleCalls = [
  /**
   * Members of a department (-1: of the company; `below`: with those in departments below it), by
   * the phone book.
   */
  defineCall({
    id: 'upm.userOrg.orgUserPageList',
    method: 'POST',
    path: '/upm/userOrg/orgUserPageList',
    access: MANAGE,
    summary: '分页查询部门成员',
    body: Type.Object(
      {
        orgId: Type.Optional(Id),
        below: Type.Optional(Type.Boolean()),
        search: Type.Optional(text(100)),
        state: Type.Optional(Type.Union([State, Type.Null()])),
        sort: Type.Optional(Type.Array(MemberSort, { maxItems: 1 })),
        ...paging,
      },
      closed,
    ),
    data: MemberPage,
  }),
  defineCall({
    id: 'upm.sysUser.userPageList',
    method: 'POST',
    bodySize: 'list',
    path: '/upm/sysUser/userPageList',
    access: MANAGE,
    summary: '分页查询用户',
    body: Type.Object(
      {
        name: Type.Optional(text(100)),
        deptIds: Ids,
        roleIds: Ids,
        userIds: Ids,
        states: Type.Optional(Type.Array(State, { maxItems: MEMBER_STATES.length })),
        ...paging,
      },
      closed,
    ),
    data: MemberPage,
  }),
  /** For every member: who works where, without how to reach them. */
  defineCall({
    id: 'upm.userOrg.pageUserOrgByCnd',
    method: 'POST',
    bodySize: 'list',
    path: '/upm/userOrg/pageUserOrgByCnd',
    access: 'member',
    summary: '按条件分页查询同事',
    body: Type.Object(
      { name: Type.Optional(text(100)), deptIds: Ids, roleIds: Ids, userIds: Ids, ...paging },
      closed,
    ),
    data: Type.Object({
      records: Type.Array(Colleague),
      total: Type.Integer(),
      current: Type.Integer(),
      size: Type.Integer(),
    }),
  }),
  defineCall({
    id: 'upm.userOrg.getUserByOrgIds',
    method: 'POST',
    bodySize: 'list',
    path: '/upm/userOrg/getUserByOrgIds',
    access: 'member',
    summary: '多个部门的成员',
    body: Type.Object({ orgIds: Type.Array(Id, { minItems: 1, maxItems: MAX_CHOSEN }) }, closed),
    data: Type.Array(Colleague),
  }),
  defineCall({
    id: 'upm.userOrg.detailUserInfo',
    method: 'GET',
    path: '/upm/userOrg/detailUserInfo',
    access: MANAGE,
    summary: '成员详情',
    query: Type.Object({ userId: Id }),
    data: Type.Object({
      ...row,
      deptIds: Type.Array(Id),
      roleIds: Type.Array(Id),
      leads: Type.Array(Type.Object({ id: Id, title: Type.String() })),
      sessions: Type.Integer(),
      leftAt: Type.Union([Type.String(), Type.Null()]),
    }),
  }),
  defineCall({
    id: 'upm.userOrg.listOrgByUserId',
    method: 'GET',
    path: '/upm/userOrg/listOrgByUserId',
    access: 'member',
    summary: '成员所在的部门',
    query: Type.Object({ userId: Id }),
    data: Type.Array(InDept),
  }),

  /**
   * Invites people by mail; each gets a link of their own. One that cannot be invited stops all.
   */
  defineCall({
    id: 'upm.userOrg.inviteuser',
    method: 'POST',
    bodySize: 'list',
    path: '/upm/userOrg/inviteuser',
    access: MANAGE,
    operation: true,
    summary: '邀请成员（邮件）',
    body: Type.Object(
      {
        people: Type.Array(Type.Object({ realName: RealName, email: text(100) }, closed), {
          minItems: 1,
          maxItems: MAX_INVITED,
        }),
        deptIds: Type.Optional(DeptIds),
        roleIds: Type.Optional(RoleIds),
      },
      closed,
    ),
    data: Type.Object({ userIds: Type.Array(Id) }),
  }),
  defineCall({
    id: 'upm.userOrg.inviteUserByPhone',
    method: 'POST',
    bodySize: 'list',
    path: '/upm/userOrg/inviteUserByPhone',
    access: MANAGE,
    operation: true,
    summary: '邀请成员（短信）',
    body: Type.Object(
      {
        people: Type.Array(Type.Object({ realName: RealName, mobile: text(40) }, closed), {
          minItems: 1,
          maxItems: MAX_INVITED,
        }),
        deptIds: Type.Optional(DeptIds),
        roleIds: Type.Optional(RoleIds),
      },
      closed,
    ),
    data: Type.Object({ userIds: Type.Array(Id) }),
  }),
  defineCall({
    id: 'upm.userOrg.inviteAgain',
    method: 'POST',
    bodySize: 'list',
    path: '/upm/userOrg/inviteAgain',
    access: MANAGE,
    operation: true,
    summary: '再次发送邀请',
    body: Type.Object({ userIds: UserIds }, closed),
    data: Done,
  }),
  /** An account with a first password, for members without mobile number and e-mail address. */
  defineCall({
    id: 'upm.userOrg.createUser',
    method: 'POST',
    path: '/upm/userOrg/createUser',
    access: MANAGE,
    operation: true,
    summary: '新建成员',
    body: Type.Object(
      {
        realName: RealName,
        account: text(50),
        password: text(64),
        deptIds: Type.Optional(DeptIds),
        roleIds: Type.Optional(RoleIds),
      },
      closed,
    ),
    data: Type.Object({ id: Id }),
  }),
  defineCall({
    id: 'upm.userOrg.updateUser',
    method: 'POST',
    path: '/upm/userOrg/updateUser',
    access: MANAGE,
    operation: true,
    summary: '修改成员',
    body: Type.Object(
      {
        userId: Id,
        version: Type.Integer(),
        realName: Type.Optional(RealName),
        deptIds: Type.Optional(DeptIds),
        roleIds: Type.Optional(RoleIds),
      },
      closed,
    ),
    data: Type.Object({ id: Id, version: Type.Integer() }),
  }),
  /**
   * Puts members into a department as well; `isMain`: it becomes the first of their departments.
   */
  defineCall({
    id: 'upm.userOrg.addUserOrg',
    method: 'POST',
    bodySize: 'list',
    path: '/upm/userOrg/addUserOrg',
    access: MANAGE,
    operation: true,
    summary: '成员加入部门',
    body: Type.Object(
      { userIds: UserIds, orgId: Id, isMain: Type.Optional(Type.Boolean()) },
      closed,
    ),
    data: Done,
  }),
  defineCall({
    id: 'upm.userOrg.deleteUserOrgGroup',
    method: 'POST',
    bodySize: 'list',
    path: '/upm/userOrg/deleteUserOrgGroup',
    access: MANAGE,
    operation: true,
    summary: '成员移出部门',
    body: Type.Object({ userIds: UserIds, orgId: Id }, closed),
    data: Done,
  }),
  defineCall({
    id: 'upm.userOrg.createGroupOwner',
    method: 'POST',
    bodySize: 'list',
    path: '/upm/userOrg/createGroupOwner',
    access: 'can:org.manage',
    operation: true,
    summary: '设置部门负责人',
    body: Type.Object({ orgId: Id, userIds: UserIds }, closed),
    data: Done,
  }),
  defineCall({
    id: 'upm.userOrg.deleteGroupOwner',
    method: 'POST',
    bodySize: 'list',
    path: '/upm/userOrg/deleteGroupOwner',
    access: 'can:org.manage',
    operation: true,
    summary: '取消部门负责人',
    body: Type.Object({ orgId: Id, userIds: UserIds }, closed),
    data: Done,
  }),

  /** What a leaving member owns, for the successor. */
  defineCall({
    id: 'upm.userOrg.handover',
    method: 'GET',
    path: '/upm/userOrg/handover',
    access: MANAGE,
    summary: '离职时要交接的内容',
    query: Type.Object({ userId: Id }),
    data: Type.Array(Left),
  }),
  /**
   * Offboards a member: sessions, departments and roles end immediately, and what they own is
   * reassigned to `toUserId`, in the background if it takes long (`jobId`; `done`: it is complete).
   * Throws HANDOVER_NEEDED without one.
   */
  defineCall({
    id: 'upm.userOrg.removeByUserId',
    method: 'POST',
    path: '/upm/userOrg/removeByUserId',
    access: MANAGE,
    operation: true,
    summary: '成员离职交接',
    body: Type.Object(
      { userId: Id, toUserId: Type.Optional(Type.Union([Id, Type.Null()])) },
      closed,
    ),
    data: Type.Object({
      moved: Type.Array(Left),
      jobId: Type.Union([Id, Type.Null()]),
      done: Type.Boolean(),
    }),
  }),
  defineCall({
    id: 'upm.region.active',
    method: 'POST',
    bodySize: 'list',
    path: '/upm/region/active',
    access: MANAGE,
    operation: true,
    summary: '启用或停用成员',
    body: Type.Object({ userIds: UserIds, active: Type.Boolean() }, closed),
    data: Done,
  }),
  defineCall({
    id: 'upm.region.getInactivatedUser',
    method: 'GET',
    path: '/upm/region/getInactivatedUser',
    access: MANAGE,
    summary: '尚未加入的成员',
    data: Type.Array(MemberRow),
  }),
  /** Members of the company in this region; none for a region it is not in. */
  defineCall({
    id: 'upm.region.getUserByRegionCode',
    method: 'GET',
    path: '/upm/region/getUserByRegionCode',
    access: 'member',
    summary: '区域内的成员',
    query: Type.Object({ code: text(40) }),
    data: Type.Array(Colleague),
  }),
] as const;
