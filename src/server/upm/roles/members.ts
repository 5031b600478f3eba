import type { InputOf } from '../../../contract/index.ts';
import { AppError, ROLE_ADMIN, ROLE_USER, type TenantTx } from '../../kernel/index.ts';
import { isMainAdmin } from '../directory/member.ts';
import { withoutOwnGain } from '../directory/own-gain.ts';
import { aboutRole, requireOwnRights, functionsOf, notifyMembers, type Actor } from './rights.ts';
import { announceRights } from '../session/renew.ts';
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

/** All of them are notified of every change of members. */
const MAX_ADMINS = 20;
/** The main administrator appoints others, up to so many. */
async function checkMayAppoint(
  tx: TenantTx,
  actor: Actor,
  role: RoleRow,
  more: number,
): Promise<void> {
  if (!(await isMainAdmin(tx, actor.userId))) throw new AppError('ADMIN_BY_MAIN');
  const [row] = await tx.query<{ n: number }>(
    'select count(*) as n from upm.user_role where tenant_id = $1 and role_id = $2',
    [tx.tenant.id, role.id],
  );
  if ((row?.n ?? 0) + more > MAX_ADMINS) throw new AppError('ADMINS_FULL', { max: MAX_ADMINS });
}

/**
 * Gives a role to people; who has it already keeps it. Throws GRANT_BEYOND, OWN_RIGHTS,
 * ADMIN_BY_MAIN, ADMINS_FULL, ROLE_MEMBERS_UNKNOWN.
 */
export async function addRoleMembers(
  tx: TenantTx,
  actor: Actor,
  { roleId, userIds }: InputOf<'upm.userRole.addRoleForSeveralUser'>,
): Promise<{ added: number }> {
  await lockRoles(tx);
  const role = await findRole(tx, roleId);
  requireOwnRights(actor.session, functionsOf(role));
  const wanted = [...new Set(userIds)];
  if (role.code === ROLE_ADMIN) await checkMayAppoint(tx, actor, role, wanted.length);
  await checkMembers(tx, wanted);
  const added = await withoutOwnGain(tx, actor.session, () =>
    tx.query<{ id: string }>(
      `insert into upm.user_role (tenant_id, user_id, role_id) select $1, id, $2
        from unnest($3::text[]) as u(id) on conflict do nothing returning user_id as id`,
      [tx.tenant.id, role.id, wanted],
    ),
  );
  await announceRole(tx, actor, role, added, 'role_add');
  return { added: added.length };
}

/** Tells people that they have a role, or have it no more. */
async function announceRole(
  tx: TenantTx,
  actor: Actor,
  role: RoleRow,
  people: readonly { readonly id: string }[],
  typeCode: 'role_add' | 'role_del',
): Promise<void> {
  const userIds = people.map(({ id }) => id);
  await announceRights(tx, userIds);
  await notifyMembers(tx, actor, {
    userIds,
    typeCode,
    content: `${typeCode === 'role_add' ? '你获得了' : '你不再拥有'}角色“${role.name}”`,
    handlerParams: aboutRole(role),
  });
}

/** Who was an administrator from the beginning has no other role, which every member has. */
const makeUsers = (tx: TenantTx, people: readonly { readonly id: string }[]): Promise<number> =>
  tx.run(
    `insert into upm.user_role (tenant_id, user_id, role_id) select $1, u.id, r.id
      from unnest($2::text[]) as u(id) join upm.role r on r.tenant_id = $1 and r.code = $3
      on conflict do nothing`,
    [tx.tenant.id, people.map(({ id }) => id), ROLE_USER],
  );

async function takeFrom(
  tx: TenantTx,
  actor: Actor,
  role: RoleRow,
  userIds: readonly string[],
): Promise<number> {
  requireOwnRights(actor.session, functionsOf(role));
  if (role.code === ROLE_ADMIN) {
    if (!(await isMainAdmin(tx, actor.userId))) throw new AppError('ADMIN_BY_MAIN');
    // The main administrator stays, so one is always left.
    for (const id of userIds) if (await isMainAdmin(tx, id)) throw new AppError('MAIN_ADMIN_STAYS');
  }
  const gone = await tx.query<{ id: string }>(
    `delete from upm.user_role where tenant_id = $1 and role_id = $2 and user_id = any($3)
      returning user_id as id`,
    [tx.tenant.id, role.id, userIds],
  );
  if (role.code === ROLE_ADMIN) await makeUsers(tx, gone);
  await announceRole(tx, actor, role, gone, 'role_del');
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
