import type { MemberOrder } from '../../../contract/index.ts';
import { isoSql, ROLE_ADMIN } from '../../kernel/index.ts';

/** Departments of a member `m`, the main one first, and roles; both as JSON, and in words. */
const DEPTS = `select json_agg(json_build_object('id', d.id, 'title', d.title, 'isMain', ud.is_main)
  order by ud.is_main desc, d.sort, d.id) as list, string_agg(d.title, '、'
  order by ud.is_main desc, d.sort, d.id) as names
  from upm.user_dept ud join upm.dept d on d.tenant_id = ud.tenant_id and d.id = ud.dept_id
    where ud.tenant_id = m.tenant_id and ud.user_id = m.user_id`;
const ROLES = `select json_agg(json_build_object('id', r.id, 'roleCode', r.code, 'roleName', r.name)
  order by r.name collate "zh-x-icu", r.id) as list, string_agg(r.name, '、'
  order by r.name collate "zh-x-icu", r.id) as names, bool_or(r.code = '${ROLE_ADMIN}') as admin
  from upm.user_role ur join upm.role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
    where ur.tenant_id = m.tenant_id and ur.user_id = m.user_id`;
/** The last time a member `m` signed in. */
const LAST = `select max(at) as at from log.login l where l.tenant_id = m.tenant_id
  and l.user_id = m.user_id and l.ok and l.kind not in ('logout')`;

/**
 * MemberRow of members `m` of tenant $1 in `from`; `from` is the SQL between `from` and the joins
 * added here.
 */
export const memberRowsSql = (from: string): string => `
  select m.user_id as id, m.real_name as "realName", m.head_img_url as "headImgUrl",
    coalesce(p.account, '') as account, coalesce(p.mobile, '') as mobile, coalesce(p.email,
    '') as email,
    m.state, coalesce(r.admin, false) as "isAdmin", coalesce(d.list, '[]') as depts,
      coalesce(d.names, '') as "deptNames", coalesce(r.list, '[]') as roles, coalesce(r.names,
      '') as "roleNames",
    ${isoSql('m.created_at')} as "createdAt", ${isoSql('l.at')} as "lastSignInAt", m.version
  from ${from}
  left join upm.member_person p on p.tenant_id = m.tenant_id and p.user_id = m.user_id
  left join lateral (${DEPTS}) d on true left join lateral (${ROLES}) r on true left join
    lateral (${LAST}) l on true`;

/** The department of a member `m`, the main one first; '' for who is in none. */
export const DEPT_NAME = `coalesce((select d.title from upm.user_dept ud
  join upm.dept d on d.tenant_id = ud.tenant_id and d.id = ud.dept_id
  where ud.tenant_id = m.tenant_id and ud.user_id = m.user_id order by ud.is_main desc, d.sort
    limit 1), '')`;
export const COLLEAGUE = `m.user_id as id, m.real_name as "realName", m.head_img_url as "headImgUrl", ${DEPT_NAME} as "deptName"`;
const NAME = 'm.real_name collate "zh-x-icu"';
/** The order of the phone book. */
const BY_NAME = `order by ${NAME}, m.user_id`;
/** What members `m` are ordered by, from the least; who never came is before all who did. */
const ORDERS: Record<MemberOrder, string> = {
  realName: NAME,
  createdAt: 'm.created_at',
  lastSignInAt: `coalesce((${LAST}), '-infinity')`,
};
/** The order that is asked for; names decide between equals. */
export const orderSql = (sort?: { field: MemberOrder; dir: 'asc' | 'desc' }): string =>
  sort ? `order by ${ORDERS[sort.field]} ${sort.dir}, ${NAME}, m.user_id` : BY_NAME;
