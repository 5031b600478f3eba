import { AppError, type TenantTx } from '../../kernel/index.ts';
import { checkMayChange, findMembers, type Member } from '../directory/member.ts';
import type { Viewer as Actor } from '../directory/scope.ts';
import { moveSubordinates } from '../directory/superiors.ts';
import { noteWithdrawn } from '../identity/invitations.ts';
import { lockRoles } from '../roles/roles.ts';
import { namesText, notifyAdmins } from './notify.ts';
import { deactivateMember, leaveAgain } from './offboarding.ts';
import { AssetKinds } from './reassignment.ts';

/** Who worked here before is as they left; what is named by something of the company stays named. */
async function withdraw(tx: TenantTx, { id }: Member): Promise<void> {
  await noteWithdrawn(tx, id);
  const [row] = await tx.query<{ place: boolean }>('select upm.is_place($1) as place', [id]);
  if (row?.place !== true) return leaveAgain(tx, id);
  const isNamed = (await tx.state.of(AssetKinds).owned(tx, id)).length > 0;
  if (isNamed) await deactivateMember(tx, id);
  else await removePlace(tx, id);
}

async function removePlace(tx: TenantTx, userId: string): Promise<void> {
  await moveSubordinates(tx, userId);
  await tx.run('delete from upm.member where tenant_id = $1 and user_id = $2', [
    tx.tenant.id,
    userId,
  ]);
}

/**
 * Takes invitations back that were not answered. The place of a person who never came goes;
 * who worked here before, or is named somewhere, is among those who left. Throws MEMBER_STATE.
 */
export async function withdrawInvitations(
  tx: TenantTx,
  actor: Actor,
  userIds: readonly string[],
): Promise<{ count: number }> {
  await lockRoles(tx);
  const members = await findMembers(tx, actor, userIds, '撤回邀请');
  await checkMayChange(tx, actor, members, '撤回邀请');
  const joined = members.find(({ state }) => state !== 'invited');
  if (joined)
    throw new AppError('MEMBER_STATE', {
      name: joined.realName,
      state: '已经加入',
      deed: '撤回邀请',
    });
  for (const member of members) await withdraw(tx, member);
  await notifyAdmins(
    tx,
    actor,
    'user_del',
    `对“${namesText(members.map(({ realName }) => realName))}”的邀请已撤回`,
  );
  return { count: members.length };
}
