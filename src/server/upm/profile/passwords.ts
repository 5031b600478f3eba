import { problem } from '../../../contract/index.ts';
import {
  AppError,
  postMessage,
  problemsError,
  type Context,
  type Database,
} from '../../kernel/index.ts';
import { consumeCode } from '../identity/codes.ts';
import { hashPassword, verifyPassword, requireStrong } from '../identity/password.ts';
import { setPassword } from '../identity/accounts.ts';
import { confirmOwnPassword, ownAccountOf, type OwnAccount } from './confirm.ts';

const NOTICE_TEXT = {
  subject: '密码已修改',
  text: '你的活字账号刚刚修改了密码，其他设备已退出登录。如果不是你本人操作，请立即通过“忘记密码”重新设置，并联系管理员。',
};

/** Another password in place of the one that is known. This session goes on, all others end. */
export async function changePassword(
  db: Database,
  ctx: Context,
  { oldPassword, password }: { oldPassword: string; password: string },
): Promise<null> {
  const self = await confirmOwnPassword(db, ctx, oldPassword, '/oldPassword');
  if (self.passwordHash === null) throw new AppError('PASSWORD_NONE');
  return replacePassword(db, ctx, self, password);
}

/**
 * The first password of a person without one, or a reset one, with a code sent to their own number
 * or address.
 */
export async function setWithCode(
  db: Database,
  ctx: Context,
  by: 'mobile' | 'email',
  { code, password }: { code: string; password: string },
): Promise<null> {
  const self = await ownAccountOf(db, ctx);
  const target = self[by];
  // The password is looked at first: a code is good for one try of this.
  requireStrong(password);
  if (!target || !(await consumeCode(db, `bind:${ctx.userId}`, target, code)))
    throw new AppError('CODE_WRONG');
  return replacePassword(db, ctx, self, password);
}

async function replacePassword(
  db: Database,
  ctx: Context,
  self: OwnAccount,
  password: string,
): Promise<null> {
  requireStrong(password);
  if (self.passwordHash !== null && (await verifyPassword(db, self.passwordHash, password)))
    throw problemsError([problem('/password', 'PASSWORD_SAME')]);
  const hash = await hashPassword(db, password);
  await db.withAnonymousTx(async (tx) => {
    // Of two changes at the same moment the later one finds another password than it was made for.
    const [row] = await tx.query<{ password_hash: string | null }>(
      'select password_hash from upm.app_user where id = $1 for update',
      [ctx.userId],
    );
    if (row?.password_hash !== self.passwordHash) throw new AppError('STALE_VERSION');
    await setPassword(tx, ctx.userId, hash, { keep: ctx.session.id });
    if (self.email) await postMessage(tx, null, 'mail', { to: self.email, ...NOTICE_TEXT });
  });
  return null;
}
