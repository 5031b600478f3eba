import { Type } from 'typebox';
import { MAX_DEPTS_OF_ONE, MAX_EMPLOYEE_NO, MAX_JOB_TITLE } from '../company/org.ts';
import { Id } from '../metadata/meta.ts';

/** What the calls about members have in common. */

/** How people come in. */
export const ADD = 'can:user.add';
/** People one request changes: more is an import's business. */
export const MAX_CHOSEN = 1_000;
const MAX_ROLES = 50;

const text = (max: number) => Type.String({ maxLength: max });
export const RealName = text(100);
export const DeptIds = Type.Union([Type.Array(Id, { maxItems: MAX_DEPTS_OF_ONE }), Type.Null()], {
  description: 'the first is the main one; null for none',
});
export const RoleIds = Type.Union([Type.Array(Id, { maxItems: MAX_ROLES }), Type.Null()], {
  description: 'roles besides that of every member; only for who may give them',
});
export const UserIds = Type.Array(Id, { minItems: 1, maxItems: MAX_CHOSEN });
export const Done = Type.Object({ count: Type.Integer() });
/** What a company knows of a member's work; null takes it away, what is left out stays. */
export const Work = {
  employeeNo: Type.Optional(Type.Union([text(MAX_EMPLOYEE_NO), Type.Null()])),
  jobTitle: Type.Optional(Type.Union([text(MAX_JOB_TITLE), Type.Null()])),
  superiorId: Type.Optional(Type.Union([Id, Type.Null()])),
};
