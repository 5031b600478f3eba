import { problem } from '../../../contract/index.ts';
import {
  AppError,
  postMessage,
  problemsError,
  type Config,
  type Context,
  type Database,
  type Tx,
} from '../../kernel/index.ts';
import { sendCode, type CodeSentAnswer } from '../identity/codes.ts';
import { emailOf, masked, mobileOf } from '../identity/contacts.ts';
import { sendEmailConfirmation } from '../identity/confirm-email.ts';
import { updateContact } from '../identity/accounts.ts';
import { consumeContactProof } from '../identity/contact-proofs.ts';
import { MADE_UP_ACCOUNT } from '../names.ts';
import { confirmOwnPassword, ownAccountOf, wrongPassword } from './confirm.ts';

type Way = 'mobile' | 'email' | 'wechat';
const LABELS: Readonly<Record<Way, string>> = { mobile: '手机号', email: '邮箱', wechat: '微信' };

/** Has a code sent to one's own number or address, to set a password with. */
export async function sendOwnCode(
  db: Database,
  ctx: Context,
  kind: 'mobile' | 'email',
): Promise<CodeSentAnswer> {
  const target = (await ownAccountOf(db, ctx))[kind];
  if (!target) throw new AppError('REQUIRED', { label: LABELS[kind] });
  return sendCode(db, {
    purpose: `bind:${ctx.userId}`,
    to: kind === 'mobile' ? { mobile: target } : { email: target },
    ip: ctx.ip,
  });
}

/** A mail to where the person can be reached, in case it was not they who did it. */
async function notifyOldContact(
  tx: Tx,
  email: string | null,
  way: Way,
  deed: string,
): Promise<void> {
  if (email)
    await postMessage(tx, null, 'mail', {
      to: email,
      subject: `${LABELS[way]}已${deed}`,
      text: `你的活字账号刚刚${deed}了${LABELS[way]}。\n\n如果不是你本人操作，请立即修改密码并联系管理员。`,
    });
}

/**
 * Sets a verified number as the person's own. The token stays valid when the password was wrong.
 */
export async function changeMobile(
  db: Database,
  ctx: Context,
  { ticket, password }: { ticket: string; password?: string | undefined },
): Promise<null> {
  const self = await confirmOwnPassword(db, ctx, password);
  await db.withAnonymousTx(async (tx) => {
    await updateContact(
      tx,
      ctx.userId,
      await consumeContactProof(tx, `bind:${ctx.userId}`, ticket),
    );
    await notifyOldContact(tx, self.email, 'mobile', '更换');
  });
  return null;
}

/** Has a link sent to the new address, which becomes theirs when it is opened. */
export async function changeEmail(
  db: Database,
  { publicUrl }: Pick<Config, 'publicUrl'>,
  ctx: Context,
  { email, password }: { email: string; password?: string | undefined },
): Promise<CodeSentAnswer> {
  const address = emailOf(email);
  const self = await confirmOwnPassword(db, ctx, password);
  if (self.email?.toLowerCase() === address)
    throw problemsError([problem('/email', 'CONTACT_SAME', { label: LABELS.email })]);
  return sendEmailConfirmation(db, publicUrl, { userId: ctx.userId, email: address });
}

/**
 * Takes a number, an address or WeChat away, as long as the person can still come in: with a
 * password, or by something else.
 */
export async function unbind(
  db: Database,
  ctx: Context,
  way: Way,
  password: string | undefined,
): Promise<null> {
  const self = await confirmOwnPassword(db, ctx, password);
  await db.withAnonymousTx(async (tx) => {
    await tx.query('select 1 from upm.app_user where id = $1 for update', [ctx.userId]);
    if (!(await requireReachable(tx, ctx.userId, way))) throw new AppError('LAST_WAY_IN');
    if (way === 'wechat')
      await tx.run(`delete from upm.identity where user_id = $1 and provider = 'wechat'`, [
        ctx.userId,
      ]);
    else
      await tx.run(
        `update upm.app_user set ${way === 'mobile' ? 'mobile' : 'email'} = null where id = $1`,
        [ctx.userId],
      );
    await notifyOldContact(tx, self.email, way, '解除');
  });
  return null;
}

/**
 * Can the person come in without this? The password needs an account name they chose: one that was
 * made up they do not know.
 */
async function requireReachable(tx: Tx, userId: string, without: Way): Promise<boolean> {
  const [row] = await tx.query<Record<Way | 'password', boolean>>(
    `
    select u.password_hash is not null and u.account !~ $2 as password, u.mobile is not null as mobile,
      u.email is not null as email,
      exists (select from upm.identity i where i.user_id = u.id and i.provider = 'wechat') as wechat
        from upm.app_user u where u.id = $1`,
    [userId, MADE_UP_ACCOUNT],
  );
  return (
    row !== undefined &&
    (row.password ||
      (['mobile', 'email', 'wechat'] as const).some((way) => way !== without && row[way]))
  );
}

/** The e-mail address behind one's own mobile number, half hidden; '' for any other number. */
export async function emailBehind(
  db: Database,
  ctx: Context,
  mobile: string,
): Promise<{ email: string }> {
  const self = await ownAccountOf(db, ctx);
  return {
    email:
      self.mobile !== null && self.mobile === mobileOf(mobile) && self.email
        ? masked(self.email)
        : '',
  };
}

/** Whether number and password are one's own, with one message for both. */
export async function checkPhone(
  db: Database,
  ctx: Context,
  mobile: string,
  password: string,
): Promise<null> {
  const self = await confirmOwnPassword(db, ctx, password);
  if (self.passwordHash === null) throw new AppError('PASSWORD_NONE');
  if (self.mobile !== mobileOf(mobile)) throw wrongPassword();
  return null;
}
