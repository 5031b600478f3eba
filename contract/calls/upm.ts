import { Type, type Static, type TSchema } from 'typebox';
import { defineCall } from '../call.ts';
import { Id } from '../meta.ts';

export const User = Type.Object({
  id: Id, realName: Type.String(), name: Type.String(), headImgUrl: Type.String(), hasPwd: Type.Boolean(),
  orgId: Type.String(), isSuper: Type.Integer(),
});
export type User = Static<typeof User>;
const Role = Type.Object({ roleCode: Type.String(), roleName: Type.String() });
const Dept = Type.Object({ id: Id, title: Type.String() });
const Org = Type.Object({ id: Id, name: Type.String() });
/** Verification payload (specification, section 3). `isBuilder` is 1 for who may open the build centre. */
const profile = {
  user: User, isBuilder: Type.Integer(), roleList: Type.Array(Role), org: Org, deptList: Type.Array(Dept),
  regionCode: Type.String(), tenantId: Id, inviteLink: Type.String(), inviteStatus: Type.Integer(),
  domain: Type.String(), domainStatus: Type.Integer(),
};
export const Profile = Type.Object(profile);
export type Profile = Static<typeof Profile>;
export const SignInData = Type.Object({ token: Type.String(), userid: Id, tenant: Id, regionId: Type.String(), ...profile });
export type SignInData = Static<typeof SignInData>;

export const DeptNode = Type.Cyclic({ DeptNode: Type.Object({ id: Type.String(), parentId: Type.String(), title: Type.String(), children: Type.Array(Type.Ref('DeptNode')) }) }, 'DeptNode');
export interface DeptNode { id: string; parentId: string; title: string; children: DeptNode[] }
const areaOf = (levels: number): TSchema => Type.Object({ code: Type.String(), label: Type.String(), ...(levels > 1 && { children: Type.Optional(Type.Array(areaOf(levels - 1))) }) });
/** Province, city, district: a code of GB/T 2260 and its name. */
export interface AreaNode { code: string; label: string; children?: AreaNode[] }
const Deps = Type.Unsafe<DeptNode[]>(Type.Array(DeptNode));

export const upmCalls = [
  defineCall({ id: 'upm.anno.signIn', method: 'POST', path: '/upm/anno/signIn', access: 'anonymous', summary: '登录',
    body: Type.Object({ account: Type.String({ minLength: 1, maxLength: 100 }), password: Type.String({ minLength: 1, maxLength: 200 }), remember: Type.Optional(Type.Boolean()) }, { additionalProperties: false }), data: SignInData }),
  defineCall({ id: 'upm.anno.setup', method: 'POST', path: '/upm/anno/setup', access: 'anonymous', summary: '用一次性链接创建首位管理员',
    body: Type.Object({ link: Type.String(), company: Type.String({ minLength: 1, maxLength: 50 }), account: Type.String({ minLength: 2, maxLength: 50 }), realName: Type.String({ minLength: 1, maxLength: 50 }), password: Type.String() }, { additionalProperties: false }), data: Type.Object({ tenant: Id }) }),
  defineCall({ id: 'upm.tenant.logout', method: 'POST', path: '/upm/tenant/logout', access: 'member', summary: '退出登录', bodyKind: 'form',
    body: Type.Object({ token: Type.Optional(Type.String()) }), data: Type.Null() }),
  defineCall({ id: 'upm.region.profileSummary', method: 'GET', path: '/upm/region/profile/summary', access: 'member', summary: '当前用户', data: Profile }),
  defineCall({ id: 'upm.region.configInfo', method: 'GET', path: '/upm/region/profile/config/info', access: 'member', summary: '区域配置',
    data: Type.Object({ versionPackage: Type.Object({ versionType: Type.String(), name: Type.String() }) }) }),
  defineCall({ id: 'upm.region.getUserRegions', method: 'GET', path: '/upm/region/getUserRegions', access: 'member', summary: '我的区域',
    data: Type.Array(Type.Object({ code: Type.String(), name: Type.String(), tenantId: Id })) }),
  defineCall({ id: 'upm.sysUser.listUserByDefault', method: 'POST', path: '/upm/sysUser/listUserByDefault', access: 'member', summary: '按姓名查找用户',
    body: Type.Object({ name: Type.Optional(Type.String({ maxLength: 100 })), userIds: Type.Optional(Type.Array(Id)), deptIds: Type.Optional(Type.Array(Id)), roleIds: Type.Optional(Type.Array(Id)) }),
    data: Type.Array(Type.Object({ id: Id, realName: Type.String(), headImgUrl: Type.String(), deptName: Type.String() })) }),
  defineCall({ id: 'upm.sysUser.listUserByIds', method: 'POST', path: '/upm/sysUser/listUserByIds', access: 'member', summary: '按编号取用户',
    body: Type.Object({ ids: Type.Array(Id, { maxItems: 1000 }) }), data: Type.Array(Type.Object({ id: Id, realName: Type.String(), headImgUrl: Type.String() })) }),
  defineCall({ id: 'upm.org.assignedTree', method: 'POST', path: '/upm/org/assignedTree', access: 'member', summary: '部门树',
    body: Type.Object({ ids: Type.Array(Id) }), data: Deps }),
  defineCall({ id: 'upm.role.listRoleByType', method: 'GET', path: '/upm/role/listRoleByType', access: 'member', summary: '角色列表',
    data: Type.Array(Type.Object({ id: Id, roleCode: Type.String(), roleName: Type.String() })) }),
  defineCall({ id: 'upm.public.listArea', method: 'GET', path: '/upm/public/listArea', access: 'anonymous', summary: '省市区（GB/T 2260），带 ETag',
    data: Type.Unsafe<AreaNode[]>(Type.Array(areaOf(3))) }),
] as const;
