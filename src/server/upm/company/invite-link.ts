import { AppError, type Context, type Database, type TenantTx } from '../../kernel/index.ts';
import { createInvite, inviteOf, setApproval, switchInvite } from '../identity/invites.ts';

export interface InviteWish {
  status?: 0 | 1 | undefined;
  days?: number | undefined;
  renew?: boolean | undefined;
  approval?: boolean | undefined;
}

/**
 * Switches the company's invite link on or off, or renews it (`renew`, or `days` for another
 * validity): the former link becomes invalid at once. Switching on without a valid link makes one.
 */
export async function controlInvite(
  db: Database,
  ctx: Context,
  { status, days, renew = false, approval }: InviteWish,
): Promise<void> {
  await db.withTenant(ctx, async (tx) => {
    const invite = await inviteOf(tx, tx.tenant.id);
    const isOver = !invite || invite.expiresAt.getTime() <= Date.now();
    if (renew || days !== undefined || (status === 1 && isOver)) {
      await createInvite(tx, tx.tenant.id, {
        createdBy: ctx.userId,
        ...(days !== undefined && { days }),
        ...(invite && { approval: invite.approval }),
        ...(invite?.deptId && { deptId: invite.deptId }),
      });
    }
    if (approval !== undefined) await setApproval(tx, tx.tenant.id, approval);
    if (status !== undefined) await switchTo(tx, status === 1);
  });
}

async function switchTo(tx: TenantTx, isOn: boolean): Promise<void> {
  const isSwitched = await switchInvite(tx, tx.tenant.id, isOn);
  if (isOn && !isSwitched) throw new AppError('INVITE_INVALID');
}
