import { Type, type Static } from 'typebox';
import { defineCall } from './call.ts';
import { closed } from '../base/closed.ts';
import { Id, oneOf } from '../metadata/meta.ts';
import { DELEGABLE_CODES } from '../company/access.ts';
import { MAX_DELEGATED_DEPTS, MEMBER_STATES } from '../company/org.ts';

/** Members appointed at once, each with a delegation of their own. */
const MAX_APPOINTED = 50;
const DeptIds = Type.Array(Id, { minItems: 1, maxItems: MAX_DELEGATED_DEPTS });
const Functions = Type.Array(oneOf(DELEGABLE_CODES), {
  minItems: 1,
  maxItems: DELEGABLE_CODES.length,
});

const Delegation = Type.Object({
  id: Id,
  realName: Type.String(),
  headImgUrl: Type.String(),
  state: oneOf(MEMBER_STATES),
  deptIds: Type.Array(Id),
  scope: Type.String({ description: 'the departments, those below them included' }),
  functions: Type.Array(oneOf(DELEGABLE_CODES)),
  functionNames: Type.String(),
  appointedBy: Type.String(),
  createdAt: Type.String(),
  version: Type.Integer(),
});
/** Something that can be delegated, or a group of it. */
const entry = { id: Type.String(), title: Type.String(), about: Type.String() };
export type Delegation = Static<typeof Delegation>;

/**
 * Delegated administrators: members who manage some departments, with those below them, by some
 * functions. A delegation has the id of its member.
 */
export const delegationCalls = [
  /** What the caller may do with members and departments, and where. */
  defineCall({
    id: 'upm.delegation.mine',
    method: 'GET',
    path: '/upm/delegation/mine',
    access: 'member',
    summary: '我的管理范围',
    data: Type.Object({
      may: Type.Array(oneOf(DELEGABLE_CODES)),
      members: Type.Array(Id, { description: 'departments whose members; none: of the company' }),
      departments: Type.Array(Id, { description: 'which departments; none: all' }),
    }),
  }),
  defineCall({
    id: 'upm.delegation.list',
    method: 'GET',
    path: '/upm/delegation/list',
    access: 'admin',
    summary: '子管理员',
    data: Type.Object({
      delegations: Type.Array(Delegation),
      catalogue: Type.Array(Type.Object({ ...entry, children: Type.Array(Type.Object(entry)) }), {
        description: 'what can be delegated, in groups',
      }),
    }),
  }),
  defineCall({
    id: 'upm.delegation.appoint',
    method: 'POST',
    path: '/upm/delegation/appoint',
    access: 'admin',
    operation: true,
    summary: '任命子管理员',
    body: Type.Object(
      {
        userIds: Type.Array(Id, { minItems: 1, maxItems: MAX_APPOINTED }),
        deptIds: DeptIds,
        functions: Functions,
      },
      closed,
    ),
    data: Type.Object({ appointed: Type.Integer() }),
  }),
  defineCall({
    id: 'upm.delegation.update',
    method: 'POST',
    path: '/upm/delegation/update',
    access: 'admin',
    operation: true,
    summary: '修改子管理员',
    body: Type.Object(
      { id: Id, version: Type.Integer(), deptIds: DeptIds, functions: Functions },
      closed,
    ),
    data: Type.Object({ id: Id, version: Type.Integer() }),
  }),
  /** Holds from the member's next call on, in open sessions too. */
  defineCall({
    id: 'upm.delegation.withdraw',
    method: 'POST',
    path: '/upm/delegation/withdraw',
    access: 'admin',
    operation: true,
    summary: '撤销子管理员',
    body: Type.Object({ id: Id }, closed),
    data: Type.Object({ id: Id }),
  }),
] as const;
