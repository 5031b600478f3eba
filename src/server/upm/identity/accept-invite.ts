import type { DataOf, InputOf, Joined, SignInData } from '../../../contract/index.ts';
import { AppError, hashToken, type Context, type Database, type Tx } from '../../kernel/index.ts';
import { logLogin } from '../../log/index.ts';
import { namedAt, realNameOf } from '../names.ts';
import { searchKeyOf } from '../search-key.ts';
import { moveSessionToCompany } from '../session/move.ts';
import { knownAs } from './known-as.ts';
import { accountOf, masked } from './contacts.ts';
import {
  openSignedInSession,
  accountById,
  signInDataOf,
  type ClientInfo,
} from './signed-in-session.ts';
import { contactText, type Contact } from './invitations.ts';
import { apply, mustApply } from './join-requests.ts';
import {
  addMember,
  findInvite,
  invitedContactText,
  requireValidInvite,
  claimInvitedMember,
  type ResolvedInvite,
} from './membership.ts';
import { hashPassword, requireStrong } from './password.ts';
import { createAccount } from './accounts.ts';
import { peekContactProof, consumeContactProof } from './contact-proofs.ts';
import { throttle, throttleSecret } from './throttle.ts';

/** Invitations shown to one person to choose from. */
const MAX_INVITATIONS = 50;

/** What became of a personal link that opens nothing any more. */
async function endOf(
  db: Database,
  link: string,
): Promise<'used' | 'replaced' | 'withdrawn' | 'unknown'> {
  const [row] = await db.asAnonymous<{ reason: 'used' | 'replaced' | 'withdrawn' }>(
    'select reason from upm.ended_invitation where link_hash = $1',
    [hashToken(link)],
  );
  return row?.reason ?? 'unknown';
}

/**
 * What a link leads to, for the page it opens: also when it has expired, since its holder was given
 * it.
 */
export async function describeInvite(
  db: Database,
  link: string,
  ip: string,
): Promise<DataOf<'upm.public.inviteValid'>> {
  await throttle(db, 'invite', ip);
  const invited = await db.withAnonymousTx((tx) => findInvite(tx, link));
  if (!invited)
    return {
      kind: 'company',
      state: await endOf(db, link),
      company: '',
      inviter: '',
      realName: '',
      contact: '',
      known: false,
      approval: false,
    };
  const { state, approval, company, inviter, realName, userId, personId } = invited;
  const contact = invitedContactText(invited);
  return {
    kind: userId === null ? 'company' : 'person',
    state,
    company,
    inviter,
    realName,
    contact: contact && masked(contact),
    known: personId !== null,
    approval,
  };
}

/** The answer to a person who came by the link: they are in, or wait. */
async function joinedAnswer(
  db: Database,
  { token, company }: { token: string | null; company: string },
): Promise<Joined> {
  return {
    waiting: token === null,
    company,
    signIn: token === null ? null : await signInDataOf(db, token),
  };
}

/**
 * The person is a member by a company's link, or has applied where it lets people in; answers
 * whether they are a member.
 */
async function joinByLink(
  tx: Tx,
  invited: ResolvedInvite,
  personId: string,
  realName: string,
): Promise<boolean> {
  if (await mustApply(tx, invited, personId)) {
    await apply(tx, invited, personId, realName);
    return false;
  }
  await claimInvitedMember(tx, invited, personId);
  await addMember(tx, invited, personId, realName);
  return true;
}

/**
 * A person who is signed in joins one more company, and is there afterwards: with a new token, and
 * the old one over. Where the company lets people in, they have applied and stay where they are.
 */
export async function joinCompany(
  db: Database,
  link: string,
  ctx: Context,
  from: ClientInfo,
): Promise<Joined> {
  const { userId, session } = ctx;
  const done = await db.withAnonymousTx(async (tx) => {
    const invited = await requireValidInvite(tx, link);
    const { company } = invited;
    if (!(await joinByLink(tx, invited, userId, session.realName))) return { token: null, company };
    const moved = await moveSessionToCompany(tx, session, invited.tenant.id);
    await logLogin(tx, {
      tenantId: invited.tenant.id,
      userId,
      account: await knownAs(tx, userId),
      realName: session.realName,
      kind: 'invite',
      ok: true,
      ...from,
    });
    return { token: moved.token, company };
  });
  return joinedAnswer(db, done);
}

/** Opens the session of a new member, in the company they joined. */
async function openSessionOfNewMember(
  tx: Tx,
  userId: string,
  { tenant }: ResolvedInvite,
  remember: boolean | undefined,
  from: ClientInfo,
): Promise<string> {
  const person = await accountById(tx, userId, from);
  if (!person) throw new AppError('INVITE_INVALID');
  return openSignedInSession(tx, { person, tenantId: tenant.id, remember, kind: 'invite' }, from);
}

const nameOf = (realName: string): string => namedAt('/realName', () => realNameOf(realName));
const chosenAccount = (account: string | undefined): string | undefined =>
  account?.trim() ? accountOf(account) : undefined;

/** A new person joins by a company's link, with a verified mobile number or e-mail address. */
export async function registerByLink(
  db: Database,
  given: InputOf<'upm.public.linkRegisterUser'>,
  from: ClientInfo,
): Promise<Joined> {
  const [realName, account] = [nameOf(given.realName), chosenAccount(given.account)];
  requireStrong(given.password);
  await db.withAnonymousTx((tx) => requireValidInvite(tx, given.link));
  await peekContactProof(db, 'join', given.ticket);
  if (account !== undefined) await throttleSecret(db, 'account', given.ticket);
  const passwordHash = await hashPassword(db, given.password);
  const done = await db.withAnonymousTx(async (tx) => {
    const invited = await requireValidInvite(tx, given.link);
    const person = await createAccount(tx, {
      contact: await consumeContactProof(tx, 'join', given.ticket),
      account,
      passwordHash,
    });
    const { company } = invited;
    if (!(await joinByLink(tx, invited, person.id, realName))) return { token: null, company };
    const token = await openSessionOfNewMember(tx, person.id, invited, given.remember, from);
    return { token, company };
  });
  return joinedAnswer(db, done);
}

/**
 * A new person accepts a personal invitation: the link, which was sent to them alone, proves who
 * they are.
 */
export async function acceptAsNewPerson(
  db: Database,
  { link, password, account: wanted, realName, remember }: InputOf<'upm.public.activeNewUser'>,
  from: ClientInfo,
): Promise<SignInData> {
  requireStrong(password);
  const account = chosenAccount(wanted);
  await db.withAnonymousTx((tx) => requirePersonalInvite(tx, link, false));
  if (account !== undefined) await throttleSecret(db, 'account', link);
  const passwordHash = await hashPassword(db, password);
  const token = await db.withAnonymousTx(async (tx) => {
    const invited = await requirePersonalInvite(tx, link, false);
    const id = await memberInvited(tx, invited, { account, passwordHash, realName });
    return openSessionOfNewMember(tx, id, invited, remember, from);
  });
  return signInDataOf(db, token);
}

/** A person with an account accepts a personal invitation; they sign in afterwards as usual. */
export async function acceptAsKnownPerson(
  db: Database,
  link: string,
): Promise<{ company: string }> {
  return db.withAnonymousTx(async (tx) => {
    const invited = await requirePersonalInvite(tx, link, true);
    const personId = invited.personId ?? invited.userId;
    await claimInvitedMember(tx, invited, personId);
    await addMember(tx, invited, personId, invited.realName);
    return { company: invited.company };
  });
}

type PersonalInvite = ResolvedInvite & { userId: string; contact: Contact };

/** A personal invitation, of a person with an account (`known`) or without. */
async function requirePersonalInvite(
  tx: Tx,
  link: string,
  known: boolean,
): Promise<PersonalInvite> {
  const invited = await requireValidInvite(tx, link);
  if (invited.userId === null || invited.contact === null) throw new AppError('INVITE_INVALID');
  if ((invited.personId !== null) !== known) {
    throw new AppError(known ? 'INVITE_INVALID' : 'REGISTERED_ALREADY', {
      contact: masked(invitedContactText(invited)),
    });
  }
  return { ...invited, userId: invited.userId, contact: invited.contact };
}

/** Makes the account of who was invited, and them a member; answers the account's id. */
async function memberInvited(
  tx: Tx,
  invited: PersonalInvite,
  {
    account,
    passwordHash,
    realName,
  }: { account: string | undefined; passwordHash: string; realName: string | undefined },
): Promise<string> {
  const { contact, userId: place } = invited;
  const { id } = await createAccount(tx, { contact, account, passwordHash, place });
  await renameMember(tx, invited, id, realName);
  await addMember(tx, invited, id, invited.realName);
  return id;
}

/** What one is called is one's own to say. */
async function renameMember(
  tx: Tx,
  { tenant }: ResolvedInvite,
  userId: string,
  realName: string | undefined,
): Promise<void> {
  if (!realName?.trim()) return;
  const name = nameOf(realName);
  await tx.run(
    `update upm.member set real_name = $3, search_key = $4 where tenant_id = $1 and user_id = $2
      and real_name <> $3`,
    [tenant.id, userId, name, searchKeyOf(name)],
  );
}

/** The companies that have invited a verified number or address, the latest first. */
export async function listInvitations(
  db: Database,
  ticket: string,
): Promise<DataOf<'upm.public.listInvitations'>> {
  const contact = await peekContactProof(db, 'activate', ticket);
  const waiting = await db.withAnonymousTx((tx) => pendingInvitationsOf(tx, contact));
  return waiting.map(({ id, company, inviter, realName, sentAt }) => ({
    id,
    company,
    inviter,
    realName,
    sentAt: sentAt.toISOString(),
  }));
}

/** A person with the verified number or address joins the one company they chose, and no other. */
export async function acceptByContact(
  db: Database,
  given: InputOf<'upm.public.userActiveBySms'>,
  from: ClientInfo,
): Promise<SignInData> {
  const contact = await peekContactProof(db, 'activate', given.ticket);
  const known = (await db.withAnonymousTx((tx) => accountIdOf(tx, contact))) !== undefined;
  if (!known) requireStrong(given.password ?? '');
  const account = known ? undefined : chosenAccount(given.account);
  if (account !== undefined) await throttleSecret(db, 'account', given.ticket);
  const passwordHash = known ? '' : await hashPassword(db, given.password ?? '');
  const token = await db.withAnonymousTx(async (tx) => {
    const proven = await consumeContactProof(tx, 'activate', given.ticket);
    const invited = (await pendingInvitationsOf(tx, proven)).find(
      ({ id }) => id === given.invitation,
    );
    if (!invited) throw new AppError('INVITE_INVALID');
    const userId =
      (await accountIdOf(tx, proven)) ??
      (await createAccount(tx, { contact: proven, account, passwordHash, place: invited.userId }))
        .id;
    await claimInvitedMember(tx, invited, userId);
    await renameMember(tx, invited, userId, given.realName);
    await addMember(tx, invited, userId, invited.realName);
    return openSessionOfNewMember(tx, userId, invited, given.remember, from);
  });
  return signInDataOf(db, token);
}

async function accountIdOf(tx: Tx, contact: Contact): Promise<string | undefined> {
  const [row] = await tx.query<{ id: string }>(
    `select id from upm.app_user where (mobile = $1 or lower(email) = $1) and state <> 'invited'`,
    [contactText(contact)],
  );
  return row?.id;
}

type PendingInvitation = PersonalInvite & { id: string; sentAt: Date };

/** The invitations that went to this number or address and are open, the latest first. */
async function pendingInvitationsOf(tx: Tx, contact: Contact): Promise<PendingInvitation[]> {
  const rows = await tx.query<{ id: string; link_hash: Buffer; sent_at: Date }>(
    `
    select id, link_hash, sent_at from upm.invitation
    where (mobile = $1 or lower(email) = $1) and expires_at > now() order by sent_at desc, id
      limit ${MAX_INVITATIONS}`,
    [contactText(contact)],
  );
  const found: PendingInvitation[] = [];
  for (const { id, link_hash: hash, sent_at: sentAt } of rows) {
    const invited = await findInvite(tx, hash);
    if (invited?.userId && invited.contact)
      found.push({ ...invited, userId: invited.userId, contact: invited.contact, id, sentAt });
  }
  return found;
}
