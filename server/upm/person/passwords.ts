import { AppError, post, type Context, type Database, type Tx } from '../../kernel/index.ts';
import { hashPassword, passwordFits, requireStrong } from '../identity/password.ts';
import { endOtherSessions } from '../session/sessions.ts';
import { confirmSelf, type Self } from './confirm.ts';

const TOLD = { subject: '密码已修改', text: '您的活字账号刚刚修改了密码，其他设备已退出登录。如果不是您本人操作，请立即通过“忘记密码”重新设置，并联系管理员。' };

/** Writes the new hash where the old one still stands, and ends what was opened with the old one; the person is told by mail. */
async function replace(tx: Tx, ctx: Context, self: Self, hash: string): Promise<void> {
  const changed = await tx.run('update upm.app_user set password_hash = $2 where id = $1 and password_hash is not distinct from $3', [ctx.userId, hash, self.passwordHash]);
  if (changed === 0) throw new AppError('STALE_VERSION');
  await endOtherSessions(tx, ctx.userId, { keep: ctx.session.id });
  if (self.email) await post(tx, null, 'mail', { to: self.email, ...TOLD });
}

/** Another password in place of the one that is known. This session goes on, all others end. */
export async function changePassword(db: Database, ctx: Context, { oldPassword, password }: { oldPassword: string; password: string }): Promise<null> {
  const self = await confirmSelf(db, ctx, oldPassword);
  if (self.passwordHash === null) throw new AppError('PASSWORD_NONE');
  await setPassword(db, ctx, self, password);
  return null;
}

/** Sets the password of somebody who has proved who they are. `within` runs in the same transaction (a code is used up with it). */
export async function setPassword(db: Database, ctx: Context, self: Self, password: string, within?: (tx: Tx) => Promise<void>): Promise<void> {
  requireStrong(password);
  if (self.passwordHash !== null && await passwordFits(self.passwordHash, password)) throw new AppError('PASSWORD_SAME');
  const hash = await hashPassword(password);
  await db.withGate(async (tx) => {
    await within?.(tx);
    await replace(tx, ctx, self, hash);
  });
}
