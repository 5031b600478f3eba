import type { DataOf, InputOf, SignInData } from '../../../contract/index.ts';
import { AppError, type Context, type Database, type Tx } from '../../kernel/index.ts';
import { logLogin } from '../../log/index.ts';
import { namedAt, realNameOf } from '../names.ts';
import { searchKeyOf } from '../people/search-key.ts';
import { moveSession } from '../session/move.ts';
import { accountOf, masked } from './contacts.ts';
import { enter, personById, signedIn, type Visitor } from './enter.ts';
import { contactText, type Contact } from './invitations.ts';
import {
  admit,
  invitedBy,
  invitedContact,
  requireInvited,
  takePlace,
  type Invited,
} from './joining.ts';
import { hashPassword, requireStrong } from './password.ts';
import { makePerson } from './persons.ts';
import { seeProof, takeProof } from './proofs.ts';
import { throttle, throttleSecret } from './throttle.ts';

/** Invitations shown to one person to choose from. */
const MAX_WAITING = 50;

/**
 * What a link is, for the page it opens: also when it opens no more, since whoever has it was given
 * it.
 */
export async function describeInvite(
  db: Database,
  link: string,
  ip: string,
): Promise<DataOf<'upm.public.inviteValid'>> {
  await throttle(db, 'invite', ip);
  const invited = await db.withAnonymousTx((tx) => invitedBy(tx, link));
  if (!invited)
    return {
      kind: 'company',
      state: 'unknown',
      company: '',
      inviter: '',
      realName: '',
      contact: '',
      known: false,
    };
  const { state, company, inviter, realName, userId, personId } = invited;
  const contact = invitedContact(invited);
  return {
    kind: userId === null ? 'company' : 'person',
    state,
    company,
    inviter,
    realName,
    contact: contact && masked(contact),
    known: personId !== null,
  };
}

/**
 * A person who is signed in joins one more company, and is there afterwards: with a new token, and
 * the old one over.
 */
export async function joinCompany(
  db: Database,
  link: string,
  ctx: Context,
  from: Visitor,
): Promise<SignInData> {
  const { userId, session } = ctx;
  const token = await db.withAnonymousTx(async (tx) => {
    const invited = await requireInvited(tx, link);
    await takePlace(tx, invited, userId);
    await admit(tx, invited, userId, session.realName);
    const moved = await moveSession(tx, session, invited.tenant.id);
    await logLogin(tx, {
      tenantId: invited.tenant.id,
      userId,
      account: '',
      realName: session.realName,
      kind: 'invite',
      ok: true,
      ...from,
    });
    return moved.token;
  });
  return signedIn(db, token);
}

/** Opens the session of somebody who has just joined, in the company they joined. */
async function arrive(
  tx: Tx,
  userId: string,
  { tenant }: Invited,
  remember: boolean | undefined,
  from: Visitor,
): Promise<string> {
  const person = await personById(tx, userId, from);
  if (!person) throw new AppError('INVITE_INVALID');
  return enter(tx, { person, tenantId: tenant.id, remember, kind: 'invite' }, from);
}

const nameOf = (realName: string): string => namedAt('/realName', () => realNameOf(realName));
const chosen = (account: string | undefined): string | undefined =>
  account?.trim() ? accountOf(account) : undefined;

/**
 * Somebody new joins by a company's link, with a mobile number or e-mail address they have proven.
 */
export async function registerByLink(
  db: Database,
  given: InputOf<'upm.public.linkRegisterUser'>,
  from: Visitor,
): Promise<SignInData> {
  const [realName, account] = [nameOf(given.realName), chosen(given.account)];
  requireStrong(given.password);
  await db.withAnonymousTx((tx) => requireInvited(tx, given.link));
  await seeProof(db, 'join', given.ticket);
  if (account !== undefined) await throttleSecret(db, 'account', given.ticket);
  const passwordHash = await hashPassword(given.password);
  const token = await db.withAnonymousTx(async (tx) => {
    const invited = await requireInvited(tx, given.link);
    const person = await makePerson(tx, {
      contact: await takeProof(tx, 'join', given.ticket),
      account,
      passwordHash,
    });
    await takePlace(tx, invited, person.id);
    await admit(tx, invited, person.id, realName);
    return arrive(tx, person.id, invited, given.remember, from);
  });
  return signedIn(db, token);
}

/**
 * Somebody who was invited in person and is new: the link, which went to them alone, proves who
 * they are.
 */
export async function activateInvited(
  db: Database,
  given: InputOf<'upm.public.activeNewUser'>,
  from: Visitor,
): Promise<SignInData> {
  requireStrong(given.password);
  const account = chosen(given.account);
  await db.withAnonymousTx((tx) => requirePersonal(tx, given.link, false));
  if (account !== undefined) await throttleSecret(db, 'account', given.link);
  const passwordHash = await hashPassword(given.password);
  const token = await db.withAnonymousTx(async (tx) => {
    const invited = await requirePersonal(tx, given.link, false);
    const person = await makePerson(tx, {
      contact: invited.contact,
      account,
      passwordHash,
      place: invited.userId,
    });
    await rename(tx, invited, person.id, given.realName);
    await admit(tx, invited, person.id, invited.realName);
    return arrive(tx, person.id, invited, given.remember, from);
  });
  return signedIn(db, token);
}

/**
 * Somebody who was invited in person and has an account says yes; they sign in afterwards as they
 * always do.
 */
export async function acceptInvited(db: Database, link: string): Promise<{ company: string }> {
  return db.withAnonymousTx(async (tx) => {
    const invited = await requirePersonal(tx, link, true);
    const personId = invited.personId ?? invited.userId;
    await takePlace(tx, invited, personId);
    await admit(tx, invited, personId, invited.realName);
    return { company: invited.company };
  });
}

type Personal = Invited & { userId: string; contact: Contact };

/** A personal invitation, of somebody who is known already or of somebody new. */
async function requirePersonal(tx: Tx, link: string, known: boolean): Promise<Personal> {
  const invited = await requireInvited(tx, link);
  if (invited.userId === null || invited.contact === null) throw new AppError('INVITE_INVALID');
  if ((invited.personId !== null) !== known) {
    throw new AppError(known ? 'INVITE_INVALID' : 'REGISTERED_ALREADY', {
      contact: masked(invitedContact(invited)),
    });
  }
  return { ...invited, userId: invited.userId, contact: invited.contact };
}

/** What one is called is one's own to say. */
async function rename(
  tx: Tx,
  { tenant }: Invited,
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

/** The companies that have invited whoever proved to hold a number or address, the latest first. */
export async function listInvitations(
  db: Database,
  ticket: string,
): Promise<DataOf<'upm.public.listInvitations'>> {
  const contact = await seeProof(db, 'activate', ticket);
  const waiting = await db.withAnonymousTx((tx) => waitingFor(tx, contact));
  return waiting.map(({ id, company, inviter, realName, sentAt }) => ({
    id,
    company,
    inviter,
    realName,
    sentAt: sentAt.toISOString(),
  }));
}

/**
 * Somebody who has proven the invited number or address joins the one company they chose, and no
 * other.
 */
export async function activateBySms(
  db: Database,
  given: InputOf<'upm.public.userActiveBySms'>,
  from: Visitor,
): Promise<SignInData> {
  const contact = await seeProof(db, 'activate', given.ticket);
  const known = (await db.withAnonymousTx((tx) => personIdOf(tx, contact))) !== undefined;
  if (!known) requireStrong(given.password ?? '');
  const account = known ? undefined : chosen(given.account);
  if (account !== undefined) await throttleSecret(db, 'account', given.ticket);
  const passwordHash = known ? '' : await hashPassword(given.password ?? '');
  const token = await db.withAnonymousTx(async (tx) => {
    const proven = await takeProof(tx, 'activate', given.ticket);
    const invited = (await waitingFor(tx, proven)).find(({ id }) => id === given.invitation);
    if (!invited) throw new AppError('INVITE_INVALID');
    const userId =
      (await personIdOf(tx, proven)) ??
      (await makePerson(tx, { contact: proven, account, passwordHash, place: invited.userId })).id;
    await takePlace(tx, invited, userId);
    await rename(tx, invited, userId, given.realName);
    await admit(tx, invited, userId, invited.realName);
    return arrive(tx, userId, invited, given.remember, from);
  });
  return signedIn(db, token);
}

async function personIdOf(tx: Tx, contact: Contact): Promise<string | undefined> {
  const [row] = await tx.query<{ id: string }>(
    `select id from upm.app_user where (mobile = $1 or lower(email) = $1) and state <> 'invited'`,
    [contactText(contact)],
  );
  return row?.id;
}

type Waiting = Personal & { id: string; sentAt: Date };

/** The invitations that went to this number or address and are open, the latest first. */
async function waitingFor(tx: Tx, contact: Contact): Promise<Waiting[]> {
  const rows = await tx.query<{ id: string; link_hash: Buffer; sent_at: Date }>(
    `
    select id, link_hash, sent_at from upm.invitation
    where (mobile = $1 or lower(email) = $1) and expires_at > now() order by sent_at desc, id
      limit ${MAX_WAITING}`,
    [contactText(contact)],
  );
  const found: Waiting[] = [];
  for (const { id, link_hash: hash, sent_at: sentAt } of rows) {
    const invited = await invitedBy(tx, hash);
    if (invited?.userId && invited.contact)
      found.push({ ...invited, userId: invited.userId, contact: invited.contact, id, sentAt });
  }
  return found;
}
