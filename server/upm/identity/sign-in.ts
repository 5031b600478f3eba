import type { SignInData } from '../../../contract/index.ts';
import { AppError, hashToken, type Database, type Session } from '../../kernel/index.ts';
import { forgiveAttempts, takeAttempt } from './attempts.ts';
import { passwordFits } from './password.ts';
import { profileOf } from '../tenants/profile.ts';
import { openSession, sessionFinder, type SignedInFrom } from '../session/sessions.ts';

interface Person { id: string; password_hash: string | null; state: string }

/** An account is a name, a mobile number or an e-mail; a name wins over the others. */
const FIND_PERSON = `
  select id, password_hash, state from upm.app_user
  where lower(account) = lower($1) or mobile = $1 or lower(email) = lower($1)
  order by lower(account) = lower($1) desc limit 1`;
/** The tenant a person enters: the one they belong to longest. */
const FIND_TENANT = `
  select m.tenant_id as id from upm.member m join upm.tenant t on t.id = m.tenant_id
  where m.user_id = $1 and m.state = 'active' and t.state = 'active' order by m.created_at, m.tenant_id limit 1`;

export interface SignIn { account: string; password: string; remember?: boolean | undefined }

/**
 * Signs a person in. Whatever is wrong (account, password, switched off, no tenant) reads SIGN_IN_FAILED after the same
 * time; too many tries read SIGN_IN_LOCKED, also with the right password.
 */
export async function signIn(db: Database, given: SignIn, from: Required<SignedInFrom>): Promise<SignInData> {
  const account = given.account.trim();
  await takeAttempt(db, account, from.ip);
  const [person] = await db.atGate<Person>(FIND_PERSON, [account]);
  const fits = await passwordFits(person?.state === 'active' ? person.password_hash : null, given.password);
  const [tenant] = fits && person ? await db.atGate<{ id: string }>(FIND_TENANT, [person.id]) : [];
  if (!person || !tenant) throw new AppError('SIGN_IN_FAILED');
  await forgiveAttempts(db, account, from.ip);
  const token = await openSession(db, { userId: person.id, tenantId: tenant.id }, given.remember ?? false, from);
  const session = await aliveSession(db, token);
  return { token, userid: session.userId, tenant: session.tenant.id, regionId: session.tenant.region, ...await profileOf(db, session) };
}

async function aliveSession(db: Database, token: string): Promise<Session> {
  const found = await sessionFinder(db)(hashToken(token));
  if (found.state !== 'alive') throw new AppError('SIGN_IN_FAILED');
  return found.session;
}
