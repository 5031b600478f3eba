import { randomBytes } from 'node:crypto';
import { parseCookie, stringifySetCookie } from 'cookie';
import { hashToken, type Config, type Database, type OpenContext } from '../../kernel/index.ts';

/**
 * A device a person has signed in on holds a token in an HttpOnly cookie. It does not sign them in;
 * it only means that wrong attempts from elsewhere do not count there. One cookie per person, named
 * by a hash of their id, so that several people may share a device.
 */
const PREFIX = 'device-';
const NAME_LENGTH = 16;
/** Calls that sign in are below this path. */
const COOKIE_PATH = '/upm';
const BYTES = 32;
/** A device without a sign-in for this long is dropped. */
const DAYS = 180;
/** Devices of one person; the one that was not used for longest gives way. */
const MAX_DEVICES = 20;
/** Cookies of this kind that are looked at. */
const MAX_LOOKED_AT = 10;
const DAY_S = 86_400;
const TOKEN = /^[\w-]{43}$/;

const cookieOf = (userId: string): string =>
  PREFIX + hashToken(userId).toString('hex').slice(0, NAME_LENGTH);

/** Device tokens among a request's cookies. */
export function deviceTokens(cookies: Readonly<Record<string, string | undefined>>): string[] {
  const tokens = Object.entries(cookies).flatMap(([name, value]) =>
    name.startsWith(PREFIX) && value && TOKEN.test(value) ? [value] : [],
  );
  return tokens.slice(0, MAX_LOOKED_AT);
}

/**
 * The name of this device if this person has signed in on it before; undefined otherwise, or for an
 * unknown person.
 */
export async function knownDevice(
  db: Database,
  userId: string | undefined,
  { devices = [] }: { devices?: readonly string[] },
): Promise<string | undefined> {
  if (devices.length === 0) return undefined;
  const [row] = await db.asAnonymous<{ hash: string }>(
    `select encode(token_hash, 'hex') as hash from upm.device
      where token_hash = any($1) and user_id = $2 and seen_at > now() - interval '${DAYS} days'
        limit 1`,
    [devices.map(hashToken), userId ?? ''],
  );
  return row && `device:${row.hash}`;
}

/** Stores a device; its former token, and devices beyond the limit per person, are removed. */
const REMEMBER = `
  with gone as (
    delete from upm.device where user_id = $2 and (token_hash = any($3) or token_hash in (
      select token_hash from upm.device where user_id = $2 order by seen_at desc, token_hash
        offset ${MAX_DEVICES - 1})))
  insert into upm.device (token_hash, user_id) values ($1, $2)`;

/** Remembers the device of a sign-in and sets its cookie; each time with a new token. */
export async function rememberDevice(
  db: Database,
  ctx: OpenContext,
  config: Pick<Config, 'publicUrl'>,
  userId: string,
): Promise<void> {
  const token = randomBytes(BYTES).toString('base64url');
  const before = deviceTokens(parseCookie(ctx.request.headers.cookie ?? ''));
  await db.withAnonymousTx((tx) =>
    tx.run(REMEMBER, [hashToken(token), userId, before.map(hashToken)]),
  );
  ctx.header(
    'set-cookie',
    stringifySetCookie(cookieOf(userId), token, {
      httpOnly: true,
      sameSite: 'strict',
      path: COOKIE_PATH,
      maxAge: DAYS * DAY_S,
      secure: config.publicUrl.startsWith('https:'),
    }),
  );
}

/** Deletes devices that are no longer used. Run periodically by the server. */
export async function purgeExpiredDevices(db: Database): Promise<number> {
  return db.withAnonymousTx((tx) =>
    tx.run(`delete from upm.device where seen_at < now() - interval '${DAYS} days'`),
  );
}
