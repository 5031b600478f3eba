import type { DataOf, InputOf } from '../../../contract/index.ts';
import { AppError, type TenantTx } from '../../kernel/index.ts';
import { requireSeats } from '../directory/member.ts';
import type { Contact } from '../identity/invitations.ts';
import { lockRoles } from '../roles/roles.ts';
import { requireManaged, type Viewer as Actor } from '../directory/scope.ts';
import { deptsOfNewcomer, rolesToGive, setDepts } from './departments.ts';
import { inviteOne } from './invite.ts';
import { namesText, notifyAdmins } from './notify.ts';
import { checkNotLeaving } from './offboarding.ts';

interface Leaver {
  realName: string;
  mobile: string | null;
  email: string | null;
  own: boolean;
}
const LEAVER = `select real_name as "realName", left_mobile as mobile, left_email as email,
    upm.is_own_account(user_id) as own from upm.member
  where tenant_id = $1 and user_id = $2 and state = 'left' and joined_as is null for update`;

/** The account was made for this company and is used nowhere else: no one has to be asked. */
async function reactivate(
  tx: TenantTx,
  actor: Actor,
  userId: string,
  roles: readonly string[],
  deptIds: readonly string[],
): Promise<void> {
  await requireSeats(tx, tx.tenant.id, 1);
  await tx.run(
    `update upm.member set state = 'active', left_at = null, heir_id = null, created_at = now(),
      version = version + 1 where tenant_id = $1 and user_id = $2`,
    [tx.tenant.id, userId],
  );
  await tx.run(
    `insert into upm.user_role (tenant_id, user_id, role_id) select $1, $2, id from upm.role
      where tenant_id = $1 and code = any($3) on conflict do nothing`,
    [tx.tenant.id, userId, roles],
  );
  await setDepts(tx, actor, userId, deptIds);
}

/**
 * Brings a former member back, without what they were allowed before. Who has a number or address
 * of their own is asked there. Throws MEMBER_UNKNOWN, MEMBER_STATE, MEMBERS_FULL, RESTORE_CONTACT
 * and what roles refuse.
 */
export async function restoreMember(
  tx: TenantTx,
  publicUrl: string,
  actor: Actor,
  { userId, deptIds, roleIds }: InputOf<'upm.userOrg.restoreUser'>,
): Promise<DataOf<'upm.userOrg.restoreUser'>> {
  await lockRoles(tx);
  const [leaver] = await tx.query<Leaver>(LEAVER, [tx.tenant.id, userId]);
  if (!leaver) throw new AppError('MEMBER_UNKNOWN');
  await requireManaged(tx, actor, [{ id: userId, realName: leaver.realName }], '恢复');
  const depts = await deptsOfNewcomer(tx, actor, deptIds);
  await checkNotLeaving(tx, [userId]);
  const roles = await rolesToGive(tx, actor.session, roleIds ?? []);
  const { realName, mobile, email } = leaver;
  const contact: Contact | null = mobile ? { mobile } : email ? { email } : null;
  if (leaver.own) await reactivate(tx, actor, userId, roles, depts);
  else if (contact === null) throw new AppError('RESTORE_CONTACT', { name: realName });
  else {
    await requireSeats(tx, tx.tenant.id, 1);
    const invitee = { realName, to: contact, deptIds: depts };
    await inviteOne(tx, publicUrl, actor, invitee, roles);
  }
  await notifyAdmins(
    tx,
    actor,
    'user_add',
    leaver.own
      ? `离职成员“${namesText([realName])}”已恢复`
      : `已邀请离职成员“${namesText([realName])}”回来`,
    { userIds: [userId], also: leaver.own ? [userId] : [] },
  );
  return { state: leaver.own ? 'active' : 'invited' };
}
