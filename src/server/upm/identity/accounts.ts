import { v4 as uuid } from 'uuid';
import { AppError, uniqueViolation, type Database, type Tx } from '../../kernel/index.ts';
import { endOtherSessions } from '../session/sessions.ts';
import { revokeCodes } from './codes.ts';
import { freshAccount, type Contact } from './invitations.ts';
import { revokeTokens } from './one-time-tokens.ts';

/** `place`: the place a company keeps for them, by its id; it becomes the person. */
export interface NewAccount {
  readonly contact: Contact;
  readonly account?: string | undefined;
  readonly passwordHash: string;
  readonly place?: string | null | undefined;
}

/** A place is claimed once: of two who try, the second makes a person of their own. */
const CLAIM_SQL = `
  update upm.app_user set state = 'active', password_hash = $4, account = coalesce($5, account),
    mobile = $2, email = $3
  where id = $1 and state = 'invited' returning id`;
const CREATE_SQL =
  'insert into upm.app_user (id, account, mobile, email, password_hash) values ($1, $2, $3, $4, $5)';

/**
 * Creates the account of a person who has just verified a mobile number or e-mail address. Throws
 * REGISTERED_ALREADY when the contact has one, VALUE_TAKEN when the account name is taken.
 */
export async function createAccount(
  tx: Tx,
  { contact, account, passwordHash, place = null }: NewAccount,
): Promise<{ id: string; account: string }> {
  const [mobile, email] = [
    'mobile' in contact ? contact.mobile : null,
    'email' in contact ? contact.email : null,
  ];
  return reportingTakenNames(contact, account, async () => {
    const [claimed] = await tx.query<{ id: string }>(CLAIM_SQL, [
      place,
      mobile,
      email,
      passwordHash,
      account ?? null,
    ]);
    // A random id: it must not reveal when the person registered.
    const id = claimed?.id ?? uuid();
    if (!claimed)
      await tx.run(CREATE_SQL, [id, account ?? freshAccount(), mobile, email, passwordHash]);
    const [person] = await tx.query<{ account: string }>(
      'select account from upm.app_user where id = $1',
      [id],
    );
    return { id, account: person!.account };
  });
}

/**
 * Gives a person the mobile number or e-mail address they have just proven to hold. Throws
 * REGISTERED_ALREADY when it is another person's.
 */
export async function updateContact(tx: Tx, userId: string, contact: Contact): Promise<void> {
  const [column, value] =
    'mobile' in contact ? ['mobile', contact.mobile] : ['email', contact.email];
  await reportingTakenNames(contact, undefined, async () => {
    await tx.run(`update upm.app_user set ${column} = $1 where id = $2`, [value, userId]);
  });
  await revokeCodes(tx, [value]);
}

/** Says whose name is taken. */
async function reportingTakenNames<T>(
  contact: Contact,
  account: string | undefined,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const taken = uniqueViolation(error);
    if (taken === 'app_user_account')
      throw new AppError('VALUE_TAKEN', { label: '账号', value: account ?? '' });
    if (taken?.startsWith('app_user_'))
      throw new AppError('REGISTERED_ALREADY', { contact: Object.values(contact)[0] as string });
    throw error;
  }
}

/**
 * Sets a new password: all sessions of the person end (but `keep`), all codes and one-time links
 * become invalid, and failed attempts are cleared.
 */
export async function setPassword(
  tx: Tx,
  userId: string,
  passwordHash: string,
  { keep = '' }: { keep?: string } = {},
): Promise<{ mobile: string | null; email: string | null }> {
  const [person] = await tx.query<{ account: string; mobile: string | null; email: string | null }>(
    'update upm.app_user set password_hash = $2 where id = $1 returning account, mobile, email',
    [userId, passwordHash],
  );
  if (!person) throw new AppError('LINK_INVALID');
  await revokeCredentials(tx, userId, person, keep);
  return person;
}

/** Revokes everything that would let someone in as this person without the new password. */
async function revokeCredentials(
  tx: Tx,
  userId: string,
  { account, mobile, email }: { account: string; mobile: string | null; email: string | null },
  keep: string,
): Promise<void> {
  const names = [account, mobile, email].flatMap((name) =>
    name === null ? [] : [name.toLowerCase()],
  );
  await endOtherSessions(tx, userId, { keep });
  await revokeTokens(tx, userId);
  await revokeCodes(tx, names);
  await tx.run('delete from upm.device where user_id = $1', [userId]);
  await tx.run(`delete from upm.sign_in_attempt where split_part(key, '|', 1) = any($1)`, [
    names.flatMap((name) => [`pair:${name}`, `account:${name}`]),
  ]);
}

/**
 * Deletes accounts of invited people without a membership: the invitation was withdrawn, or
 * answered with another account. Run periodically by the server.
 */
export async function purgeUnclaimedAccounts(db: Database): Promise<number> {
  return db.withAnonymousTx((tx) =>
    tx.run(`
    delete from upm.app_user u where u.state = 'invited' and u.created_at < now() - interval '1 day'
      and not exists (select from upm.member m where m.user_id = u.id)`),
  );
}
