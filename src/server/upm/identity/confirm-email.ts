import { AppError, postMessage, type Database, type Tx } from '../../kernel/index.ts';
import { CODE_WAIT, checkLinkLimits, type CodeSentAnswer } from './codes.ts';
import { contactOf, masked } from './contacts.ts';
import { contactText } from './invitations.ts';
import { passportUrl } from '../tenants/links.ts';
import { updateContact } from './accounts.ts';
import { issueToken, tokenLifetimeMinutes, consumeToken } from './one-time-tokens.ts';

/**
 * Sends a link to a signed-in person's new e-mail address; the address becomes theirs when they
 * open it.
 */
export async function sendEmailConfirmation(
  db: Database,
  publicUrl: string,
  { userId, email }: { userId: string; email: string },
): Promise<CodeSentAnswer> {
  await db.withAnonymousTx(async (tx) => {
    await checkLinkLimits(tx, email, { person: userId });
    await tx.run(`delete from upm.ticket where kind = 'email' and user_id = $1`, [userId]);
    const link = passportUrl(
      publicUrl,
      'email',
      await issueToken(tx, 'email', { userId, target: email }),
    );
    await postMessage(tx, null, 'mail', {
      to: email,
      subject: '启用新邮箱',
      text: `请在 24 小时内打开下面的链接，把这个邮箱设为你的登录邮箱：\n{code}\n\n如果不是你本人操作，请忽略这封邮件。`,
      code: link,
    });
  });
  return { wait: CODE_WAIT, minutes: tokenLifetimeMinutes('email') };
}

const STILL_MISSING = `select from upm.app_user u join upm.member m on m.user_id = u.id
  and m.tenant_id = $2 and m.state = 'active'
  where u.id = $1 and u.mobile is null and u.email is null`;
/** A company may only fill in what is missing, for who still works there. */
async function requireMissing(tx: Tx, userId: string, tenantId: string): Promise<void> {
  const missing = await tx.query(STILL_MISSING, [userId, tenantId]);
  if (missing.length === 0) throw new AppError('LINK_INVALID');
}

const changedMail = (to: string, shown: string) => ({
  to,
  subject: '登录邮箱已更换',
  text: `你的登录邮箱已更换为 ${shown}。\n\n如果不是你本人操作，请立即联系企业管理员。`,
});

/**
 * Sets a new number or address by the link that was sent to it, by the person or by their company;
 * the former address is notified. Throws LINK_INVALID, REGISTERED_ALREADY.
 */
export async function confirmNewContact(
  db: Database,
  secret: string,
): Promise<{ contact: string }> {
  return db.withAnonymousTx(async (tx) => {
    const ticket = await consumeToken(tx, 'email', secret);
    const contact = contactOf(ticket?.target ?? '');
    if (!ticket?.userId || !contact) throw new AppError('LINK_INVALID');
    const [before] = await tx.query<{ email: string | null }>(
      'select email from upm.app_user where id = $1 for update',
      [ticket.userId],
    );
    if (ticket.tenantId !== null) await requireMissing(tx, ticket.userId, ticket.tenantId);
    await updateContact(tx, ticket.userId, contact);
    const shown = masked(contactText(contact));
    if (before?.email) await postMessage(tx, null, 'mail', changedMail(before.email, shown));
    return { contact: shown };
  });
}
