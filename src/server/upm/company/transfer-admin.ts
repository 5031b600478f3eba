import type { DataOf, InputOf } from '../../../contract/index.ts';
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
import { DEPT_NAME } from '../directory/member-rows.ts';
import { lockRoles } from '../roles/roles.ts';
import { announceRights } from '../session/renew.ts';

interface Administrators {
  roleId: string;
  isMain: boolean;
  admins: DataOf<'upm.tenant.admins'>['admins'];
}
const ADMINS = `select m.user_id as id, m.real_name as "realName", m.head_img_url as "headImgUrl",
    ${DEPT_NAME} as "deptName", ur.is_main as "isMain",
    case when ur.is_main then 'main' else 'other' end as standing
  from upm.user_role ur join upm.role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
    and r.code = $2
  join upm.member m on m.tenant_id = ur.tenant_id and m.user_id = ur.user_id
  where ur.tenant_id = $1 order by ur.is_main desc, ur.created_at, m.user_id`;

/** The administrators, the main one first, and whether this viewer is the one. */
export async function administrators(db: Database, ctx: Context): Promise<Administrators> {
  return db.withTenant(ctx, async (tx) => {
    const admins = await tx.query<Administrators['admins'][number]>(ADMINS, [
      tx.tenant.id,
      ROLE_ADMIN,
    ]);
    return {
      roleId: await adminRole(tx),
      isMain: admins.some(({ id, isMain }) => isMain && id === ctx.userId),
      admins,
    };
  });
}

async function adminRole(tx: TenantTx): Promise<string> {
  const [role] = await tx.query<{ id: string }>(
    'select id from upm.role where tenant_id = $1 and code = $2',
    [tx.tenant.id, ROLE_ADMIN],
  );
  if (!role) throw new Error('a company without the role of its administrators');
  return role.id;
}

/** The member becomes the main administrator; the former one stays an administrator, or not. */
async function moveAdminRole(tx: TenantTx, from: string, to: string, stay: boolean): Promise<void> {
  const role = await adminRole(tx);
  const tenant = tx.tenant.id;
  const active = await tx.query(
    `select from upm.member where tenant_id = $1 and user_id = $2 and state = 'active'`,
    [tenant, to],
  );
  if (active.length === 0) throw new AppError('MEMBER_UNKNOWN');
  const gone = await tx.run(
    `update upm.user_role set is_main = false where tenant_id = $1 and user_id = $2
      and role_id = $3 and is_main`,
    [tenant, from, role],
  );
  // Another transfer may have been faster.
  if (gone === 0) throw new AppError('ADMIN_BY_MAIN');
  await tx.run(
    `insert into upm.user_role (tenant_id, user_id, role_id, is_main) values ($1, $2, $3, true)
      on conflict (tenant_id, user_id, role_id) do update set is_main = true`,
    [tenant, to, role],
  );
  if (stay) return;
  await tx.run('delete from upm.user_role where tenant_id = $1 and user_id = $2 and role_id = $3', [
    tenant,
    from,
    role,
  ]);
  await tx.run(
    `insert into upm.user_role (tenant_id, user_id, role_id) select $1, $2, id from upm.role
      where tenant_id = $1 and code = $3 on conflict do nothing`,
    [tenant, from, ROLE_USER],
  );
}

/**
 * Makes another member the main administrator, at once. The former one confirms with the password
 * and is an administrator (`stay`) or an ordinary user afterwards; the sessions of both go on with
 * their new rights.
 */
export async function transferAdmin(
  db: Database,
  ctx: Context,
  { userId, password, stay = false }: InputOf<'upm.tenant.changeAdmin'>,
): Promise<null> {
  const self = await confirmOwnPassword(db, ctx, password);
  if (self.passwordHash === null) throw new AppError('PASSWORD_NONE');
  if (userId === ctx.userId) throw new AppError('HAND_OVER_SELF');
  await db.withTenant(ctx, async (tx) => {
    // With every other change of roles and members' states: no two together leave a company without
    // an administrator.
    await lockRoles(tx);
    await moveAdminRole(tx, ctx.userId, userId, stay);
    await announceRights(tx, [userId, ctx.userId]);
    await postMessage(tx, tx.tenant.id, 'message', {
      userIds: [userId],
      typeCode: 'role_mod',
      content: `${ctx.session.realName} 把企业的主管理员转给了你`,
      handlerParams: { roleName: '管理员' },
      fromUserId: ctx.userId,
    });
    await postMessage(tx, tx.tenant.id, 'message', {
      userIds: [ctx.userId],
      typeCode: 'role_mod',
      content: '你已把企业的主管理员转给其他成员',
      handlerParams: { roleName: '管理员' },
      fromUserId: ctx.userId,
    });
  });
  return null;
}
