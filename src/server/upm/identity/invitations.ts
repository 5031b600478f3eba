import { randomBytes } from 'node:crypto';
import { v4 as uuid } from 'uuid';
import {
  AppError,
  hashToken,
  postMessages,
  ROLE_USER,
  type Database,
  type OutboxEvent,
  type TenantTx,
} from '../../kernel/index.ts';
import { paramOf } from '../../system/index.ts';
import { shownName } from '../names.ts';
import { insertMember } from '../tenants/tenants.ts';
import { inviteUrl } from './invites.ts';

const BYTES = 32;
/** Length of a generated account name. */
const ACCOUNT_BYTES = 9;

/** Where an invitation goes, which is what its person proves to hold by answering it. */
export type Contact = { readonly mobile: string } | { readonly email: string };
export interface Invitee {
  readonly realName: string;
  /** As mobileOf and emailOf make them. */
  readonly to: Contact;
  readonly roles?: readonly string[];
  readonly deptIds?: readonly string[];
  readonly invitedBy: string;
}

interface ContactStanding {
  state: string;
  company: string;
  inviter: string;
}

/** A generated name for an account without a chosen one. */
export const freshAccount = (): string => `u${randomBytes(ACCOUNT_BYTES).toString('hex')}`;
const mobileIn = (to: Contact): string | null => ('mobile' in to ? to.mobile : null);
const emailIn = (to: Contact): string | null => ('email' in to ? to.email : null);
export const contactText = (to: Contact): string => ('mobile' in to ? to.mobile : to.email);

/** The account that has the contact, or a new one. */
async function personToInvite(tx: TenantTx, to: Contact): Promise<string> {
  const [person] = await tx.query<{ id: string }>(
    'select upm.person_to_invite($1, $2, $3, $4) as id',
    [uuid(), freshAccount(), mobileIn(to), emailIn(to)],
  );
  return person!.id;
}

/**
 * Invites a person, in the company's own transaction: a member in state `invited` and a personal
 * link, sent by mail or text message. A repeated invitation invalidates the former link. Throws
 * MEMBER_ALREADY or MEMBER_OFF. Returns the user id, and whether they were invited before.
 */
export async function invitePerson(
  tx: TenantTx,
  publicUrl: string,
  invitee: Invitee,
): Promise<{ userId: string; again: boolean }> {
  const { to, realName, roles = [ROLE_USER], deptIds = [] } = invitee;
  const userId = await personToInvite(tx, to);
  const standing = await standingOf(tx, userId, invitee.invitedBy);
  const who = contactText(to);
  if (standing.state === 'active') throw new AppError('MEMBER_ALREADY', { who });
  if (standing.state === 'off') throw new AppError('MEMBER_OFF', { who });
  if (standing.state === '')
    await insertMember(tx, tx.tenant, userId, { realName, roles, deptIds }, 'invited');
  await sendInvitation(tx, publicUrl, userId, invitee, standing);
  return { userId, again: standing.state === 'invited' };
}

/** Days the holder of a link that ended still learns why. */
const ENDED_DAYS = 180;
/** Deletes what became of links that are too old to be opened. Run periodically by the server. */
export const purgeEndedInvitations = (db: Database): Promise<number> =>
  db.withAnonymousTx((tx) =>
    tx.run(`delete from upm.ended_invitation where ended_at < now() - make_interval(days => $1)`, [
      ENDED_DAYS,
    ]),
  );

/** Who opens the link of an invitation that is about to be deleted learns that it was withdrawn. */
export async function noteWithdrawn(tx: TenantTx, userId: string): Promise<void> {
  await tx.run(
    `insert into upm.ended_invitation (link_hash, tenant_id, reason)
      select link_hash, tenant_id, 'withdrawn' from upm.invitation where tenant_id = $1
      and user_id = $2 on conflict do nothing`,
    [tx.tenant.id, userId],
  );
}

/**
 * Sends an invitation that has not been answered once more, with a new link. False when there is
 * none for this id.
 */
export async function resendInvitation(
  tx: TenantTx,
  publicUrl: string,
  userId: string,
  invitedBy: string,
): Promise<boolean> {
  const [row] = await tx.query<{ mobile: string | null; email: string | null }>(
    'select mobile, email from upm.invitation where tenant_id = $1 and user_id = $2 for update',
    [tx.tenant.id, userId],
  );
  if (!row) return false;
  const to = row.mobile === null ? { email: row.email! } : { mobile: row.mobile };
  await sendInvitation(
    tx,
    publicUrl,
    userId,
    { to, invitedBy },
    await standingOf(tx, userId, invitedBy),
  );
  return true;
}

async function standingOf(
  tx: TenantTx,
  userId: string,
  invitedBy: string,
): Promise<ContactStanding> {
  const [row] = await tx.query<ContactStanding>(
    `
    select coalesce((select state from upm.member where tenant_id = $1
      and user_id = $2), '') as state,
      (select name from upm.tenant where id = $1) as company, coalesce((select real_name
        from upm.member where tenant_id = $1 and user_id = $3), '') as inviter`,
    [tx.tenant.id, userId, invitedBy],
  );
  return row!;
}

/** Invitations a day to one number or address, from all senders: more would be spam in our name. */
const MOST_TO_ONE = 5;
/**
 * Invitations a day of a company that an operator answers for, or that is old and large: four
 * imports of the largest size.
 */
const MOST_FROM_KNOWN = 20_000;
/** Of one that has lived a week and has members who came: enough for a department. */
const MOST_FROM_GROWING = 1_000;
/**
 * Of a company that may have been registered a minute ago to send mails and text messages to
 * strangers.
 */
const MOST_FROM_NEW = 50;

/** Invitations a day the company of the transaction may send. */
const ALLOWED = `
  select case
    when t.verified_at is not null then ${MOST_FROM_KNOWN}
    when t.created_at < now() - interval '30 days' and m.active >= 20 then ${MOST_FROM_KNOWN}
    when t.created_at < now() - interval '7 days' and m.active >= 5 then ${MOST_FROM_GROWING}
    else ${MOST_FROM_NEW} end as most
  from upm.tenant t, (select count(*) as active from upm.member where tenant_id = $1
    and state = 'active') m
  where t.id = $1`;

/** Counts invitations that are about to go out. Throws INVITED_OFTEN, INVITING_OFTEN. */
export async function countInvitations(tx: TenantTx, contacts: readonly Contact[]): Promise<void> {
  const [{ most } = { most: MOST_FROM_NEW }] = await tx.query<{ most: number }>(ALLOWED, [
    tx.tenant.id,
  ]);
  const [row] = await tx.query<{ often: string | null }>(
    'select upm.count_invitations($1, $2, $3) as often',
    [contacts.map(contactText), MOST_TO_ONE, most],
  );
  if (row?.often) throw new AppError('INVITED_OFTEN', { who: row.often });
  if (row?.often === '') throw new AppError('INVITING_OFTEN', { max: most });
}

async function sendInvitation(
  tx: TenantTx,
  publicUrl: string,
  userId: string,
  { to, invitedBy }: Pick<Invitee, 'to' | 'invitedBy'>,
  { company, inviter }: ContactStanding,
): Promise<void> {
  await countInvitations(tx, [to]);
  const token = randomBytes(BYTES).toString('base64url');
  const days = await paramOf(tx, 'invite.validDays');
  await tx.run(
    `
    insert into upm.invitation (tenant_id, user_id, link_hash, mobile, email, invited_by,
      expires_at) values ($1, $2, $3, $4, $5, $6, now() + make_interval(days => $7))
    on conflict (tenant_id, user_id) do update
      set link_hash = excluded.link_hash, mobile = excluded.mobile, email = excluded.email,
      invited_by = excluded.invited_by, sent_at = now(), expires_at = excluded.expires_at`,
    [tx.tenant.id, userId, hashToken(token), mobileIn(to), emailIn(to), invitedBy, days],
  );
  await postMessages(tx, tx.tenant.id, [
    invitationNotices(to, { company, inviter, days, link: inviteUrl(publicUrl, token) }),
  ]);
}

interface InvitationNotice {
  company: string;
  inviter: string;
  days: number;
  link: string;
}

/**
 * The invitation that is sent: a text message or a mail. The subject is ours alone, names are plain
 * text.
 */
export function invitationNotices(
  to: Contact,
  { company, inviter, days, link }: InvitationNotice,
): OutboxEvent {
  const [from, where] = [shownName(inviter), shownName(company)];
  if ('mobile' in to)
    return {
      topic: 'sms',
      payload: { mobile: to.mobile, template: 'invite', params: { company: where, link } },
    };
  const text = `“${from}”邀请你加入企业“${where}”。\n\n请在 ${days} 天内打开下面的链接完成加入：\n{code}\n\n如果你不认识邀请人，请忽略这封邮件。`;
  return {
    topic: 'mail',
    payload: { to: to.email, subject: '你收到一份加入企业的邀请', text, code: link },
  };
}
