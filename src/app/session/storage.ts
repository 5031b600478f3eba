import { isWithinRootHost } from './origins.ts';
import {
  HAND_OVER_COOKIE,
  LOCAL_KEYS,
  parseHandOver,
  readStored,
  STATUS_KEY,
  storedEntries,
  type HandOver,
  type StoredSession,
} from '../../../machines/index.ts';

const local = (key: string): string | null => localStorage.getItem(key);
const session = (key: string): string | null => sessionStorage.getItem(key);

export const readSession = (): StoredSession | null => readStored(local, session);

/** Entries remembered for a person bear their id; those of a visitor none. */
const REMEMBERED = /^huozi:([^:]+):/;

/** Nothing of another person stays in a browser that this one signs in with. */
export function forgetOthers(userid: string): void {
  for (const key of Object.keys(localStorage))
    if ((REMEMBERED.exec(key)?.[1] ?? userid) !== userid) localStorage.removeItem(key);
}

export function writeSession(stored: StoredSession): void {
  const entries = storedEntries(stored);
  for (const [key, value] of entries.session) sessionStorage.setItem(key, value);
  for (const [key, value] of entries.local) localStorage.setItem(key, value);
}

/** The session's own entries: it ended, and what is remembered for its person stays. */
export function clearSession(): void {
  for (const key of Object.values(LOCAL_KEYS)) localStorage.removeItem(key);
  sessionStorage.removeItem(STATUS_KEY);
}

/**
 * Everything this site keeps in the browser, as the specification's section 4 says of signing out.
 */
export function wipeStorage(): void {
  localStorage.clear();
  sessionStorage.clear();
}

/** A cookie that only carries a session to the next page needs no longer life: seconds. */
const TRANSFER_LIFETIME_S = 60;
const isSecure = (): boolean => location.protocol === 'https:';
const attributes = (domain: string, seconds: number): string =>
  `path=/; SameSite=Lax; max-age=${seconds}${domain && `; domain=${domain}`}${isSecure() ? '; Secure' : ''}`;

/**
 * Writes a one-time code where a host under the root host finds it; where there is none, this host
 * alone does. Never the token: every host below the root host can read the cookie.
 */
export function writeSessionTransfer(handed: HandOver, rootHost: string): void {
  const value = encodeURIComponent(
    JSON.stringify({ ...handed, remember: handed.remember ? 1 : 0 }),
  );
  const domain = isWithinRootHost(rootHost, location.hostname) ? rootHost : '';
  document.cookie = `${HAND_OVER_COOKIE}=${value}; ${attributes(domain, TRANSFER_LIFETIME_S)}`;
}

/**
 * This host and those above it: a cookie of any of them is seen here, and only its own host can
 * take it away.
 */
function hostsAbove(host: string): string[] {
  const labels = host.split('.');
  return labels.slice(0, -1).map((_, at) => labels.slice(at).join('.'));
}

/**
 * What another host handed over in a cookie, which is expired by this; null when there is nothing.
 */
export function takeSessionTransfer(): HandOver | null {
  const handed = parseHandOver(document.cookie);
  if (document.cookie.includes(`${HAND_OVER_COOKIE}=`))
    for (const domain of ['', ...hostsAbove(location.hostname)])
      document.cookie = `${HAND_OVER_COOKIE}=; ${attributes(domain, 0)}`;
  return handed;
}

type TabEvent =
  | { type: 'TAB_SIGNED_OUT' | 'TAB_EXPIRED' }
  | { type: 'TAB_SIGNED_IN'; stored: StoredSession };

/**
 * Subscribes to other tabs through the shared storage; a key of null is a wipe, which is how a
 * person signs out. Returns an unsubscribe function.
 */
export function listenToTabs(send: (event: TabEvent) => void): () => void {
  const heard = (event: StorageEvent): void => {
    if (
      event.storageArea !== localStorage ||
      (event.key !== null && event.key !== LOCAL_KEYS.token)
    )
      return;
    // The token is written last, so the rest is there by now; a wipe is complete when its event
    // arrives.
    setTimeout(() => {
      const stored = readSession();
      if (stored) send({ type: 'TAB_SIGNED_IN', stored });
      else send({ type: event.key === null ? 'TAB_SIGNED_OUT' : 'TAB_EXPIRED' });
    });
  };
  addEventListener('storage', heard);
  return () => removeEventListener('storage', heard);
}
