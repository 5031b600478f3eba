/** A base no real address can have: what still has it after parsing stayed on our own host. */
const NOWHERE = 'http://nowhere.invalid';
/** Browsers drop tabs and line breaks inside an address, so `/\t/evil.example` would leave the host. */
const UNSAFE = /[\\\u0000-\u001f]/;
const PASSPORT = '/passport.html';

function parsed(path: string): URL | null {
  try {
    return new URL(path, NOWHERE);
  } catch {
    return null;
  }
}

/**
 * The way back a person gave (it comes out of the address bar, so anyone can have written it): a path of this host, or
 * null. Refuses other hosts, `//host`, backslashes, `javascript:` and the passport pages themselves.
 */
export function safeReturnPath(value: unknown): string | null {
  if (typeof value !== 'string' || !value.startsWith('/') || value.startsWith('//') || UNSAFE.test(value)) return null;
  const url = parsed(value);
  if (!url || url.origin !== NOWHERE || url.pathname.startsWith('//') || url.pathname === PASSPORT) return null;
  return url.pathname + url.search + url.hash;
}

/** Where to sign in, with the way back unless it is the root, and why the person is brought there. */
export function loginAddress(from: string, notice: string): string {
  const back = safeReturnPath(from);
  const query = new URLSearchParams();
  if (back && back !== '/') query.set('returnTo', back);
  if (notice) query.set('notice', notice);
  const text = query.toString();
  return `${PASSPORT}#/login${text && `?${text}`}`;
}
