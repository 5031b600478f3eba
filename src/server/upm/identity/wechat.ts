import { parseCookie, stringifySetCookie } from 'cookie';
import type { InputOf, SignInData } from '../../../contract/index.ts';
import { logLogin } from '../../log/index.ts';
import {
  AppError,
  RawResponse,
  uniqueViolation,
  type Config,
  type Context,
  type Database,
  type OpenContext,
  type Tx,
  type WechatConfig,
} from '../../kernel/index.ts';
import { browserOf, requireBrowser, type BrowserBound } from './browser.ts';
import { nameOf } from './contacts.ts';
import {
  openSignedInSession,
  accountById,
  refusalLogTarget,
  signInDataOf,
  clientInfoOf,
  noCompanyError,
  type SignInAccount,
} from './signed-in-session.ts';
import { issueSessionTransfer } from './session-transfer.ts';
import { passportPath, type PassportPage } from '../tenants/links.ts';
import { verifyCredentials } from './sign-in.ts';
import {
  issueToken,
  tokenLifetimeMinutes,
  peekToken,
  consumeToken,
  type OneTimeToken,
} from './one-time-tokens.ts';
import { authorizeAddress, fetchWechatUser, type WechatUser } from './wechat-api.ts';

/**
 * Stores the state of a running sign-in in the browser it began in: a link with another person's
 * state leads nowhere.
 */
const COOKIE = 'wx-state';
const COOKIE_PATH = '/upm/anno';
/** Where a user returns to after binding WeChat. */
const PERSONAL = '/personal/bindings';
/**
 * A path of ours, as a browser writes it (percent-encoded, its # and query with it), and nothing
 * else.
 */
const RETURN = /^\/(?![/\\])[\w\-./?=&%:#~+,;@!$'()*]{0,499}$/;

type Outside = Pick<Config, 'publicUrl' | 'wechat' | 'rootHost'>;
/** A WeChat user without an account, and the browser of the callback. */
interface Binding extends WechatUser, BrowserBound {}
interface State {
  returnTo?: string | undefined;
}
type Kind = 'login' | 'bind';
const CALLBACKS: Readonly<Record<Kind, string>> = {
  login: '/upm/anno/wxCallBackLogin',
  bind: '/upm/anno/wxCallBackBind',
};

const required = ({ wechat }: Outside): WechatConfig => {
  if (!wechat) throw new AppError('WECHAT_OFF');
  return wechat;
};
const stateCookie = ({ publicUrl }: Outside, value: string): string =>
  stringifySetCookie(COOKIE, value, {
    httpOnly: true,
    sameSite: 'lax',
    path: COOKIE_PATH,
    maxAge: value ? tokenLifetimeMinutes('wxState') * 60 : 0,
    secure: publicUrl.startsWith('https:'),
  });
const movedTo = (location: string, cookie: string): RawResponse =>
  new RawResponse(null, { location, 'set-cookie': cookie, 'cache-control': 'no-store' }, 302);

async function begin(
  db: Database,
  config: Outside,
  kind: Kind,
  of: { userId?: string; data?: State },
): Promise<{ url: string; cookie: string }> {
  const wechat = required(config);
  const state = await db.withAnonymousTx((tx) =>
    issueToken(tx, 'wxState', { ...of, target: kind }),
  );
  return {
    url: authorizeAddress(wechat, `${config.publicUrl}${CALLBACKS[kind]}`, state),
    cookie: stateCookie(config, state),
  };
}

/** Sends a browser to WeChat to sign in. */
export async function beginLogin(
  db: Database,
  config: Outside,
  returnTo: string | undefined,
): Promise<RawResponse> {
  if (!config.wechat)
    return movedTo(passportPath('wechatFailed', 'WECHAT_OFF'), stateCookie(config, ''));
  const { url, cookie } = await begin(db, config, 'login', {
    data: { returnTo: returnTo !== undefined && RETURN.test(returnTo) ? returnTo : undefined },
  });
  return movedTo(url, cookie);
}

/**
 * The address a signed-in person goes to for binding WeChat; the callback counts for this browser
 * and this person. Throws WECHAT_OFF.
 */
export async function beginBinding(
  db: Database,
  config: Outside,
  ctx: Context,
): Promise<{ url: string }> {
  const { url, cookie } = await begin(db, config, 'bind', { userId: ctx.userId });
  ctx.header('set-cookie', cookie);
  return { url };
}

type CallbackState = InputOf<'upm.anno.wxCallBackLogin'>;

/** The sign-in this browser began, used up, and who came back from WeChat. Throws WECHAT_FAILED. */
async function readCallback(
  db: Database,
  config: Outside,
  kind: Kind,
  { code, state }: CallbackState,
  ctx: OpenContext,
): Promise<{ ticket: OneTimeToken<State>; person: WechatUser }> {
  const wechat = required(config);
  const own = parseCookie(ctx.request.headers.cookie ?? '')[COOKIE];
  const ticket =
    state && own === state
      ? await db.withAnonymousTx((tx) => consumeToken<State>(tx, 'wxState', state))
      : undefined;
  if (ticket?.target !== kind || !code) throw new AppError('WECHAT_FAILED');
  try {
    return { ticket, person: await fetchWechatUser(wechat, code) };
  } catch (error) {
    ctx.log.warn({ err: error }, 'wechat');
    throw new AppError('WECHAT_FAILED', {}, { cause: error });
  }
}

/**
 * The callback of a sign-in: signs the user in when an account is bound, else asks which account it
 * is. A refusal has a screen of its own.
 */
export async function loginCallback(
  db: Database,
  config: Outside,
  back: CallbackState,
  ctx: OpenContext,
): Promise<RawResponse> {
  const done = (page: PassportPage, value: string, more: Record<string, string> = {}) =>
    movedTo(passportPath(page, value, more), stateCookie(config, ''));
  try {
    const { ticket, person: outside } = await readCallback(db, config, 'login', back, ctx);
    return await db.withAnonymousTx(async (tx) => {
      const bound = await boundAccount(tx, outside, config, ctx);
      const { returnTo } = ticket.data;
      const back = { ...(returnTo !== undefined && { returnTo }) };
      if (!bound)
        return done(
          'wechatBind',
          await issueToken(tx, 'wxBind', {
            data: { ...outside, ...browserOf(ctx, config) } satisfies Binding,
          }),
          back,
        );
      if (bound.state !== 'active' || bound.tenant_id === null) throw new Refused(bound);
      return done(
        'jump',
        await issueSessionTransfer(tx, {
          userId: bound.id,
          tenantId: bound.tenant_id,
          remember: false,
          kind: 'wechat',
          ...browserOf(ctx, config),
        }),
        back,
      );
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await logWechatRefusal(db, config, ctx, error);
    return done('wechatFailed', error.reason);
  }
}

/** A WeChat user whose account may not sign in to any company. */
class Refused extends AppError {
  readonly person: SignInAccount;
  constructor(person: SignInAccount) {
    const { reason, params } = noCompanyError(person);
    super(reason, params);
    this.person = person;
  }
}

async function logWechatRefusal(
  db: Database,
  config: Outside,
  ctx: OpenContext,
  error: AppError,
): Promise<void> {
  const person = error instanceof Refused ? error.person : undefined;
  await db.withAnonymousTx((tx) =>
    logLogin(tx, {
      ...refusalLogTarget(person),
      account: person?.account ?? '',
      kind: 'wechat',
      ok: false,
      reason: error.reason,
      ...clientInfoOf(ctx, config),
    }),
  );
}

async function boundAccount(
  tx: Tx,
  { subject }: WechatUser,
  config: Outside,
  ctx: OpenContext,
): Promise<SignInAccount | undefined> {
  const [row] = await tx.query<{ user_id: string }>(
    `select user_id from upm.identity where provider = 'wechat' and subject = $1`,
    [subject],
  );
  return row && accountById(tx, row.user_id, clientInfoOf(ctx, config));
}

/**
 * Binds WeChat to the person whose password is given, and signs them in. Throws LINK_INVALID,
 * LINK_FOREIGN, WECHAT_TAKEN and what signing in throws.
 */
export async function bindAndSignIn(
  db: Database,
  config: Outside,
  given: InputOf<'upm.anno.wxBind'>,
  ctx: OpenContext,
): Promise<SignInData> {
  const from = clientInfoOf(ctx, config);
  const known = await db.withAnonymousTx((tx) => peekToken<Binding>(tx, 'wxBind', given.ticket));
  if (!known) throw new AppError('LINK_INVALID');
  requireBrowser(ctx, known.data);
  const person = await verifyCredentials(
    db,
    { account: nameOf(given.account), password: given.password, captcha: given.captcha },
    from,
  );
  const token = await db.withAnonymousTx(async (tx) => {
    const ticket = await consumeToken<Binding>(tx, 'wxBind', given.ticket);
    if (!ticket) throw new AppError('LINK_INVALID');
    await bind(tx, person.id, ticket.data);
    return openSignedInSession(
      tx,
      { person, tenantId: person.tenant_id, remember: given.remember, kind: 'wechat' },
      from,
    );
  });
  return signInDataOf(db, token);
}

/** The callback of a binding: WeChat is bound to the signed-in person from now on. */
export async function bindCallback(
  db: Database,
  config: Outside,
  back: CallbackState,
  ctx: OpenContext,
): Promise<RawResponse> {
  const cookie = stateCookie(config, '');
  try {
    const { ticket, person } = await readCallback(db, config, 'bind', back, ctx);
    await db.withAnonymousTx((tx) => bind(tx, ticket.userId!, person));
    return movedTo(`${PERSONAL}?wechat=bound`, cookie);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return movedTo(`${PERSONAL}?wechat=${error.reason}`, cookie);
  }
}

/** A person has one WeChat, and one WeChat has one person. */
async function bind(tx: Tx, userId: string, { subject, nickname }: WechatUser): Promise<void> {
  try {
    await tx.run(
      `insert into upm.identity (provider, subject, user_id, nickname) values ('wechat', $1, $2, $3)`,
      [subject, userId, nickname],
    );
  } catch (error) {
    if (uniqueViolation(error) !== undefined) throw new AppError('WECHAT_TAKEN');
    throw error;
  }
}

/** What a person is known as at WeChat, and since when; nothing when they have not bound it. */
export async function wechatOf(
  db: Database,
  userId: string,
): Promise<{ name: string; boundAt: string } | null> {
  const [row] = await db.asAnonymous<{ nickname: string; created_at: Date }>(
    `select nickname, created_at from upm.identity where provider = 'wechat' and user_id = $1`,
    [userId],
  );
  return row ? { name: row.nickname, boundAt: row.created_at.toISOString() } : null;
}
