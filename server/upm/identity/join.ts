import { problem, type DataOf, type InputOf, type SignInData } from '../../../contract/index.ts';
import { AppError, problemsError, type Context, type Database, type Tx } from '../../kernel/index.ts';
import { logLogin } from '../../log/index.ts';
import { searchKeyOf } from '../people/search-key.ts';
import { moveSession } from '../session/move.ts';
import { accountOf, masked } from './contacts.ts';
import { enter, personById, signedIn, type Visitor } from './enter.ts';
import type { Contact } from './invitations.ts';
import { admit, invitedBy, invitedContact, requireInvited, takePlace, type Invited } from './joining.ts';
import { hashPassword, requireStrong } from './password.ts';
import { makePerson } from './persons.ts';
import { seeProof, takeProof } from './proofs.ts';
import { throttle, throttleSecret } from './throttle.ts';

/** What a link is, for the page it opens: also when it opens no more, since whoever has it was given it. */
export async function describeInvite(db: Database, link: string, ip: string): Promise<DataOf<'upm.public.inviteValid'>> {
  await throttle(db, 'invite', ip);
  const invited = await db.withGate((tx) => invitedBy(tx, link));
  if (!invited) return { kind: 'company', state: 'unknown', company: '', inviter: '', realName: '', contact: '', known: false };
  const { state, company, inviter, realName, userId, known } = invited;
  const contact = invitedContact(invited);
  return { kind: userId === null ? 'company' : 'person', state, company, inviter, realName, contact: contact && masked(contact), known };
}

/** A person who is signed in joins one more company, and is there afterwards: with a new token, and the old one over. */
export async function joinCompany(db: Database, link: string, ctx: Context, from: Visitor): Promise<SignInData> {
  const { userId, session } = ctx;
  const token = await db.withGate(async (tx) => {
    const invited = await requireInvited(tx, link);
    await takePlace(tx, invited, userId);
    await admit(tx, invited, userId, session.realName);
    const moved = await moveSession(tx, session, invited.tenant.id);
    await logLogin(tx, { tenantId: invited.tenant.id, userId, account: '', realName: session.realName, kind: 'invite', ok: true, ...from });
    return moved.token;
  });
  return signedIn(db, token);
}

/** Opens the session of somebody who has just joined, in the company they joined. */
async function arrive(tx: Tx, userId: string, { tenant }: Invited, remember: boolean | undefined, from: Visitor): Promise<string> {
  const person = await personById(tx, userId, from);
  if (!person) throw new AppError('INVITE_INVALID');
  return enter(tx, { person, tenantId: tenant.id, remember, kind: 'invite' }, from);
}

const nameOf = (realName: string | undefined): string => {
  const name = realName?.trim();
  if (!name) throw problemsError([problem('/realName', 'REQUIRED', { label: '姓名' })]);
  return name;
};
const chosen = (account: string | undefined): string | undefined => (account?.trim() ? accountOf(account) : undefined);

/** Somebody new joins by a company's link, with a mobile number or e-mail address they have proven. */
export async function registerByLink(db: Database, given: InputOf<'upm.public.linkRegisterUser'>, from: Visitor): Promise<SignInData> {
  const [realName, account] = [nameOf(given.realName), chosen(given.account)];
  requireStrong(given.password);
  await db.withGate((tx) => requireInvited(tx, given.link));
  await seeProof(db, 'join', given.ticket);
  if (account !== undefined) await throttleSecret(db, 'account', given.ticket);
  const passwordHash = await hashPassword(given.password);
  const token = await db.withGate(async (tx) => {
    const invited = await requireInvited(tx, given.link);
    const person = await makePerson(tx, { contact: await takeProof(tx, 'join', given.ticket), account, passwordHash });
    await takePlace(tx, invited, person.id);
    await admit(tx, invited, person.id, realName);
    return arrive(tx, person.id, invited, given.remember, from);
  });
  return signedIn(db, token);
}

/** Somebody who was invited in person and is new: the link, which went to them alone, proves who they are. */
export async function activateInvited(db: Database, given: InputOf<'upm.public.activeNewUser'>, from: Visitor): Promise<SignInData> {
  requireStrong(given.password);
  const account = chosen(given.account);
  await db.withGate((tx) => requirePersonal(tx, given.link, false));
  if (account !== undefined) await throttleSecret(db, 'account', given.link);
  const passwordHash = await hashPassword(given.password);
  const token = await db.withGate(async (tx) => {
    const invited = await requirePersonal(tx, given.link, false);
    const person = await makePerson(tx, { contact: invited.contact, account, passwordHash });
    await takePlace(tx, invited, person.id);
    await rename(tx, invited, person.id, given.realName);
    await admit(tx, invited, person.id, invited.realName);
    return arrive(tx, person.id, invited, given.remember, from);
  });
  return signedIn(db, token);
}

/** Somebody who was invited in person and has an account says yes; they sign in afterwards as they always do. */
export async function acceptInvited(db: Database, link: string): Promise<{ company: string }> {
  return db.withGate(async (tx) => {
    const invited = await requirePersonal(tx, link, true);
    await admit(tx, invited, invited.userId, invited.realName);
    return { company: invited.company };
  });
}

type Personal = Invited & { userId: string; contact: Contact };

/** A personal invitation, of somebody who is known already or of somebody new. */
async function requirePersonal(tx: Tx, link: string, known: boolean): Promise<Personal> {
  const invited = await requireInvited(tx, link);
  if (invited.userId === null || invited.contact === null) throw new AppError('INVITE_INVALID');
  if (invited.known !== known) throw new AppError(known ? 'INVITE_INVALID' : 'REGISTERED_ALREADY', { contact: masked(invitedContact(invited)) });
  return { ...invited, userId: invited.userId, contact: invited.contact };
}

/** What one is called is one's own to say. */
async function rename(tx: Tx, { tenant }: Invited, userId: string, realName: string | undefined): Promise<void> {
  const name = realName?.trim();
  if (name) await tx.run('update upm.member set real_name = $3, search_key = $4 where tenant_id = $1 and user_id = $2 and real_name <> $3', [tenant.id, userId, name, searchKeyOf(name)]);
}

/** Somebody who was invited by text message and typed its code: into every company that waits for them. The one that asked last is entered. */
export async function activateBySms(db: Database, given: InputOf<'upm.public.userActiveBySms'>, from: Visitor): Promise<SignInData> {
  const contact = await seeProof(db, 'activate', given.ticket);
  const known = await db.withGate((tx) => isKnown(tx, contact));
  if (!known) requireStrong(given.password ?? '');
  if (!known && chosen(given.account) !== undefined) await throttleSecret(db, 'account', given.ticket);
  const passwordHash = known ? null : await hashPassword(given.password ?? '');
  const token = await db.withGate(async (tx) => {
    const proven = await takeProof(tx, 'activate', given.ticket);
    const links = await waiting(tx, proven);
    const [first] = links;
    if (!first) throw new AppError('INVITE_INVALID');
    const userId = passwordHash === null ? first.userId : (await makePerson(tx, { contact: proven, account: chosen(given.account), passwordHash })).id;
    for (const invited of links) {
      await rename(tx, invited, userId, given.realName);
      await admit(tx, invited, userId, invited.realName);
    }
    return arrive(tx, userId, first, given.remember, from);
  });
  return signedIn(db, token);
}

async function isKnown(tx: Tx, contact: Contact): Promise<boolean> {
  const [target] = Object.values(contact) as string[];
  return (await tx.query(`select from upm.app_user where (mobile = $1 or lower(email) = $1) and state <> 'invited'`, [target])).length > 0;
}

/** The companies that have invited this number or address, the last first; only to the place of the person it belongs to. */
async function waiting(tx: Tx, contact: Contact): Promise<Personal[]> {
  const [target] = Object.values(contact) as string[];
  const rows = await tx.query<{ link_hash: Buffer }>(`
    select i.link_hash from upm.invitation i join upm.app_user u on u.id = i.user_id and (u.mobile = $1 or lower(u.email) = $1)
    where (i.mobile = $1 or i.email = $1) and i.expires_at > now() order by i.sent_at desc`, [target]);
  const found: Personal[] = [];
  for (const { link_hash: hash } of rows) {
    const invited = await invitedBy(tx, hash);
    if (invited?.userId && invited.contact) found.push({ ...invited, userId: invited.userId, contact: invited.contact });
  }
  return found;
}

