import type { DataOf, InputOf } from '../../../contract/index.ts';
import type { Database, Scope } from '../../kernel/index.ts';

/** Most people one search answers: a person scrolls no further, they type another letter. */
const MAX_PEOPLE = 200;

/** % and _ are characters people may type, not wildcards. */
const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&');
const orNull = (ids: readonly string[] | undefined) => (ids?.length ? ids : null);

/** Members by part of the name, in the order of the phone book; with ids given, only those, these departments (and below) or roles. */
const SEARCH = `
  with recursive below as (
    select id from upm.dept where tenant_id = $1 and id = any($4)
    union select d.id from upm.dept d join below on d.parent_id = below.id where d.tenant_id = $1
  )
  select m.user_id as id, m.real_name as "realName", m.head_img_url as "headImgUrl",
    coalesce((select d.title from upm.user_dept ud join upm.dept d on d.tenant_id = ud.tenant_id and d.id = ud.dept_id
      where ud.tenant_id = $1 and ud.user_id = m.user_id order by ud.is_main desc, d.sort limit 1), '') as "deptName"
  from upm.member m
  where m.tenant_id = $1 and m.state = 'active' and m.real_name like $2
    and (($3::text[] is null and $4::text[] is null and $5::text[] is null)
      or m.user_id = any($3)
      or exists (select from upm.user_dept ud where ud.tenant_id = $1 and ud.user_id = m.user_id and ud.dept_id in (select id from below))
      or exists (select from upm.user_role ur where ur.tenant_id = $1 and ur.user_id = m.user_id and ur.role_id = any($5)))
  order by m.real_name collate "zh-x-icu", m.user_id limit ${MAX_PEOPLE}`;

export async function searchPeople(db: Database, scope: Scope, input: InputOf<'upm.sysUser.listUserByDefault'>): Promise<DataOf<'upm.sysUser.listUserByDefault'>> {
  const { name = '', userIds, deptIds, roleIds } = input;
  return db.readTenant(scope, SEARCH, [scope.tenant.id, `%${literal(name.trim())}%`, orNull(userIds), orNull(deptIds), orNull(roleIds)], { name: 'upm-search-people' });
}

/** Members by id in the order asked for, also those who have left: old records still name them. Unknown ids are left out. */
export async function peopleByIds(db: Database, scope: Scope, ids: readonly string[]): Promise<DataOf<'upm.sysUser.listUserByIds'>> {
  return db.readTenant(scope, `
    select m.user_id as id, m.real_name as "realName", m.head_img_url as "headImgUrl"
    from upm.member m where m.tenant_id = $1 and m.user_id = any($2) order by array_position($2, m.user_id)`, [scope.tenant.id, ids], { name: 'upm-people-by-ids' });
}

/**
 * Where other services find the labels of people and departments: they join these under the tenant's role, and row-level
 * security keeps other tenants' rows out. Keyed by (tenant, id).
 */
export const PEOPLE_LABELS = { table: 'upm.member', tenant: 'tenant_id', id: 'user_id', label: 'real_name' } as const;
export const DEPT_LABELS = { table: 'upm.dept', tenant: 'tenant_id', id: 'id', label: 'title' } as const;
