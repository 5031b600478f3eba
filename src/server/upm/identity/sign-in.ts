import {
  problem,
  type LoginKind,
  type SignInData,
  type CaptchaAnswer,
} from '../../../contract/index.ts';
import { AppError, problemsError, type Database } from '../../kernel/index.ts';
import { guardedAttempt, MAX_FAILURES, FAILURES_WITHOUT_CAPTCHA } from './attempts.ts';
import { requireCaptcha } from './captcha.ts';
import { consumeCode } from './codes.ts';
import { contactOf, nameOf } from './contacts.ts';
import { knownDevice } from './devices.ts';
import {
  openSignedInSession,
  logRefusedSignIn,
  accountByContact,
  accountByName,
  signInDataOf,
  noCompanyError,
  type SignInAccount,
  type ClientInfo,
} from './signed-in-session.ts';
import { issueToken } from './one-time-tokens.ts';
import { verifyPassword } from './password.ts';

export interface SignIn {
  account: string;
  password?: string | undefined;
  code?: string | undefined;
  remember?: boolean | undefined;
  captcha?: CaptchaAnswer | null | undefined;
}

/** Signs a person in, by password or by a code sent to their mobile number or e-mail address. */
export async function signIn(db: Database, given: SignIn, from: ClientInfo): Promise<SignInData> {
  const account = nameOf(given.account);
  if (given.code !== undefined)
    return signInByCode(db, account, given.code, given.remember ?? false, from);
  if (given.password === undefined)
    throw problemsError([problem('/password', 'REQUIRED', { label: '密码' })]);
  const person = await verifyCredentials(
    db,
    { account, password: given.password, captcha: given.captcha },
    from,
  );
  const token = await db.withAnonymousTx((tx) =>
    openSignedInSession(
      tx,
      { person, tenantId: person.tenant_id, remember: given.remember, kind: 'password' },
      from,
    ),
  );
  return signInDataOf(db, token);
}

export interface Credentials {
  account: string;
  password: string;
  captcha?: CaptchaAnswer | null | undefined;
}
type AccountWithCompany = SignInAccount & { tenant_id: string };

/**
 * The account these credentials belong to. Every failure (account, password, switched off) is
 * SIGN_IN_FAILED after the same work; too many attempts give CAPTCHA_REQUIRED, then SIGN_IN_LOCKED,
 * also with the right password. On a device this person has signed in on before, only wrong
 * attempts of that device count, so others cannot lock them out. Every refusal is logged.
 */
export async function verifyCredentials(
  db: Database,
  { account, password, captcha }: Credentials,
  from: ClientInfo,
): Promise<AccountWithCompany> {
  const person = await accountByName(db, account, from);
  return loggingRefusals(db, person, account, 'password', from, async () => {
    const answered = captcha
      ? { level: await requireCaptcha(db, captcha), most: MAX_FAILURES }
      : {};
    const device = await knownDevice(db, person?.id, from);
    const fits = await guardedAttempt(
      db,
      { account, ip: from.ip, device, most: FAILURES_WITHOUT_CAPTCHA, ...answered },
      () => verifyPassword(db, person?.state === 'active' ? person.password_hash : null, password),
    );
    if (!fits || !person) throw new AppError('SIGN_IN_FAILED');
    const entering = requireCompany(person);
    await requireChosenPassword(db, entering);
    return entering;
  });
}

/**
 * A password a company gave opens nothing but the choice of another: PASSWORD_FIRST brings the
 * one-time token for it. Throws PASSWORD_LAPSED when its time is over.
 */
async function requireChosenPassword(
  db: Database,
  { id, given, lapsed }: SignInAccount,
): Promise<void> {
  if (lapsed) throw new AppError('PASSWORD_LAPSED');
  if (!given) return;
  const ticket = await db.withAnonymousTx((tx) => issueToken(tx, 'reset', { userId: id }));
  throw new AppError('PASSWORD_FIRST', {}, { current: { ticket } });
}

/** Any code but the newest right one of a registered contact gives CODE_WRONG. */
async function signInByCode(
  db: Database,
  account: string,
  code: string,
  remember: boolean,
  from: ClientInfo,
): Promise<SignInData> {
  const contact = contactOf(account);
  const kind = contact && 'email' in contact ? 'email' : 'sms';
  const target = contact ? (Object.values(contact)[0] as string) : account;
  const person = await db.withAnonymousTx((tx) => accountByContact(tx, target, from));
  const entered = await loggingRefusals(db, person, account, kind, from, async () => {
    if (!(await consumeCode(db, 'signIn', target, code)) || !person || person.state !== 'active')
      throw new AppError('CODE_WRONG');
    return requireCompany(person);
  });
  return signInDataOf(
    db,
    await db.withAnonymousTx((tx) =>
      openSignedInSession(
        tx,
        { person: entered, tenantId: entered.tenant_id, remember, kind },
        from,
      ),
    ),
  );
}

/**
 * Only after the credentials were verified the answer says that the person has no company, or that
 * theirs has switched them off.
 */
function requireCompany(person: SignInAccount): AccountWithCompany {
  if (person.tenant_id === null) throw noCompanyError(person);
  return { ...person, tenant_id: person.tenant_id };
}

/** Runs `work` and logs a refusal. */
async function loggingRefusals<T>(
  db: Database,
  person: SignInAccount | undefined,
  account: string,
  kind: LoginKind,
  from: ClientInfo,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) await logRefusedSignIn(db, person, account, kind, error, from);
    throw error;
  }
}
