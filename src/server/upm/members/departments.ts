import type { DataOf } from '../../../contract/index.ts';
import {
  AppError,
  ROLE_ADMIN,
  ROLE_USER,
  type Session,
  type TenantTx,
} from '../../kernel/index.ts';
import { isAuthorized } from '../../../contract/index.ts';
import { requireOwnRights, functionsOf } from '../roles/rights.ts';
import { findRoles } from '../roles/roles.ts';
import type { Member } from '../directory/member.ts';
import {
  delegateOf,
  requireManagedDepts,
  requireSomeDept,
  type Viewer as Actor,
} from '../directory/scope.ts';

/** Every one of them is a department whose members the caller manages; throws DEPT_UNKNOWN. */
async function checkDepts(tx: TenantTx, actor: Actor, deptIds: readonly string[]): Promise<void> {
  const wanted = [...new Set(deptIds)];
  // Locked against being deleted until the people are in.
  const found = await tx.query(
    'select from upm.dept where tenant_id = $1 and id = any($2) for key share',
    [tx.tenant.id, wanted],
  );
  if (found.length < wanted.length) throw new AppError('DEPT_UNKNOWN');
  await requireManagedDepts(tx, actor, 'user', wanted);
}

/** The departments of who comes in; throws DEPT_UNKNOWN, SCOPE_DEPT_NEEDED. */
export async function deptsOfNewcomer(
  tx: TenantTx,
  actor: Actor,
  deptIds: readonly string[] | null | undefined,
): Promise<string[]> {
  const wanted = [...new Set(deptIds ?? [])];
  requireSomeDept(actor, wanted);
  await checkDepts(tx, actor, wanted);
  return wanted;
}

/** Sets the departments of a member; the first is the main one. */
export async function setDepts(
  tx: TenantTx,
  actor: Actor,
  userId: string,
  deptIds: readonly string[],
): Promise<void> {
  const wanted = await deptsOfNewcomer(tx, actor, deptIds);
  await tx.run(
    'delete from upm.user_dept where tenant_id = $1 and user_id = $2 and dept_id <> all($3)',
    [tx.tenant.id, userId, wanted],
  );
  await tx.run(
    `insert into upm.user_dept (tenant_id, user_id, dept_id, is_main) select $1, $2, id, place = 1
    from unnest($3::text[]) with ordinality as d(id, place)
    on conflict (tenant_id, user_id, dept_id) do update set is_main = excluded.is_main`,
    [tx.tenant.id, userId, wanted],
  );
}

/** Members with departments and no main one get the first as their main one. */
async function ensureMainDepartment(tx: TenantTx, userIds: readonly string[]): Promise<void> {
  await tx.run(
    `update upm.user_dept ud set is_main = true from (
      select distinct on (u.user_id) u.user_id, u.dept_id from upm.user_dept u
        join upm.dept d on d.tenant_id = u.tenant_id and d.id = u.dept_id
      where u.tenant_id = $1 and u.user_id = any($2)
        and not exists (select from upm.user_dept x where x.tenant_id = $1 and x.user_id = u.user_id
        and x.is_main) order by u.user_id, d.sort, d.id) f
    where ud.tenant_id = $1 and ud.user_id = f.user_id and ud.dept_id = f.dept_id`,
    [tx.tenant.id, userIds],
  );
}

/**
 * Puts people into a department besides their others; answers how many were not in it (or, with
 * `isMain`, had another main one).
 */
export async function joinDept(
  tx: TenantTx,
  actor: Actor,
  userIds: readonly string[],
  deptId: string,
  isMain: boolean,
): Promise<number> {
  await checkDepts(tx, actor, [deptId]);
  if (isMain)
    await tx.run(
      `update upm.user_dept set is_main = false where tenant_id = $1 and user_id = any($2)
        and dept_id <> $3 and is_main`,
      [tx.tenant.id, userIds, deptId],
    );
  const count = await tx.run(
    `insert into upm.user_dept as ud (tenant_id, user_id, dept_id, is_main) select $1, id, $3, $4
    from unnest($2::text[]) as u(id)
    on conflict (tenant_id, user_id, dept_id) do update set is_main = true where $4
      and not ud.is_main`,
    [tx.tenant.id, userIds, deptId, isMain],
  );
  await ensureMainDepartment(tx, userIds);
  return count;
}

const WITHOUT_DEPT = `select m.real_name as name from upm.member m where m.tenant_id = $1
  and m.user_id = any($2) and not exists (select from upm.user_dept u where u.tenant_id = $1
  and u.user_id = m.user_id) limit 1`;

/**
 * Takes people out of a department; answers how many were in it. A delegated administrator leaves no one
 * without any. Throws DEPT_UNKNOWN, MEMBER_OUTSIDE.
 */
export async function leaveDept(
  tx: TenantTx,
  actor: Actor,
  userIds: readonly string[],
  deptId: string,
): Promise<number> {
  await checkDepts(tx, actor, [deptId]);
  const count = await tx.run(
    'delete from upm.user_dept where tenant_id = $1 and dept_id = $2 and user_id = any($3)',
    [tx.tenant.id, deptId, userIds],
  );
  if (delegateOf(actor, 'user') !== null) {
    const [left] = await tx.query<{ name: string }>(WITHOUT_DEPT, [tx.tenant.id, userIds]);
    if (left)
      throw new AppError('MEMBER_OUTSIDE', {
        name: left.name,
        why: '只在这个部门任职',
        deed: '移出',
      });
  }
  await ensureMainDepartment(tx, userIds);
  return count;
}

/**
 * Roles by id as codes, for people who are invited: only what the inviting user may give. The role
 * of every member is always among them.
 */
export async function rolesToGive(
  tx: TenantTx,
  session: Session,
  roleIds: readonly string[],
): Promise<string[]> {
  if (roleIds.length === 0) return [ROLE_USER];
  if (!isAuthorized('can:role.manage', session)) throw new AppError('FORBIDDEN');
  const roles = await findRoles(tx, [...new Set(roleIds)]);
  for (const role of roles) {
    if (role.code === ROLE_ADMIN) throw new AppError('ADMIN_BY_MAIN');
    requireOwnRights(session, functionsOf(role));
  }
  return [...new Set([ROLE_USER, ...roles.map(({ code }) => code)])];
}

/**
 * Sets the roles of a member, the administrator's aside; returns whether anything changed. Rights
 * that change end their sessions.
 */
export async function setRoles(
  tx: TenantTx,
  session: Session,
  member: Member,
  roleIds: readonly string[],
): Promise<boolean> {
  const has = await tx.query<DataOf<'upm.userOrg.detailUserInfo'>['roles'][number]>(
    `select r.id, r.code as "roleCode", r.name as "roleName" from upm.user_role ur
      join upm.role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id where ur.tenant_id = $1
      and ur.user_id = $2`,
    [tx.tenant.id, member.id],
  );
  const kept = has.filter(({ roleCode }) => roleCode === ROLE_ADMIN).map(({ id }) => id);
  const wanted = [...new Set([...kept, ...roleIds])];
  const changed = [
    ...wanted.filter((id) => !has.some((role) => role.id === id)),
    ...has.map(({ id }) => id).filter((id) => !wanted.includes(id)),
  ];
  if (changed.length === 0) return false;
  await rolesToGive(tx, session, changed);
  await tx.run(
    'delete from upm.user_role where tenant_id = $1 and user_id = $2 and role_id <> all($3)',
    [tx.tenant.id, member.id, wanted],
  );
  await tx.run(
    `insert into upm.user_role (tenant_id, user_id, role_id) select $1, $2, id
      from unnest($3::text[]) as r(id) on conflict do nothing`,
    [tx.tenant.id, member.id, wanted],
  );
  return true;
}
