/** A base no real address can have: what still has it after parsing stayed on our own host. */
const NOWHERE = 'http://nowhere.invalid';
/**
 * Browsers drop tabs and line breaks inside an address, so `/\t/evil.example` would leave the host.
 */
const UNSAFE = /[\\\u0000-\u001f]/;
export const PASSPORT_PATH = '/passport.html';

function parsed(path: string): URL | null {
  try {
    return new URL(path, NOWHERE);
  } catch {
    return null;
  }
}

/**
 * The way back a person gave (it comes out of the address bar, so anyone can have written it): a
 * path of this host, or null. Refuses other hosts, `//host`, backslashes, `javascript:` and the
 * passport pages themselves.
 */
export function safeReturnPath(value: unknown): string | null {
  if (
    typeof value !== 'string' ||
    !value.startsWith('/') ||
    value.startsWith('//') ||
    UNSAFE.test(value)
  )
    return null;
  const url = parsed(value);
  if (
    !url ||
    url.origin !== NOWHERE ||
    url.pathname.startsWith('//') ||
    url.pathname === PASSPORT_PATH
  )
    return null;
  return url.pathname + url.search + url.hash;
}

/**
 * Is this path of this host one of the main application, which answers every address without a
 * file's name?
 */
export const isMainPath = (path: string): boolean =>
  !/\.\w+$/.test(new URL(path, NOWHERE).pathname);

/**
 * Where to sign in, with the way back unless it is the root, and why the person is brought there.
 */
export function loginAddress(from: string, notice: string): string {
  const back = safeReturnPath(from);
  const query = new URLSearchParams();
  if (back && back !== '/') query.set('returnTo', back);
  if (notice) query.set('notice', notice);
  const text = query.toString();
  return `${PASSPORT_PATH}#/login${text && `?${text}`}`;
}
