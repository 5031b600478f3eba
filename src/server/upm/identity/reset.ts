import { problem, type CaptchaAnswer } from '../../../contract/index.ts';
import { AppError, postMessage, problemsError, type Database } from '../../kernel/index.ts';
import { levelOfAnswer } from './captcha.ts';
import { CODE_WAIT, postWhen, checkLinkLimits, type CodeSentAnswer } from './codes.ts';
import { passportUrl } from '../tenants/links.ts';
import { hashPassword, requireStrong, verifyPassword } from './password.ts';
import { setPassword } from './accounts.ts';
import { issueToken, tokenLifetimeMinutes, peekToken, consumeToken } from './one-time-tokens.ts';

export interface ResetLinkRequest {
  email: string;
  ip: string;
  captcha?: CaptchaAnswer | null | undefined;
}

/**
 * Sends a link that resets a forgotten password. Whether an account exists changes neither the
 * answer nor the work done.
 */
export async function sendResetLink(
  db: Database,
  publicUrl: string,
  { email, ip, captcha }: ResetLinkRequest,
): Promise<CodeSentAnswer> {
  const level = await levelOfAnswer(db, captcha);
  await db.withAnonymousTx(async (tx) => {
    await checkLinkLimits(tx, email, { ip, level });
    const [person] = await tx.query<{ id: string }>(
      `select id from upm.app_user where lower(email) = $1 and state = 'active'`,
      [email],
    );
    const link = passportUrl(
      publicUrl,
      'password',
      await issueToken(tx, 'reset', { userId: person?.id }),
    );
    await postWhen(tx, person !== undefined, 'mail', {
      to: email,
      subject: '重设密码',
      code: link,
      text: `请在 ${tokenLifetimeMinutes('reset')} 分钟内打开下面的链接，重新设置你的密码。链接只能使用一次：\n{code}\n\n如果不是你本人操作，请忽略这封邮件，你的密码不会改变。`,
    });
  });
  return { wait: CODE_WAIT, minutes: tokenLifetimeMinutes('reset') };
}

/** Who was given a password cannot keep it: the administrator who gave it knows it. */
async function requireOtherPassword(db: Database, userId: string, password: string): Promise<void> {
  const [given] = await db.asAnonymous<{ hash: string }>(
    `select password_hash as hash from upm.app_user where id = $1 and password_of is not null`,
    [userId],
  );
  if (given && (await verifyPassword(db, given.hash, password)))
    throw problemsError([problem('/password', 'PASSWORD_SAME')]);
}

/**
 * Sets a password with a token that allows it; a password that is too weak does not consume the
 * token. Throws LINK_INVALID, PASSWORD_WEAK, PASSWORD_SAME.
 */
export async function resetPassword(db: Database, secret: string, password: string): Promise<void> {
  requireStrong(password);
  const known = await db.withAnonymousTx((tx) => peekToken(tx, 'reset', secret));
  if (!known?.userId) throw new AppError('LINK_INVALID');
  await requireOtherPassword(db, known.userId, password);
  const passwordHash = await hashPassword(db, password);
  await db.withAnonymousTx(async (tx) => {
    const ticket = await consumeToken(tx, 'reset', secret);
    if (!ticket?.userId) throw new AppError('LINK_INVALID');
    const { email } = await setPassword(tx, ticket.userId, passwordHash);
    if (email !== null)
      await postMessage(tx, null, 'mail', {
        to: email,
        subject: '密码已修改',
        text: '你的密码刚刚被重新设置，所有设备都需要重新登录。\n\n如果不是你本人操作，请立即重设密码并联系企业管理员。',
      });
  });
}
