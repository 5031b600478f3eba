import { Type, type Static, type TSchema } from 'typebox';
import { Id } from '../metadata/meta.ts';

export const User = Type.Object({
  id: Id,
  realName: Type.String(),
  name: Type.String(),
  headImgUrl: Type.String(),
  hasPwd: Type.Boolean(),
  orgId: Type.String(),
  isSuper: Type.Integer(),
});
export type User = Static<typeof User>;
const Role = Type.Object({ roleCode: Type.String(), roleName: Type.String() });
const Dept = Type.Object({ id: Id, title: Type.String() });
const Org = Type.Object({ id: Id, name: Type.String() });
/**
 * Verification payload (specification, section 3). `isBuilder` is 1 for users who may open the
 * build centre; `functions` are the function authorities of all roles; `inviteLink` is a path of
 * the root host, returned to users who may invite.
 */
const profile = {
  user: User,
  isBuilder: Type.Integer(),
  functions: Type.Array(Type.String()),
  roleList: Type.Array(Role),
  org: Org,
  deptList: Type.Array(Dept),
  regionCode: Type.String(),
  tenantId: Id,
  inviteLink: Type.String(),
  inviteStatus: Type.Integer(),
  domain: Type.String(),
  domainStatus: Type.Integer(),
  /** The administrator who views the company as this person, read only. */
  viewedBy: Type.Optional(
    Type.Object({
      id: Id,
      realName: Type.String(),
      secondsLeft: Type.Integer({ description: 'until it ends by itself' }),
    }),
  ),
};
export const Profile = Type.Object(profile);
export type Profile = Static<typeof Profile>;
export const SignInData = Type.Object({
  token: Type.String(),
  userid: Id,
  tenant: Id,
  regionId: Type.String(),
  ...profile,
});
export type SignInData = Static<typeof SignInData>;

/** What came of joining: a session in the company, or an application that waits to be approved. */
export const Joined = Type.Object({
  waiting: Type.Boolean(),
  company: Type.String(),
  signIn: Type.Union([Type.Null(), SignInData]),
});
export type Joined = Static<typeof Joined>;

export const DeptNode = Type.Cyclic(
  {
    DeptNode: Type.Object({
      id: Type.String(),
      parentId: Type.String(),
      title: Type.String(),
      children: Type.Array(Type.Ref('DeptNode')),
    }),
  },
  'DeptNode',
);
export interface DeptNode {
  id: string;
  parentId: string;
  title: string;
  children: DeptNode[];
}
const areaOf = (levels: number): TSchema =>
  Type.Object({
    code: Type.String(),
    label: Type.String(),
    ...(levels > 1 && { children: Type.Optional(Type.Array(areaOf(levels - 1))) }),
  });
/** Province, city, district: a code of GB/T 2260 and its name. */
export interface AreaNode {
  code: string;
  label: string;
  children?: AreaNode[];
}
export const DeptTree = Type.Unsafe<DeptNode[]>(Type.Array(DeptNode));
export const AreaTree = Type.Unsafe<AreaNode[]>(Type.Array(areaOf(3)));
