import { randomBytes } from 'node:crypto';
import { parseCookie, stringifySetCookie } from 'cookie';
import { AppError, hashToken, type Config, type OpenContext } from '../../kernel/index.ts';
import { tokenLifetimeMinutes } from './one-time-tokens.ts';

/**
 * A one-time token in an address is bound to the browser it was made for: otherwise a link with an
 * attacker's token would sign its visitor in to the attacker's account, or bind the attacker's
 * WeChat to the visitor's account. The browser holds a secret in an HttpOnly cookie; the token
 * stores its hash.
 */
const COOKIE = 'entry-browser';
/** The calls that issue and redeem such tokens are below this path. */
const COOKIE_PATH = '/upm';
const BYTES = 32;
const SECRET = /^[\w-]{43}$/;
/** As long as the token with the longest lifetime. */
const LIFE_S = Math.max(tokenLifetimeMinutes('handover'), tokenLifetimeMinutes('wxBind')) * 60;

type Place = Pick<Config, 'publicUrl' | 'rootHost'>;
/** What a token stores of the browser it belongs to. */
export interface BrowserBound {
  readonly browser: string;
}

const secretOf = (ctx: OpenContext): string | undefined => {
  const secret = parseCookie(ctx.request.headers.cookie ?? '')[COOKIE];
  return secret !== undefined && SECRET.test(secret) ? secret : undefined;
};
const fingerprint = (secret: string): string => hashToken(secret).toString('hex');

/** Hosts below the root host share the cookie: a session goes from one to another. */
function domainOf(ctx: OpenContext, rootHost: string | undefined): string | undefined {
  const name = (ctx.request.headers.host ?? '').replace(/:\d+$/, '').toLowerCase();
  return rootHost !== undefined && (name === rootHost || name.endsWith(`.${rootHost}`))
    ? rootHost
    : undefined;
}

/**
 * Names the browser of a request and gives it the cookie it is known by; one that has a cookie
 * keeps it.
 */
export function browserOf(ctx: OpenContext, { publicUrl, rootHost }: Place): BrowserBound {
  const secret = secretOf(ctx) ?? randomBytes(BYTES).toString('base64url');
  const domain = domainOf(ctx, rootHost);
  ctx.header(
    'set-cookie',
    stringifySetCookie(COOKIE, secret, {
      httpOnly: true,
      sameSite: 'lax',
      path: COOKIE_PATH,
      maxAge: LIFE_S,
      secure: publicUrl.startsWith('https:'),
      ...(domain !== undefined && { domain }),
    }),
  );
  return { browser: fingerprint(secret) };
}

/** Throws LINK_FOREIGN unless the request comes from the browser the token was made for. */
export function requireBrowser(ctx: OpenContext, { browser }: Partial<BrowserBound>): void {
  const secret = secretOf(ctx);
  if (secret === undefined || browser !== fingerprint(secret)) throw new AppError('LINK_FOREIGN');
}
