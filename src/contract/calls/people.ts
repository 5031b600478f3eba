import { Type, type Static } from 'typebox';
import { defineCall, defineReading } from './call.ts';
import { Id, oneOf } from '../metadata/meta.ts';
import { MEMBER_STATES } from '../company/org.ts';
import { closed } from '../base/closed.ts';
import { DeptIds, Done, MAX_CHOSEN, RealName, RoleIds, UserIds, Work } from './member-input.ts';

const VIEW = 'can:user.view';
const EDIT = 'can:user.edit';
const LEAVE = 'can:user.leave';
const PAGE_MAX = 200;
const text = (max: number) => Type.String({ maxLength: max });

const paging = {
  current: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  size: Type.Optional(Type.Integer({ minimum: 1, maximum: PAGE_MAX })),
};
const Ids = Type.Optional(Type.Array(Id, { maxItems: MAX_CHOSEN }));
const State = oneOf(MEMBER_STATES);
/** What a list of members may be ordered by; by name when left out. */
const MEMBER_ORDERS = ['realName', 'employeeNo', 'lastSignInAt', 'createdAt'] as const;
export type MemberOrder = (typeof MEMBER_ORDERS)[number];
const MemberSort = Type.Object(
  { field: oneOf(MEMBER_ORDERS), dir: oneOf(['asc', 'desc'] as const) },
  closed,
);
const InDept = Type.Object({ id: Id, title: Type.String(), isMain: Type.Boolean() });
const HasRole = Type.Object({ id: Id, roleCode: Type.String(), roleName: Type.String() });
const Time = Type.Union([Type.String(), Type.Null()]);
/**
 * A member as an administrator sees them. `lastSignInAt` is null for members who never signed in;
 * `invitedAt` and `inviteUntil` are of a pending invitation; `locked` says why this viewer may not
 * change them, '' where they may.
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
  isMain: Type.Boolean(),
  locked: Type.String(),
  depts: Type.Array(InDept),
  deptNames: Type.String(),
  roles: Type.Array(HasRole),
  roleNames: Type.String(),
  employeeNo: Type.String(),
  jobTitle: Type.String(),
  superiorId: Type.Union([Id, Type.Null()]),
  superiorName: Type.String(),
  createdAt: Type.String(),
  lastSignInAt: Time,
  invitedAt: Time,
  inviteUntil: Time,
  leftAt: Time,
  heirName: Type.String({ description: 'who took over what a leaver had' }),
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

/** Which members a list or an export is about. */
const memberFilters = {
  orgId: Type.Optional(Id),
  below: Type.Optional(Type.Boolean()),
  search: Type.Optional(text(100)),
  state: Type.Optional(Type.Union([State, Type.Null()])),
  roleId: Type.Optional(Type.Union([Id, Type.Null()])),
  leads: Type.Optional(Type.Boolean({ description: 'only who leads a department' })),
  sort: Type.Optional(Type.Array(MemberSort, { maxItems: 1 })),
};

export const peopleCalls = [
  /**
   * Members of a department (-1: of the company; `below`: with those in departments below it), by
   * the phone book.
   */
  defineCall({
    id: 'upm.userOrg.orgUserPageList',
    method: 'POST',
    path: '/upm/userOrg/orgUserPageList',
    access: VIEW,
    summary: '分页查询部门成员',
    body: Type.Object({ ...memberFilters, ...paging }, closed),
    data: MemberPage,
  }),
  /** The same members as a sheet, with all that is known of them. Throws TOO_MANY. */
  defineCall({
    id: 'upm.userOrg.exportUser',
    method: 'POST',
    path: '/upm/userOrg/exportUser',
    access: 'can:user.export',
    answer: 'raw',
    operation: true,
    summary: '导出成员',
    body: Type.Object(memberFilters, closed),
    data: Type.Unknown(),
  }),
  defineCall({
    id: 'upm.sysUser.userPageList',
    method: 'POST',
    bodySize: 'list',
    path: '/upm/sysUser/userPageList',
    access: VIEW,
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
  defineReading({
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
  defineReading({
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
    access: VIEW,
    summary: '成员详情',
    query: Type.Object({ userId: Id }),
    data: Type.Object({
      ...row,
      deptIds: Type.Array(Id),
      roleIds: Type.Array(Id),
      leads: Type.Array(Type.Object({ id: Id, title: Type.String() })),
      sessions: Type.Integer(),
      joinedAt: Time,
      chain: Type.String({ description: 'the superiors above, from the direct one upward' }),
      subordinateCount: Type.Integer(),
      subordinateNames: Type.String({ description: 'some of those who report to them' }),
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

  defineCall({
    id: 'upm.userOrg.updateUser',
    method: 'POST',
    path: '/upm/userOrg/updateUser',
    access: EDIT,
    operation: true,
    summary: '修改成员',
    body: Type.Object(
      {
        userId: Id,
        version: Type.Integer(),
        realName: Type.Optional(RealName),
        deptIds: Type.Optional(DeptIds),
        roleIds: Type.Optional(RoleIds),
        ...Work,
      },
      closed,
    ),
    data: Type.Object({ id: Id, version: Type.Integer() }),
  }),
  /**
   * Helps a member who cannot sign in: a link to their own number or address (`to`, masked), or a
   * password that is shown once and has to be changed at sign-in.
   */
  defineCall({
    id: 'upm.userOrg.resetPassword',
    method: 'POST',
    path: '/upm/userOrg/resetPassword',
    access: 'can:user.password',
    operation: true,
    summary: '重置成员密码',
    body: Type.Object({ userId: Id }, closed),
    data: Type.Object({
      way: oneOf(['link', 'password'] as const),
      to: Type.Union([Type.String(), Type.Null()]),
      hours: Type.Union([Type.Integer(), Type.Null()]),
      password: Type.Union([Type.String(), Type.Null()]),
      days: Type.Union([Type.Integer(), Type.Null()]),
    }),
  }),
  /** Enters one of both for a member who has neither; it is theirs once they have confirmed it. */
  defineCall({
    id: 'upm.userOrg.updateContact',
    method: 'POST',
    path: '/upm/userOrg/updateContact',
    access: 'can:user.password',
    operation: true,
    summary: '填写成员的手机号或邮箱',
    body: Type.Object(
      { userId: Id, mobile: Type.Optional(text(40)), email: Type.Optional(text(100)) },
      closed,
    ),
    data: Type.Object({ to: Type.String(), hours: Type.Integer() }),
  }),
  /**
   * Puts members into a department as well; `isMain`: it becomes the first of their departments.
   */
  defineCall({
    id: 'upm.userOrg.addUserOrg',
    method: 'POST',
    bodySize: 'list',
    path: '/upm/userOrg/addUserOrg',
    access: EDIT,
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
    access: EDIT,
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
    access: 'can:org.edit',
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
    access: 'can:org.edit',
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
    access: LEAVE,
    summary: '离职时要交接的内容',
    query: Type.Object({ userId: Id }),
    data: Type.Array(Left),
  }),
  /**
   * Offboards a member: sessions, departments and roles end immediately, and what they own is
   * reassigned to `toUserId`, in the background if it takes long (`jobId`; `done`: it is complete).
   * Throws HANDOVER_NEEDED without one. Their subordinates (`subordinates` is their number) report to
   * `superiorId`, null for no one; when it is left out, to the leaver's own superior.
   */
  defineCall({
    id: 'upm.userOrg.removeByUserId',
    method: 'POST',
    path: '/upm/userOrg/removeByUserId',
    access: LEAVE,
    operation: true,
    summary: '成员离职交接',
    body: Type.Object(
      {
        userId: Id,
        toUserId: Type.Optional(Type.Union([Id, Type.Null()])),
        superiorId: Work.superiorId,
      },
      closed,
    ),
    data: Type.Object({
      moved: Type.Array(Left),
      subordinates: Type.Integer(),
      superiorName: Type.String({ description: 'whom they report to now; empty for no one' }),
      jobId: Type.Union([Id, Type.Null()]),
      done: Type.Boolean(),
    }),
  }),
  /**
   * A former member works here again, with the roles and departments given: at once where the
   * account was made for this company, else with an invitation to where they were reached.
   */
  defineCall({
    id: 'upm.userOrg.restoreUser',
    method: 'POST',
    path: '/upm/userOrg/restoreUser',
    access: LEAVE,
    operation: true,
    summary: '恢复离职成员',
    body: Type.Object(
      { userId: Id, deptIds: Type.Optional(DeptIds), roleIds: Type.Optional(RoleIds) },
      closed,
    ),
    data: Type.Object({ state: oneOf(['active', 'invited'] as const) }),
  }),
  defineCall({
    id: 'upm.region.active',
    method: 'POST',
    bodySize: 'list',
    path: '/upm/region/active',
    access: LEAVE,
    operation: true,
    summary: '启用或停用成员',
    body: Type.Object({ userIds: UserIds, active: Type.Boolean() }, closed),
    data: Done,
  }),
  defineCall({
    id: 'upm.region.getInactivatedUser',
    method: 'GET',
    path: '/upm/region/getInactivatedUser',
    access: VIEW,
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
