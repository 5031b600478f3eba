import { Type, type Static } from 'typebox';
import { defineCall } from './call.ts';
import { Id } from '../metadata/meta.ts';
import { closed } from '../base/closed.ts';

/** First label of a company's own host. */
const Domain = Type.String({ maxLength: 63 });

/** A region; which company of it, when a person has several there. */
const Target = Type.Object(
  { code: Type.String({ minLength: 1, maxLength: 40 }), tenantId: Type.Optional(Id) },
  closed,
);

/** A company a person may work in, by the region its data lives in. */
export const UserRegion = Type.Object({
  code: Type.String(),
  name: Type.String(),
  tenantId: Id,
  tenantName: Type.String(),
});
export type UserRegion = Static<typeof UserRegion>;
/**
 * `domain` and `status` say where the company is served from (1: its own sub-domain); the rest is
 * the session there. `rootHost` is empty where no company has a sub-domain. `handOver` is the
 * one-time code that transfers the session to another host.
 */
export const RegionSwitch = Type.Object({
  domain: Type.String(),
  status: Type.Integer(),
  rootHost: Type.String(),
  handOver: Type.String(),
  token: Type.String(),
  userid: Id,
  tenant: Id,
  regionId: Type.String(),
  remember: Type.Boolean(),
});
export type RegionSwitch = Static<typeof RegionSwitch>;
/**
 * Public information before signing in: whose login page this is, and the available sign-in
 * methods.
 */
export const Dashboard = Type.Object({
  rootHost: Type.String(),
  company: Type.Union([Type.Null(), Type.Object({ name: Type.String(), logo: Type.String() })]),
  ways: Type.Object({ wechat: Type.Boolean() }),
});
export type Dashboard = Static<typeof Dashboard>;

export const regionCalls = [
  defineCall({
    id: 'upm.region.configInfo',
    method: 'GET',
    path: '/upm/region/profile/config/info',
    access: 'member',
    summary: '区域配置',
    data: Type.Object({
      versionPackage: Type.Object({ versionType: Type.String(), name: Type.String() }),
      rootHost: Type.String({ description: 'empty: no company has a sub-domain' }),
    }),
  }),
  defineCall({
    id: 'upm.region.getUserRegions',
    method: 'GET',
    path: '/upm/region/getUserRegions',
    access: 'member',
    summary: '我的区域',
    data: Type.Array(UserRegion),
  }),
  defineCall({
    id: 'upm.region.switch',
    method: 'POST',
    path: '/upm/region/switch',
    access: 'member',
    summary: '切换区域',
    body: Target,
    data: RegionSwitch,
  }),
  defineCall({
    id: 'upm.region.getActiveUserToken',
    method: 'POST',
    path: '/upm/region/getActiveUserToken',
    access: 'member',
    summary: '在我的另一家企业打开登录的一次性凭证，一分钟内有效',
    body: Type.Object(
      {
        ...Target.properties,
        move: Type.Optional(
          Type.Boolean({ description: 'the session that asks ends when the code is used' }),
        ),
      },
      closed,
    ),
    data: Type.Object({
      domain: Type.String(),
      status: Type.Integer(),
      rootHost: Type.String(),
      token: Type.String(),
    }),
  }),
  defineCall({
    id: 'upm.anno.dashboard',
    method: 'GET',
    path: '/upm/anno/dashboard',
    access: 'anonymous',
    summary: '登录前可见的信息',
    query: Type.Object({ domain: Type.Optional(Domain) }),
    data: Dashboard,
  }),
] as const;
