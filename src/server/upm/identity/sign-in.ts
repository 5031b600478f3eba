import {
  problem,
  type LoginKind,
  type SignInData,
  type CaptchaAnswer,
} from '../../../contract/index.ts';
import { AppError, problemsError, type Database } from '../../kernel/index.ts';
import { attempt, MAX_FAILURES, UNASKED_FAILURES } from './attempts.ts';
import { consumeAtDoor } from './captcha.ts';
import { spendCode } from './codes.ts';
import { contactOf, nameOf } from './contacts.ts';
import { knownDevice } from './devices.ts';
import {
  enter,
  logRefusal,
  personByContact,
  personByName,
  signedIn,
  whyNoCompany,
  type Person,
  type Visitor,
} from './enter.ts';
import { passwordFits } from './password.ts';

export interface SignIn {
  account: string;
  password?: string | undefined;
  code?: string | undefined;
  remember?: boolean | undefined;
  captcha?: CaptchaAnswer | null | undefined;
}

/** Signs a person in, by password or by a code sent to their mobile number or e-mail address. */
export async function signIn(db: Database, given: SignIn, from: Visitor): Promise<SignInData> {
  const account = nameOf(given.account);
  if (given.code !== undefined)
    return signInByCode(db, account, given.code, given.remember ?? false, from);
  if (given.password === undefined)
    throw problemsError([problem('/password', 'REQUIRED', { label: '密码' })]);
  const person = await proven(
    db,
    { account, password: given.password, captcha: given.captcha },
    from,
  );
  const token = await db.withAnonymousTx((tx) =>
    enter(
      tx,
      { person, tenantId: person.tenant_id, remember: given.remember, kind: 'password' },
      from,
    ),
  );
  return signedIn(db, token);
}

export interface Proof {
  account: string;
  password: string;
  captcha?: CaptchaAnswer | null | undefined;
}
type Somebody = Person & { tenant_id: string };

/**
 * The person whose password this is. Whatever is wrong (account, password, switched off) reads
 * SIGN_IN_FAILED after the same work; too many tries read CAPTCHA_REQUIRED, then SIGN_IN_LOCKED,
 * also with the right password. On a device this person has signed in on before, only wrong tries
 * of that device count: nobody else locks them out. Every refusal is written down.
 */
export async function proven(
  db: Database,
  { account, password, captcha }: Proof,
  from: Visitor,
): Promise<Somebody> {
  const person = await personByName(db, account, from);
  return refusing(db, person, account, 'password', from, async () => {
    const answered = captcha ? { level: await consumeAtDoor(db, captcha), most: MAX_FAILURES } : {};
    const device = await knownDevice(db, person?.id, from);
    const fits = await attempt(
      db,
      { account, ip: from.ip, device, most: UNASKED_FAILURES, ...answered },
      () => passwordFits(person?.state === 'active' ? person.password_hash : null, password),
    );
    if (!fits || !person) throw new AppError('SIGN_IN_FAILED');
    return inCompany(person);
  });
}

/** Any code that is not the newest right one of an address somebody holds reads CODE_WRONG. */
async function signInByCode(
  db: Database,
  account: string,
  code: string,
  remember: boolean,
  from: Visitor,
): Promise<SignInData> {
  const contact = contactOf(account);
  const kind = contact && 'email' in contact ? 'email' : 'sms';
  const target = contact ? (Object.values(contact)[0] as string) : account;
  const person = await db.withAnonymousTx((tx) => personByContact(tx, target, from));
  const entered = await refusing(db, person, account, kind, from, async () => {
    if (!(await spendCode(db, 'signIn', target, code)) || !person || person.state !== 'active')
      throw new AppError('CODE_WRONG');
    return inCompany(person);
  });
  return signedIn(
    db,
    await db.withAnonymousTx((tx) =>
      enter(tx, { person: entered, tenantId: entered.tenant_id, remember, kind }, from),
    ),
  );
}

/**
 * Only who has shown who they are is told that no company has them, or that theirs has switched
 * them off.
 */
function inCompany(person: Person): Somebody {
  if (person.tenant_id === null) throw new AppError(whyNoCompany(person));
  return { ...person, tenant_id: person.tenant_id };
}

/** Does what may be refused, and writes a refusal down. */
async function refusing<T>(
  db: Database,
  person: Person | undefined,
  account: string,
  kind: LoginKind,
  from: Visitor,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) await logRefusal(db, person, account, kind, error, from);
    throw error;
  }
}
