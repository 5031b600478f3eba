import type { MemberOrder } from '../../../contract/index.ts';
import { isoSql, ROLE_ADMIN } from '../../kernel/index.ts';
import { MADE_UP_ACCOUNT } from '../names.ts';

/** Departments of a member `m`, the main one first, and roles; both as JSON, and in words. */
const DEPTS = `select json_agg(json_build_object('id', d.id, 'title', d.title, 'isMain', ud.is_main)
  order by ud.is_main desc, d.sort, d.id) as list, string_agg(d.title, '、'
  order by ud.is_main desc, d.sort, d.id) as names
  from upm.user_dept ud join upm.dept d on d.tenant_id = ud.tenant_id and d.id = ud.dept_id
    where ud.tenant_id = m.tenant_id and ud.user_id = m.user_id`;
const ROLES = `select json_agg(json_build_object('id', r.id, 'roleCode', r.code, 'roleName', r.name)
  order by r.name collate "zh-x-icu", r.id) as list, string_agg(r.name, '、'
  order by r.name collate "zh-x-icu", r.id) as names, bool_or(r.code = '${ROLE_ADMIN}') as admin, bool_or(ur.is_main) as main
  from upm.user_role ur join upm.role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
    where ur.tenant_id = m.tenant_id and ur.user_id = m.user_id`;
/** The last time a member `m` signed in. */
const LAST = `select max(at) as at from log.login l where l.tenant_id = m.tenant_id
  and l.user_id = m.user_id and l.ok and l.kind not in ('logout')`;

/** The account name, or, where no one chose it, what its person signs in with, if there is that. */
const known = (account: string, mobile: string, email: string): string =>
  `coalesce(case when ${account} ~ '${MADE_UP_ACCOUNT}' then coalesce(${mobile}, ${email}) end,
    ${account}, '')`;

/**
 * MemberRow, without what depends on the viewer, of members `m` of tenant $1 in `from`; `from` is
 * the SQL between `from` and the joins added here.
 */
export const memberRowsSql = (from: string): string => `
  select m.user_id as id, m.real_name as "realName", m.head_img_url as "headImgUrl",
    case m.state when 'left' then ${known('m.left_account', 'm.left_mobile', 'm.left_email')}
      else ${known('p.account', 'p.mobile', 'p.email')} end as account, coalesce(p.mobile, '') as mobile, coalesce(p.email,
    '') as email,
    m.state, coalesce(r.admin, false) as "isAdmin", coalesce(r.main, false) as "isMain", coalesce(d.list, '[]') as depts,
      coalesce(d.names, '') as "deptNames", coalesce(r.list, '[]') as roles, coalesce(r.names,
      '') as "roleNames",
    coalesce(m.employee_no, '') as "employeeNo", m.job_title as "jobTitle",
    m.superior_id as "superiorId", coalesce((select s.real_name from upm.member s
      where s.tenant_id = m.tenant_id and s.user_id = m.superior_id), '') as "superiorName",
    ${isoSql('m.created_at')} as "createdAt", ${isoSql('l.at')} as "lastSignInAt", m.version,
    case m.state when 'left' then ${isoSql('m.left_at')} end as "leftAt", coalesce((select h.real_name from upm.member h
      where h.tenant_id = m.tenant_id and h.user_id = m.heir_id), '') as "heirName",
    ${isoSql('i.sent_at')} as "invitedAt", ${isoSql('i.expires_at')} as "inviteUntil"
  from ${from}
  left join upm.member_person p on p.tenant_id = m.tenant_id and p.user_id = m.user_id
  left join upm.invitation i on i.tenant_id = m.tenant_id and i.user_id = m.user_id
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
/**
 * What members `m` are ordered by, from the least; who never came is before all who did, and who has
 * no number is behind all who have one.
 */
const ORDERS: Record<MemberOrder, string> = {
  realName: NAME,
  employeeNo: `lower(m.employee_no)`,
  createdAt: 'm.created_at',
  lastSignInAt: `coalesce((${LAST}), '-infinity')`,
};
/** The order that is asked for; names decide between equals. */
export const orderSql = (sort?: { field: MemberOrder; dir: 'asc' | 'desc' }): string =>
  sort ? `order by ${ORDERS[sort.field]} ${sort.dir} nulls last, ${NAME}, m.user_id` : BY_NAME;
