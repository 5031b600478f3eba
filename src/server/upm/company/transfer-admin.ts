import {
  AppError,
  postMessage,
  ROLE_ADMIN,
  ROLE_USER,
  type Context,
  type Database,
  type TenantTx,
} from '../../kernel/index.ts';
import { confirmOwnPassword } from '../profile/confirm.ts';
import { lockRoles } from '../roles/roles.ts';
import { endOtherSessions } from '../session/sessions.ts';

const IS_ADMIN = 'select from upm.user_role where tenant_id = $1 and user_id = $2 and role_id = $3';

async function adminRole(tx: TenantTx): Promise<string> {
  const [role] = await tx.query<{ id: string }>(
    'select id from upm.role where tenant_id = $1 and code = $2',
    [tx.tenant.id, ROLE_ADMIN],
  );
  if (!role) throw new Error('a company without the role of its administrators');
  return role.id;
}

async function moveAdminRole(tx: TenantTx, from: string, to: string): Promise<void> {
  const role = await adminRole(tx);
  const tenant = tx.tenant.id;
  const [member] = await tx.query<{ is_admin: boolean }>(
    `select exists (${IS_ADMIN}) as is_admin from upm.member m where m.tenant_id = $1
      and m.user_id = $2 and m.state = 'active'`,
    [tenant, to, role],
  );
  if (!member) throw new AppError('MEMBER_UNKNOWN');
  // Another administrator may have taken the role away in the meantime.
  const gone = await tx.run(
    'delete from upm.user_role where tenant_id = $1 and user_id = $2 and role_id = $3',
    [tenant, from, role],
  );
  if (gone === 0) throw new AppError('FORBIDDEN');
  if (!member.is_admin)
    await tx.run('insert into upm.user_role (tenant_id, user_id, role_id) values ($1, $2, $3)', [
      tenant,
      to,
      role,
    ]);
  await tx.run(
    `insert into upm.user_role (tenant_id, user_id, role_id) select $1, $2, id from upm.role
      where tenant_id = $1 and code = $3 on conflict do nothing`,
    [tenant, from, ROLE_USER],
  );
}

/**
 * Transfers the administrator's role to another member, at once. The former administrator confirms
 * with the password and is an ordinary user afterwards; both have to sign in again elsewhere, since
 * their rights have changed.
 */
export async function transferAdmin(
  db: Database,
  ctx: Context,
  { userId, password }: { userId: string; password: string },
): Promise<null> {
  const self = await confirmOwnPassword(db, ctx, password);
  if (self.passwordHash === null) throw new AppError('PASSWORD_NONE');
  if (userId === ctx.userId) throw new AppError('HAND_OVER_SELF');
  await db.withTenant(ctx, async (tx) => {
    // With every other change of roles and members' states: no two together leave a company without
    // an administrator.
    await lockRoles(tx);
    await moveAdminRole(tx, ctx.userId, userId);
    await endOtherSessions(tx, userId, { tenantId: tx.tenant.id });
    await endOtherSessions(tx, ctx.userId, { tenantId: tx.tenant.id, keep: ctx.session.id });
    await postMessage(tx, tx.tenant.id, 'message', {
      userIds: [userId],
      typeCode: 'role_mod',
      content: `${ctx.session.realName} 将企业管理员移交给了你`,
      handlerParams: { roleName: '管理员' },
      fromUserId: ctx.userId,
    });
    await postMessage(tx, tx.tenant.id, 'message', {
      userIds: [ctx.userId],
      typeCode: 'role_mod',
      content: '你已将企业管理员移交给其他成员',
      handlerParams: { roleName: '管理员' },
      fromUserId: ctx.userId,
    });
  });
  return null;
}
