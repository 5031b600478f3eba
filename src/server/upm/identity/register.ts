import {
  problem,
  type InputOf,
  type SignInData,
  type CaptchaAnswer,
} from '../../../contract/index.ts';
import {
  AppError,
  problemsError,
  ROLE_ADMIN,
  uniqueViolation,
  type Config,
  type Database,
  type Tx,
} from '../../kernel/index.ts';
import { companyNameOf, namedAt, realNameOf, shownName } from '../names.ts';
import { createTenant, insertMember } from '../tenants/tenants.ts';
import { levelOfAnswer } from './captcha.ts';
import { CODE_WAIT, postWhen, checkLinkLimits, type CodeSentAnswer } from './codes.ts';
import { accountOf, emailOf, whyNotCode } from './contacts.ts';
import { openSignedInSession, signInDataOf, type ClientInfo } from './signed-in-session.ts';
import type { Contact } from './invitations.ts';
import { passportUrl } from '../tenants/links.ts';
import { hashPassword, requireStrong } from './password.ts';
import { createAccount } from './accounts.ts';
import { peekContactProof, consumeContactProof } from './contact-proofs.ts';
import { throttle, throttleSecret } from './throttle.ts';
import { issueToken, tokenLifetimeMinutes, peekToken, consumeToken } from './one-time-tokens.ts';

interface Company {
  company: string;
  code?: string | undefined;
  realName: string;
  account?: string | undefined;
}
export interface Registration extends Company {
  ticket?: string | undefined;
  password?: string | undefined;
  email?: string | undefined;
  remember?: boolean | undefined;
  captcha?: CaptchaAnswer | null | undefined;
}
export interface RegistrationResult {
  mailed: boolean;
  signIn: SignInData | null;
}

/**
 * Registers a company: with a proven mobile number or e-mail address it is there at once and its
 * administrator signed in; with an address that is still to be proven a link goes there, and the
 * company waits for it.
 */
export async function register(
  db: Database,
  config: Pick<Config, 'publicUrl'>,
  given: Registration,
  from: ClientInfo,
): Promise<RegistrationResult> {
  const company = await checked(db, given);
  if (given.ticket === undefined) {
    const email = requiredEmail(given);
    await mailActivation(db, config.publicUrl, company, email, from.ip, given.captcha);
    return { mailed: true, signIn: null };
  }
  const { ticket, password = '', remember } = given;
  await throttle(db, 'register', from.ip);
  await peekContactProof(db, 'register', ticket);
  if (company.account !== undefined) await throttleSecret(db, 'account', ticket);
  return {
    mailed: false,
    signIn: await foundCompany(db, company, password, {
      remember,
      from,
      prove: (tx) => consumeContactProof(tx, 'register', ticket),
    }),
  };
}

function requiredEmail({ email }: Registration): string {
  if (email === undefined)
    throw problemsError([problem('/email', 'REQUIRED', { label: '手机号或邮箱' })]);
  return emailOf(email);
}

/** The company as it is stored; every place that cannot stay so is named. */
async function checked(
  db: Database,
  { company, code, realName, account }: Company,
): Promise<Company> {
  const name = namedAt('/company', () => companyNameOf(company));
  const person = namedAt('/realName', () => realNameOf(realName));
  const own = code?.trim() || undefined;
  const why = own === undefined ? '' : await companyCodeProblem(db, own);
  if (why) throw problemsError([problem('/code', 'RULE_BROKEN', { message: why })]);
  return {
    company: name,
    code: own,
    realName: person,
    account: account?.trim() ? accountOf(account) : undefined,
  };
}

/**
 * Why a short name cannot be a new company's, or nothing. `own` is the company that has it already
 * and may keep it.
 */
export async function companyCodeProblem(
  db: Database,
  code: string,
  own?: string,
): Promise<string> {
  const why = whyNotCode(code);
  if (why) return why;
  const taken = await db.asAnonymous(
    'select from upm.tenant where lower(code) = lower($1) and id is distinct from $2',
    [code, own ?? null],
  );
  return taken.length > 0 ? `企业代号“${code}”已被使用` : '';
}

interface Founding {
  remember: boolean | undefined;
  from: ClientInfo;
  prove(tx: Tx): Promise<Contact>;
}

/**
 * Makes the company, its first administrator and a session, all or nothing; what proves the contact
 * is used up by it.
 */
async function foundCompany(
  db: Database,
  { company, code, realName, account }: Company,
  password: string,
  { remember, from, prove }: Founding,
): Promise<SignInData> {
  requireStrong(password);
  const passwordHash = await hashPassword(db, password);
  const token = await naming(code, () =>
    createTenant(db, { name: company }, async (tx, tenant) => {
      const person = await createAccount(tx, { contact: await prove(tx), account, passwordHash });
      if (code !== undefined)
        await tx.run('update upm.tenant set code = $2 where id = $1', [tenant.id, code]);
      await insertMember(tx, tenant, person.id, { realName, roles: [ROLE_ADMIN] });
      return openSignedInSession(
        tx,
        {
          person: { ...person, real_name: realName },
          tenantId: tenant.id,
          remember,
          kind: 'register',
        },
        from,
      );
    }),
  );
  return signInDataOf(db, token);
}

async function naming<T>(code: string | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (uniqueViolation(error) === 'tenant_code')
      throw new AppError('VALUE_TAKEN', { label: '企业代号', value: code ?? '' });
    throw error;
  }
}

/** An existing account is reported by mail only, which its holder reads: the answer is the same. */
async function mailActivation(
  db: Database,
  publicUrl: string,
  company: Company,
  email: string,
  ip: string,
  captcha: CaptchaAnswer | null | undefined,
): Promise<void> {
  const level = await levelOfAnswer(db, captcha);
  await db.withAnonymousTx(async (tx) => {
    await checkLinkLimits(tx, email, { ip, level });
    await sendActivation(tx, publicUrl, company, email);
  });
}

/** With no company nothing is sent, and the same is done. */
async function sendActivation(
  tx: Tx,
  publicUrl: string,
  waiting: Company | undefined,
  email: string,
): Promise<void> {
  const company = waiting ?? { company: '', realName: '' };
  const [known] = await tx.query(
    `select from upm.app_user where lower(email) = $1 and state <> 'invited'`,
    [email],
  );
  await tx.run(`delete from upm.ticket where kind = 'registration' and target = $1`, [email]);
  const link = passportUrl(
    publicUrl,
    'activate',
    await issueToken(tx, 'registration', { target: waiting && email, data: company }),
  );
  const text = known
    ? `有人用你的邮箱注册企业“${shownName(company.company)}”。你已有账号，请直接登录：\n${publicUrl}/passport.html#/login\n\n如果不是你本人操作，请忽略这封邮件。`
    : `请在 24 小时内打开下面的链接，设置密码并启用企业“${shownName(company.company)}”：\n{code}\n\n如果不是你本人操作，请忽略这封邮件。`;
  await postWhen(tx, waiting !== undefined, 'mail', {
    to: email,
    subject: known ? '你已有活字账号' : '启用你的企业',
    text,
    ...(!known && { code: link }),
  });
}

/**
 * Sends the activation link of a registered company once more; without such a company nothing is
 * sent, and the answer is the same.
 */
export async function resendActivation(
  db: Database,
  publicUrl: string,
  email: string,
  ip: string,
  captcha: CaptchaAnswer | null | undefined,
): Promise<CodeSentAnswer> {
  const level = await levelOfAnswer(db, captcha);
  await db.withAnonymousTx(async (tx) => {
    await checkLinkLimits(tx, email, { ip, level });
    const [waiting] = await tx.query<{ data: Company }>(
      `select data from upm.ticket where kind = 'registration' and target = $1
        and expires_at > now()`,
      [email],
    );
    await sendActivation(tx, publicUrl, waiting?.data, email);
  });
  return { wait: CODE_WAIT, minutes: tokenLifetimeMinutes('registration') };
}

/**
 * Brings a company to life that was registered by mail: its link proves the address, the password
 * is chosen now.
 */
export async function activate(
  db: Database,
  { link, password, remember }: InputOf<'upm.public.active'>,
  from: ClientInfo,
): Promise<SignInData> {
  requireStrong(password);
  await throttle(db, 'register', from.ip);
  const known = await db.withAnonymousTx((tx) => peekToken<Company>(tx, 'registration', link));
  if (!known) throw new AppError('LINK_INVALID');
  return foundCompany(db, known.data, password, {
    remember,
    from,
    prove: async (tx) => {
      const ticket = await consumeToken<Company>(tx, 'registration', link);
      if (!ticket?.target) throw new AppError('LINK_INVALID');
      return { email: ticket.target };
    },
  });
}
