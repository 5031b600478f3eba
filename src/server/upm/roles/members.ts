import type { InputOf } from '../../../contract/index.ts';
import { AppError, ROLE_ADMIN, type TenantTx } from '../../kernel/index.ts';
import {
  aboutRole,
  requireOwnRights,
  endAffectedSessions,
  functionsOf,
  notifyMembers,
  type Actor,
} from './rights.ts';
import { findRole, findRoles, lockRoles, type RoleRow } from './roles.ts';

/** Each of them has to be an active member; the error says how many are not, never which. */
async function checkMembers(tx: TenantTx, userIds: readonly string[]): Promise<void> {
  const [row] = await tx.query<{ n: number }>(
    `select count(*)::integer as n from upm.member where tenant_id = $1 and state = 'active'
      and user_id = any($2)`,
    [tx.tenant.id, userIds],
  );
  const missing = userIds.length - (row?.n ?? 0);
  if (missing > 0) throw new AppError('ROLE_MEMBERS_UNKNOWN', { count: missing });
}

/**
 * Gives a role to people; who has it already keeps it. Throws GRANT_BEYOND, ADMIN_BY_TRANSFER,
 * ROLE_MEMBERS_UNKNOWN.
 */
export async function addRoleMembers(
  tx: TenantTx,
  actor: Actor,
  { roleId, userIds }: InputOf<'upm.userRole.addRoleForSeveralUser'>,
): Promise<{ added: number }> {
  await lockRoles(tx);
  const role = await findRole(tx, roleId);
  if (role.code === ROLE_ADMIN) throw new AppError('ADMIN_BY_TRANSFER');
  requireOwnRights(actor.session, functionsOf(role));
  const wanted = [...new Set(userIds)];
  await checkMembers(tx, wanted);
  const added = (
    await tx.query<{ id: string }>(
      `insert into upm.user_role (tenant_id, user_id, role_id) select $1, id, $2
        from unnest($3::text[]) as u(id) on conflict do nothing returning user_id as id`,
      [tx.tenant.id, role.id, wanted],
    )
  ).map(({ id }) => id);
  await endAffectedSessions(tx, actor, {
    roleId: role.id,
    userIds: added,
    functions: functionsOf(role),
  });
  await notifyMembers(tx, actor, {
    userIds: added,
    typeCode: 'role_add',
    content: `你获得了角色“${role.name}”`,
    handlerParams: aboutRole(role),
  });
  return { added: added.length };
}

/** Administrators who could go on: active ones, without those given. */
async function checkAdminLeft(
  tx: TenantTx,
  role: RoleRow,
  leaving: readonly string[],
): Promise<void> {
  const left = await tx.query(
    `select from upm.user_role ur join upm.member m on m.tenant_id = ur.tenant_id
    and m.user_id = ur.user_id and m.state = 'active'
    where ur.tenant_id = $1 and ur.role_id = $2 and ur.user_id <> all($3) limit 1`,
    [tx.tenant.id, role.id, leaving],
  );
  if (left.length === 0) throw new AppError('LAST_ADMIN');
}

async function takeFrom(
  tx: TenantTx,
  actor: Actor,
  role: RoleRow,
  userIds: readonly string[],
): Promise<number> {
  requireOwnRights(actor.session, functionsOf(role));
  if (role.code === ROLE_ADMIN) {
    if (!actor.session.isSuper) throw new AppError('ADMIN_BY_TRANSFER');
    await checkAdminLeft(tx, role, userIds);
  }
  const gone = (
    await tx.query<{ id: string }>(
      `delete from upm.user_role where tenant_id = $1 and role_id = $2 and user_id = any($3)
        returning user_id as id`,
      [tx.tenant.id, role.id, userIds],
    )
  ).map(({ id }) => id);
  await endAffectedSessions(tx, actor, {
    roleId: role.id,
    userIds: gone,
    functions: functionsOf(role),
  });
  await notifyMembers(tx, actor, {
    userIds: gone,
    typeCode: 'role_del',
    content: `你不再拥有角色“${role.name}”`,
    handlerParams: aboutRole(role),
  });
  return gone.length;
}

/** Takes a role from people; who does not have it is passed over. */
export async function removeRoleMembers(
  tx: TenantTx,
  actor: Actor,
  { roleId, userIds }: InputOf<'upm.userRole.deleteUserRole'>,
): Promise<{ removed: number }> {
  await lockRoles(tx);
  return { removed: await takeFrom(tx, actor, await findRole(tx, roleId), userIds) };
}

/** Takes roles from one person, all or none. */
export async function removeRolesOf(
  tx: TenantTx,
  actor: Actor,
  { userId, roleIds }: InputOf<'upm.userRole.removeUserRole'>,
): Promise<{ removed: number }> {
  await lockRoles(tx);
  let removed = 0;
  for (const role of await findRoles(tx, [...new Set(roleIds)]))
    removed += await takeFrom(tx, actor, role, [userId]);
  return { removed };
}
