import { Type } from 'typebox';
import { closed } from '../base/closed.ts';
import { Id } from '../metadata/meta.ts';
import { defineCall } from './call.ts';
import { SignInData } from './people-shapes.ts';

/** Minutes an administrator sees the company as another person does before it ends by itself. */
export const VIEWING_MINUTES = 30;

/** Viewing as another person: what they may read, and nothing else (docs/decisions/0031). */
export const viewingCalls = [
  /** The session goes on under a new token, with the other person's rights and read only. */
  defineCall({
    id: 'upm.viewing.begin',
    method: 'POST',
    path: '/upm/viewing/begin',
    access: 'can:user.viewAs',
    operation: true,
    summary: '以成员的身份查看',
    body: Type.Object({ userId: Id }, closed),
    data: SignInData,
  }),
  /** The session is the administrator's own again, under a new token. */
  defineCall({
    id: 'upm.viewing.end',
    method: 'POST',
    path: '/upm/viewing/end',
    access: 'member',
    operation: true,
    summary: '结束以成员的身份查看',
    body: Type.Object({ userId: Id }, closed),
    data: SignInData,
  }),
] as const;

/**
 * Calls that are answered while viewing as another person, with that person's rights. Each of them
 * only reads, and reads nothing that is personal: no messages, sign-ins, contacts, drafts or
 * submissions. Every other call is refused.
 */
const READ_WHILE_VIEWING: ReadonlySet<string> = new Set([
  'upm.region.profileSummary',
  'upm.region.configInfo',
  'upm.region.getUserRegions',
  'upm.public.listArea',
  'upm.public.picture',
  'upm.anno.dashboard',
  'upm.userOrg.pageUserOrgByCnd',
  'upm.userOrg.getUserByOrgIds',
  'upm.userOrg.listOrgByUserId',
  'upm.userOrg.getUserByOrg',
  'upm.region.getUserByRegionCode',
  'upm.sysUser.listUserByDefault',
  'upm.sysUser.countUser',
  'upm.sysUser.listUserByIds',
  'upm.sysUser.listUserByCnd',
  'upm.sysUser.listByIdsAndName',
  'upm.org.assignedTree',
  'upm.org.tree',
  'upm.org.detailOrgGroup',
  'upm.org.listOrgByIds',
  'upm.org.getOrgGroupOwnerById',
  'upm.org.getOrgGroupOwnerByIds',
  'upm.role.tree',
  'upm.role.listRoleByType',
  'upm.functionAuth.userAuths',
  'busmodel.workGroup.list',
  'system.dict.catalog',
  'system.dict.list',
  'system.dict.dictionary',
  'system.dict.detail',
  'bizmeta.describe.detail',
  'bizmeta.describe.list',
  'bizmeta.describe.fields',
  'bizmeta.record.list',
  'bizmeta.record.detail',
  'bizmeta.record.explain',
  'bizmeta.record.defaults',
  'bizmeta.record.relatedList',
  'bizmeta.record.linkList',
  'bizmeta.record.distinctList',
  'bizmeta.record.refList',
  'bizmeta.record.links',
  'bizmeta.validator.module',
  'bizmeta.app.list',
  'bizmeta.app.get',
  'bizmeta.app.idByDomain',
  'bizmeta.authgroup.explain',
  'bizmeta.search',
  'bizmeta.page.schema',
  'bizmeta.customView.list',
  'bizmeta.customView.detail',
  'bizmeta.dataChangeLog.list',
  'bizmeta.comments.list',
  'storage.attachment.att',
]);
export const isReadWhileViewing = (id: string): boolean => READ_WHILE_VIEWING.has(id);

/** Calls about the session itself: done by who is really there, also while viewing. */
const OWN: ReadonlySet<string> = new Set(['upm.viewing.end', 'upm.tenant.logout']);
export const isOwnCall = (id: string): boolean => OWN.has(id);
