import { defineCall } from './call.ts';
import { Profile } from './people-shapes.ts';

export const tenantCalls = [
  defineCall({
    id: 'upm.region.profileSummary',
    method: 'GET',
    path: '/upm/region/profile/summary',
    access: 'member',
    summary: '当前用户',
    data: Profile,
  }),
] as const;
