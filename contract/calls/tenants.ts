import { Type } from 'typebox';
import { defineCall } from '../call.ts';
import { Id } from '../meta.ts';
import { Profile } from './people-shapes.ts';

export const tenantCalls = [
  defineCall({ id: 'upm.region.profileSummary', method: 'GET', path: '/upm/region/profile/summary', access: 'member', summary: '当前用户', data: Profile }),
  defineCall({ id: 'upm.region.configInfo', method: 'GET', path: '/upm/region/profile/config/info', access: 'member', summary: '区域配置',
    data: Type.Object({ versionPackage: Type.Object({ versionType: Type.String(), name: Type.String() }) }) }),
  defineCall({ id: 'upm.region.getUserRegions', method: 'GET', path: '/upm/region/getUserRegions', access: 'member', summary: '我的区域',
    data: Type.Array(Type.Object({ code: Type.String(), name: Type.String(), tenantId: Id })) }),
] as const;
