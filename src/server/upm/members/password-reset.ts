import { randomBytes, randomInt } from 'node:crypto';
import { problem, type DataOf, type InputOf } from '../../../contract/index.ts';
import {
  AppError,
  hashToken,
  postMessages,
  problemsError,
  type Context,
  type Database,
  type OutboxEvent,
  type TenantTx,
} from '../../kernel/index.ts';
import { checkMayChange, findMembers, type Member } from '../directory/member.ts';
import { hasAllData } from '../directory/own-gain.ts';
import type { Viewer as Actor } from '../directory/scope.ts';
import { emailOf, masked, mobileOf } from '../identity/contacts.ts';
import { contactText, countInvitations, type Contact } from '../identity/invitations.ts';
import { hashPassword } from '../identity/password.ts';
import { TextMessages } from '../identity/text-messages.ts';
import { throttle } from '../identity/throttle.ts';
import { shownName } from '../names.ts';
import { requireNotAbove } from '../roles/rights.ts';
import { passportUrl } from '../tenants/links.ts';
import { endSessions } from './changes.ts';
import { notifyAdmins } from './notify.ts';

/** How long a given password opens: enough for a person who is away over a weekend. */
const PASSWORD_DAYS = 3;
const LINK_HOURS = 24;
const BYTES = 32;
/** Without what is mistaken for something else when it is read aloud or from a slip of paper. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const GROUPS = 3;
const GROUP = 4;

type Reset = DataOf<'upm.userOrg.resetPassword'>;
type Way = 'link' | 'give' | 'elsewhere';

/** Twelve random characters in groups, letters and digits among them. */
function makePassword(): string {
  const group = () =>
    Array.from({ length: GROUP }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  const password = Array.from({ length: GROUPS }, group).join('-');
  return /[a-z]/.test(password) && /\d/.test(password) ? password : makePassword();
}

/** The member an administrator may help to sign in, and how; see docs/decisions/0026. */
async function memberToHelp(
  tx: TenantTx,
  actor: Actor,
  userId: string,
  deed: string,
): Promise<Member & { way: Way }> {
  const [member] = (await findMembers(tx, actor, [userId], deed)) as [Member];
  if (member.id === actor.userId) throw new AppError('MEMBER_SELF', { deed });
  await checkMayChange(tx, actor, [member], deed);
  await requireNotAbove(tx, actor.session, member, deed);
  const [row] = await tx.query<{ way: Way | null }>('select upm.reset_way($1) as way', [userId]);
  if (!row?.way)
    throw new AppError('MEMBER_STATE', {
      name: member.realName,
      state: member.state === 'invited' ? '尚未加入' : '已停用',
      deed,
    });
  // Who learns the password, or names where a link goes, has the member's data as well.
  if (row.way === 'give' && !hasAllData(actor.session))
    throw new AppError('PASSWORD_BY_ADMIN', { name: member.realName, deed });
  return { ...member, way: row.way };
}

/** A one-time link for this member; the secret is in the answer and stored nowhere. */
async function issueLink(
  tx: TenantTx,
  publicUrl: string,
  userId: string,
  kind: 'reset' | 'email',
  target: string | null,
): Promise<string> {
  const secret = randomBytes(BYTES).toString('base64url');
  const [row] = await tx.query<{ done: boolean }>(
    'select upm.issue_member_link($1, $2, $3, $4, $5) as done',
    [userId, hashToken(secret), kind, target, LINK_HOURS],
  );
  if (!row?.done) throw new AppError('MEMBER_UNKNOWN');
  return passportUrl(publicUrl, kind === 'reset' ? 'password' : 'email', secret);
}

async function companyName(tx: TenantTx): Promise<string> {
  const [row] = await tx.query<{ name: string }>('select name from upm.tenant where id = $1', [
    tx.tenant.id,
  ]);
  return shownName(row?.name ?? '');
}

interface Letter {
  to: Contact;
  link: string;
  company: string;
  template: 'resetLink' | 'contactLink';
  subject: string;
  text: string;
}

function letter({ to, link, company, template, subject, text }: Letter): OutboxEvent {
  if ('mobile' in to)
    return { topic: 'sms', payload: { mobile: to.mobile, template, params: { company, link } } };
  return { topic: 'mail', payload: { to: to.email, subject, text, code: link } };
}

/**
 * The number, or the address where the platform cannot send such text messages: what is said to be
 * sent has to leave. Throws SMS_UNSENDABLE.
 */
async function reachable(
  tx: TenantTx,
  { mobile, email }: { mobile: string | null; email: string | null },
  template: Letter['template'],
): Promise<Contact> {
  const byText = mobile !== null && (await tx.state.of(TextMessages).canSend(tx, template));
  if (byText) return { mobile };
  if (email === null) throw new AppError('SMS_UNSENDABLE');
  return { email };
}

async function sendResetLink(tx: TenantTx, publicUrl: string, member: Member): Promise<Reset> {
  const [person] = await tx.query<{ mobile: string | null; email: string | null }>(
    'select mobile, email from upm.member_person where tenant_id = $1 and user_id = $2',
    [tx.tenant.id, member.id],
  );
  if (!person) throw new AppError('MEMBER_UNKNOWN');
  const to = await reachable(tx, person, 'resetLink');
  const company = await companyName(tx);
  const link = await issueLink(tx, publicUrl, member.id, 'reset', null);
  await postMessages(tx, tx.tenant.id, [
    letter({
      to,
      link,
      company,
      template: 'resetLink',
      subject: '重设密码',
      text:
        `“${company}”的管理员请你重新设置登录密码。` +
        `请在 ${LINK_HOURS} 小时内打开下面的链接，链接只能使用一次：\n{code}\n\n` +
        `在你设置之前，原来的密码仍然有效。如果不是你要求的，请联系企业管理员。`,
    }),
  ]);
  return {
    way: 'link',
    to: masked(contactText(to)),
    hours: LINK_HOURS,
    password: null,
    days: null,
  };
}

async function givePassword(
  tx: TenantTx,
  member: Member,
  { password, hash }: { password: string; hash: string | null },
): Promise<Reset> {
  if (hash === null) throw new AppError('STALE_VERSION');
  const [row] = await tx.query<{ done: boolean }>('select upm.give_password($1, $2, $3) as done', [
    member.id,
    hash,
    PASSWORD_DAYS,
  ]);
  if (!row?.done) throw new AppError('STALE_VERSION');
  return { way: 'password', to: null, hours: null, password, days: PASSWORD_DAYS };
}

/**
 * Helps a member back in: a link to where they are reached, or, for an account of this company
 * without number and address, a password shown once that has to be changed at sign-in. Their
 * sessions here end. Throws MEMBER_SELF, MEMBER_ADMIN, MEMBER_ABOVE, PASSWORD_BY_ADMIN,
 * MEMBER_STATE, MEMBER_ELSEWHERE, TOO_FREQUENT.
 */
export async function resetMemberPassword(
  db: Database,
  publicUrl: string,
  ctx: Context,
  { userId }: InputOf<'upm.userOrg.resetPassword'>,
): Promise<Reset> {
  const [now] = await db.readTenant<{ way: Way | null }>(ctx, 'select upm.reset_way($1) as way', [
    userId,
  ]);
  // Not only who sends, but who is sent to: no one's phone rings all day.
  if (now?.way) await throttle(db, 'helped', `${ctx.tenant.id}|${userId}`);
  const password = makePassword();
  // Hashing takes its time, so it is done before the transaction.
  const hash = now?.way === 'give' ? await hashPassword(db, password) : null;
  return db.withTenant(ctx, async (tx) => {
    const member = await memberToHelp(tx, ctx, userId, '重置密码');
    if (member.way === 'elsewhere')
      throw new AppError('MEMBER_ELSEWHERE', { name: member.realName, deed: '重置密码' });
    const done =
      member.way === 'link'
        ? await sendResetLink(tx, publicUrl, member)
        : await givePassword(tx, member, { password, hash });
    await endSessions(tx, [member.id]);
    await notifyAdmins(
      tx,
      ctx,
      'user_mod',
      `${ctx.session.realName}重置了“${member.realName}”的登录密码`,
      { userIds: [member.id], also: [member.id] },
    );
    return done;
  });
}

function contactOfInput({ mobile, email }: InputOf<'upm.userOrg.updateContact'>): Contact {
  if ((mobile === undefined) === (email === undefined))
    throw problemsError([problem('/mobile', 'REQUIRED', { label: '手机号或邮箱' })]);
  return mobile === undefined ? { email: emailOf(email ?? '') } : { mobile: mobileOf(mobile) };
}

/**
 * Enters a number or address for a member who has neither: a link goes there, and it becomes theirs
 * when it is confirmed. The member is notified. It counts as an invitation does, since it goes to whom
 * the company names. Throws as resetMemberPassword does, and CONTACT_OWN for a member who has one.
 */
export async function offerContact(
  db: Database,
  publicUrl: string,
  ctx: Context,
  input: InputOf<'upm.userOrg.updateContact'>,
): Promise<DataOf<'upm.userOrg.updateContact'>> {
  const to = contactOfInput(input);
  return db.withTenant(ctx, async (tx) => {
    const member = await memberToHelp(tx, ctx, input.userId, '修改联系方式');
    if (member.way === 'link') throw new AppError('CONTACT_OWN', { name: member.realName });
    if (member.way === 'elsewhere')
      throw new AppError('MEMBER_ELSEWHERE', { name: member.realName, deed: '修改联系方式' });
    if ('mobile' in to) await reachable(tx, { ...to, email: null }, 'contactLink');
    await countInvitations(tx, [to]);
    const company = await companyName(tx);
    const link = await issueLink(tx, publicUrl, member.id, 'email', contactText(to));
    await postMessages(tx, tx.tenant.id, [
      letter({
        to,
        link,
        company,
        template: 'contactLink',
        subject: '确认登录邮箱',
        text:
          `“${company}”的管理员把这个邮箱填为“${shownName(member.realName)}”的登录邮箱。` +
          `如果是你，请在 ${LINK_HOURS} 小时内打开下面的链接确认：\n{code}\n\n如果不是你，请忽略这封邮件。`,
      }),
    ]);
    const shown = masked(contactText(to));
    await notifyAdmins(
      tx,
      ctx,
      'user_mod',
      `${ctx.session.realName}为“${member.realName}”填写了${'mobile' in to ? '手机号' : '邮箱'} ${shown}，确认后可以用它登录`,
      { userIds: [member.id], also: [member.id] },
    );
    return { to: shown, hours: LINK_HOURS };
  });
}
