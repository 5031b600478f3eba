import { Type } from 'typebox';
import { defineCall } from './call.ts';
import { Id } from '../metadata/meta.ts';
import { closed } from '../base/closed.ts';
import { ADD, DeptIds, Done, RealName, RoleIds, UserIds, Work } from './member-input.ts';

/** People asked to join by one form. */
const MAX_INVITED = 100;
const text = (max: number) => Type.String({ maxLength: max });

/** How people come into a company: invited, let in, or with an account made for them. */
export const peopleJoiningCalls = [
  /**
   * Invites people by mail; each gets a link of their own. One that cannot be invited stops all.
   */
  defineCall({
    id: 'upm.userOrg.inviteuser',
    method: 'POST',
    bodySize: 'list',
    path: '/upm/userOrg/inviteuser',
    access: ADD,
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
        superiorId: Work.superiorId,
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
    access: ADD,
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
        superiorId: Work.superiorId,
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
    access: ADD,
    operation: true,
    summary: '再次发送邀请',
    body: Type.Object({ userIds: UserIds }, closed),
    data: Done,
  }),
  /** Takes invitations back: their links are void at once, the people are no longer members. */
  defineCall({
    id: 'upm.userOrg.cancelInvite',
    method: 'POST',
    bodySize: 'list',
    path: '/upm/userOrg/cancelInvite',
    access: ADD,
    operation: true,
    summary: '撤回邀请',
    body: Type.Object({ userIds: UserIds }, closed),
    data: Done,
  }),
  /** Who came by the company's link and waits to be let in, the earliest first. */
  defineCall({
    id: 'upm.joinRequest.list',
    method: 'GET',
    path: '/upm/joinRequest/list',
    access: ADD,
    summary: '等待审核的加入申请',
    data: Type.Object({
      total: Type.Integer(),
      requests: Type.Array(
        Type.Object({
          id: Id,
          realName: Type.String(),
          contact: Type.String({ description: 'masked' }),
          deptName: Type.String(),
          createdAt: Type.String(),
        }),
      ),
    }),
  }),
  /** Lets applicants in or refuses them; who was decided about already is passed over. */
  defineCall({
    id: 'upm.joinRequest.decide',
    method: 'POST',
    bodySize: 'list',
    path: '/upm/joinRequest/decide',
    access: ADD,
    operation: true,
    summary: '审核加入申请',
    body: Type.Object(
      { ids: Type.Array(Id, { minItems: 1, maxItems: MAX_INVITED }), approve: Type.Boolean() },
      closed,
    ),
    data: Done,
  }),
  /** An account with a first password, for members without mobile number and e-mail address. */
  defineCall({
    id: 'upm.userOrg.createUser',
    method: 'POST',
    path: '/upm/userOrg/createUser',
    access: ADD,
    operation: true,
    summary: '新建成员',
    body: Type.Object(
      {
        realName: RealName,
        account: text(50),
        password: text(64),
        deptIds: Type.Optional(DeptIds),
        roleIds: Type.Optional(RoleIds),
        ...Work,
      },
      closed,
    ),
    data: Type.Object({ id: Id }),
  }),
] as const;
