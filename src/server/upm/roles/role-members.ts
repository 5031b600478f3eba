import type { DataOf, InputOf } from '../../../contract/index.ts';
import {
  AppError,
  likeWithin,
  ROLE_ADMIN,
  type Context,
  type Database,
  type Scope,
} from '../../kernel/index.ts';
import { DEPT_NAME } from '../directory/member-rows.ts';

/**
 * More people at once are of no use in a list; pageUserRoleList and the picker's own calls have
 * pages.
 */
const MAX_LISTED = 1_000;
const PAGE_SIZE = 20;

const BY_NAME = 'm.real_name collate "zh-x-icu", m.user_id';

/** Active members who have one of these roles, each once. */
export const roleUsers = (
  db: Database,
  scope: Scope,
  ids: readonly string[],
): Promise<DataOf<'upm.userRole.listRoleUsers'>> =>
  db.readTenant(
    scope,
    `
  select m.user_id as id, m.real_name as "realName", m.head_img_url as "headImgUrl",
    ${DEPT_NAME} as "deptName" from upm.member m
  where m.tenant_id = $1 and m.state = 'active'
    and exists (select from upm.user_role ur where ur.tenant_id = $1 and ur.user_id = m.user_id
    and ur.role_id = any($2))
  order by ${BY_NAME} limit ${MAX_LISTED}`,
    [scope.tenant.id, ids],
    { name: 'upm-role-users' },
  );

const WHO_HAS = `select m.user_id as "userId", m.real_name as "realName",
  m.head_img_url as "headImgUrl", r.id as "roleId", r.code as "roleCode", r.name as "roleName"
  from upm.user_role ur join upm.role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
  join upm.member m on m.tenant_id = ur.tenant_id and m.user_id = ur.user_id and m.state = 'active'
    where ur.tenant_id = $1`;
const IN_ORDER = `order by ${BY_NAME}, r.code limit ${MAX_LISTED}`;

/**
 * Who has which role: those whose name, role's name or either's id the condition is part of;
 * without one, the caller's own.
 */
export function userRoles(
  db: Database,
  scope: Scope & { userId: string },
  { condition = '' }: InputOf<'upm.userRole.listUserRoleByCnd'>,
): Promise<DataOf<'upm.userRole.listUserRoleByCnd'>> {
  const asked = condition.trim();
  // Each has a plan of its own: one's own roles are read often, and scanning all members would be
  // slow.
  if (asked === '' || asked === scope.userId)
    return db.readTenant(
      scope,
      `${WHO_HAS} and ur.user_id = $2 ${IN_ORDER}`,
      [scope.tenant.id, scope.userId],
      { name: 'upm-own-roles' },
    );
  return db.readTenant(
    scope,
    `${WHO_HAS} and (m.user_id = $2 or r.id = $2 or lower(m.real_name) like $3
      or m.search_key like $3 or lower(r.name) like $3) ${IN_ORDER}`,
    [scope.tenant.id, asked, likeWithin(asked)],
    { name: 'upm-user-roles' },
  );
}

interface Row {
  id: string;
  realName: string;
  headImgUrl: string;
  deptName: string;
  state: string;
  addedAt: string;
  isMain: boolean;
  total: number;
}
const PAGE = `
  select m.user_id as id, m.real_name as "realName", m.head_img_url as "headImgUrl",
    ${DEPT_NAME} as "deptName", m.state, ur.created_at as "addedAt",
    ur.is_main as "isMain",
    count(*) over ()::integer as total
  from upm.user_role ur join upm.member m on m.tenant_id = ur.tenant_id and m.user_id = ur.user_id
  where ur.tenant_id = $1 and ur.role_id = $2
    and (lower(m.real_name) like $3 or m.search_key like $3)
  order by ${BY_NAME} limit $4 offset $5`;

const BY_MAIN = '管理员由主管理员任命和移除';
const MAIN_STAYS = '主管理员只能转给其他成员';
/** Why this caller may not change who has the role; '' where they may. */
async function lockOfRole(
  db: Database,
  { tenant, userId }: Scope & Pick<Context, 'userId'>,
  roleId: string,
): Promise<string> {
  const [row] = await db.readTenant<{ admins: boolean; main: boolean }>(
    { tenant },
    `select r.code = $4 as admins, exists (select from upm.user_role ur where ur.tenant_id = $1
      and ur.user_id = $3 and ur.is_main) as main from upm.role r where r.tenant_id = $1
      and r.id = $2`,
    [tenant.id, roleId, userId, ROLE_ADMIN],
    { name: 'upm-role-lock' },
  );
  if (!row) throw new AppError('ROLE_UNKNOWN');
  return row.admins && !row.main ? BY_MAIN : '';
}

/** A page of a role's members, those switched off among them. Throws ROLE_UNKNOWN. */
export async function pageOfRole(
  db: Database,
  scope: Scope & Pick<Context, 'userId'>,
  { roleId, keyword = '', current = 1, size = PAGE_SIZE }: InputOf<'upm.userRole.pageUserRoleList'>,
): Promise<DataOf<'upm.userRole.pageUserRoleList'>> {
  const locked = await lockOfRole(db, scope, roleId);
  const rows = await db.readTenant<Row>(
    scope,
    PAGE,
    [scope.tenant.id, roleId, likeWithin(keyword), size, (current - 1) * size],
    { name: 'upm-role-page' },
  );
  // A page behind the last one has no row with the total.
  const total =
    rows[0]?.total ??
    (current === 1 ? 0 : (await pageOfRole(db, scope, { roleId, keyword, size })).total);
  const records = rows.map((row) => withLock(row, locked));
  return { records, locked, total, current, size };
}

const withLock = ({ total: _total, ...person }: Row, locked: string) => ({
  ...person,
  locked: locked || (person.isMain ? MAIN_STAYS : ''),
});
