import { Type } from 'typebox';
import { defineCall } from './call.ts';
import { MAX_PICTURE_TEXT } from '../base/constants.ts';
import { Id } from '../metadata/meta.ts';
import { Joined } from './people-shapes.ts';
import { closed } from '../base/closed.ts';

const text = (maxLength: number) => Type.String({ maxLength });

/** A company's profile; `area` is a code of upm.public.listArea or ''. */
const profile = {
  name: Type.String({ minLength: 1, maxLength: 50 }),
  industry: text(40),
  area: text(6),
  address: text(200),
  contactName: text(50),
  contactMobile: text(20),
  contactEmail: text(100),
  intro: text(500),
};
const Version = Type.Object({ versionType: Type.String(), name: Type.String() });
/**
 * `code` is the company's short name in letters, null while it has none; changed where it is given,
 * '' takes it away.
 */
const Company = Type.Object({
  id: Id,
  code: Type.Union([Type.String(), Type.Null()]),
  logoUrl: Type.String(),
  ...profile,
  regionCode: Type.String(),
  regionName: Type.String(),
  createdAt: Type.String(),
  version: Type.Integer(),
  versionPackage: Version,
});
/**
 * How much of something a company has; `limit` is null where there is none. `bytes` are shown as
 * megabytes.
 */
const Usage = Type.Object({
  key: Type.String(),
  title: Type.String(),
  unit: Type.String(),
  used: Type.Number(),
  limit: Type.Union([Type.Number(), Type.Null()]),
});
/**
 * `inviteExpiresAt` is null while there is no link; `rootHost` '' where no sub-domains are offered;
 * `address` '' while the sub-domain is not in use.
 */
const RegionDetail = Type.Object({
  code: Type.String(),
  name: Type.String(),
  tenantId: Id,
  tenantName: Type.String(),
  inviteLink: Type.String(),
  inviteStatus: Type.Integer(),
  inviteExpiresAt: Type.Union([Type.String(), Type.Null()]),
  inviteApproval: Type.Boolean(),
  domain: Type.String(),
  domainStatus: Type.Integer(),
  rootHost: Type.String(),
  address: Type.String(),
});
const access = 'can:company.manage' as const;

export const companyCalls = [
  defineCall({
    id: 'upm.tenant.getUserTenant',
    method: 'GET',
    path: '/upm/tenant/getUserTenant',
    access: 'member',
    summary: '我所在的企业',
    data: Type.Array(
      Type.Object({
        id: Id,
        name: Type.String(),
        logoUrl: Type.String(),
        regionCode: Type.String(),
        regionName: Type.String(),
        isAdmin: Type.Boolean(),
        current: Type.Boolean(),
      }),
    ),
  }),
  defineCall({
    id: 'upm.tenant.detailTenant',
    method: 'GET',
    path: '/upm/tenant/detailTenant',
    access,
    summary: '企业资料',
    data: Company,
  }),
  defineCall({
    id: 'upm.tenant.updateTenant',
    method: 'POST',
    path: '/upm/tenant/updateTenant',
    access,
    summary: '修改企业资料',
    operation: true,
    body: Type.Object(
      { ...profile, code: Type.Optional(text(30)), version: Type.Integer({ minimum: 1 }) },
      closed,
    ),
    data: Type.Object({ version: Type.Integer() }),
  }),
  defineCall({
    id: 'upm.tenant.updateLogo',
    method: 'POST',
    bodySize: 'record',
    path: '/upm/tenant/logo',
    access,
    summary: '更换企业标志',
    operation: true,
    body: Type.Object({ picture: Type.Union([text(MAX_PICTURE_TEXT), Type.Null()]) }, closed),
    data: Type.Object({ logoUrl: Type.String() }),
  }),
  defineCall({
    id: 'upm.tenant.usage',
    method: 'GET',
    path: '/upm/tenant/usage',
    access,
    summary: '版本用量',
    data: Type.Object({ versionPackage: Version, usage: Type.Array(Usage) }),
  }),
  defineCall({
    id: 'upm.tenant.changeAdmin',
    method: 'POST',
    path: '/upm/tenant/changeAdmin',
    access: 'admin',
    summary: '转移主管理员',
    operation: true,
    body: Type.Object(
      {
        userId: Id,
        password: Type.String({ minLength: 1, maxLength: 200 }),
        stay: Type.Optional(
          Type.Boolean({ description: 'the former one stays an administrator; else a user' }),
        ),
      },
      closed,
    ),
    data: Type.Null(),
  }),
  defineCall({
    id: 'upm.tenant.admins',
    method: 'GET',
    path: '/upm/tenant/admins',
    access,
    summary: '企业的管理员',
    data: Type.Object({
      roleId: Id,
      isMain: Type.Boolean({ description: 'of the caller' }),
      admins: Type.Array(
        Type.Object({
          id: Id,
          realName: Type.String(),
          headImgUrl: Type.String(),
          deptName: Type.String(),
          isMain: Type.Boolean(),
          standing: Type.Union([Type.Literal('main'), Type.Literal('other')]),
        }),
      ),
    }),
  }),
  defineCall({
    id: 'upm.region.detail',
    method: 'GET',
    path: '/upm/region/{id}',
    access,
    summary: '区域详情：邀请链接与域名',
    params: Type.Object({ id: Id }),
    data: RegionDetail,
  }),
  defineCall({
    id: 'upm.region.inviteLinkControl',
    method: 'POST',
    path: '/upm/region/inviteLinkControl',
    access,
    summary: '设置企业邀请链接',
    operation: true,
    body: Type.Object(
      {
        status: Type.Optional(Type.Union([Type.Literal(0), Type.Literal(1)])),
        days: Type.Optional(
          Type.Integer({ minimum: 1, maximum: 365, description: 'a new link, good for so long' }),
        ),
        approval: Type.Optional(
          Type.Boolean({
            description: 'who comes by the link has to be let in; on for a first link',
          }),
        ),
        renew: Type.Optional(
          Type.Boolean({ description: 'a new link; the one before stops at once' }),
        ),
      },
      closed,
    ),
    data: RegionDetail,
  }),
  defineCall({
    id: 'upm.region.join',
    method: 'POST',
    path: '/upm/region/join',
    access: 'member',
    summary: '通过邀请链接加入另一家企业',
    body: Type.Object(
      {
        link: Type.String({
          minLength: 1,
          maxLength: 200,
          description: 'the secret of the link, or the whole of it',
        }),
      },
      closed,
    ),
    data: Joined,
  }),
  defineCall({
    id: 'upm.region.updateDomain',
    method: 'POST',
    path: '/upm/region/updateDomain',
    access,
    summary: '修改企业域名',
    operation: true,
    body: Type.Object({ domain: text(63) }, closed),
    data: RegionDetail,
  }),
  defineCall({
    id: 'upm.region.updateDomainStatus',
    method: 'POST',
    path: '/upm/region/updateDomainStatus',
    access,
    summary: '启用或停用企业域名',
    operation: true,
    body: Type.Object({ status: Type.Union([Type.Literal(0), Type.Literal(1)]) }, closed),
    data: RegionDetail,
  }),
  defineCall({
    id: 'upm.public.picture',
    method: 'GET',
    path: '/upm/public/picture/{key}',
    access: 'anonymous',
    summary: '头像与企业标志',
    answer: 'raw',
    uploaded: true,
    params: Type.Object({ key: Type.String({ maxLength: 64 }) }),
    data: Type.Unknown(),
  }),
] as const;
