import type { SignInData } from '../../src/contract/index.ts';

/** What the browser keeps of a session between two visits. */
export interface StoredSession {
  token: string;
  userid: string;
  tenant: string;
  region: string;
  remember: boolean;
  domain: string;
  /** '1' when the tenant has a sub-domain of its own. */
  status: string;
}

/**
 * Browser storage key of each part (specification, section 3). All but the status are in local
 * storage. Written in this order, the token last: other tabs get one event per key, and take the
 * new token as the sign that all keys are there.
 */
export const LOCAL_KEYS = {
  region: 'login-region',
  tenant: 'login-tenant',
  userid: 'login-userid',
  remember: 'login-remember',
  domain: 'login-domain',
  token: 'login-token',
} as const satisfies Partial<Record<keyof StoredSession, string>>;
/** This one is in session storage. */
export const STATUS_KEY = 'login-status';
/** Cookie by which a session goes from one host to another (a tenant's sub-domain), path /. */
export const TRANSFER_COOKIE = 'u-data';

type Read = (key: string) => string | null;

/**
 * The session in storage, or null without a token. A session without a tenant is returned: the
 * machine explains it to the user.
 */
export function readStored(local: Read, session: Read): StoredSession | null {
  const token = local(LOCAL_KEYS.token);
  if (!token) return null;
  const text = (key: string): string => local(key) ?? '';
  return {
    token,
    userid: text(LOCAL_KEYS.userid),
    tenant: text(LOCAL_KEYS.tenant),
    region: text(LOCAL_KEYS.region),
    remember: text(LOCAL_KEYS.remember) === '1',
    domain: text(LOCAL_KEYS.domain),
    status: session(STATUS_KEY) ?? '',
  };
}

/** What to write where; an empty value means removal. */
export function storedEntries(stored: StoredSession): {
  local: [string, string][];
  session: [string, string][];
} {
  const local = Object.entries(LOCAL_KEYS).map(([part, key]): [string, string] => {
    const value = stored[part as keyof StoredSession];
    return [key, typeof value === 'boolean' ? (value ? '1' : '0') : value];
  });
  return { local, session: [[STATUS_KEY, stored.status]] };
}

/** The session that an answered sign-in starts. */
export function storedOf(data: SignInData, remember: boolean): StoredSession {
  return {
    token: data.token,
    userid: data.userid,
    tenant: data.tenant,
    region: data.regionId,
    remember,
    domain: data.domain,
    status: String(data.domainStatus),
  };
}

const asText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/**
 * What the cookie carries: a one-time code instead of the token, as every host below the root host
 * reads and writes it.
 */
export interface SessionTransfer extends Omit<StoredSession, 'token'> {
  readonly code: string;
}

/**
 * Reads the hand-over cookie out of document.cookie; null when it is not there or holds no code.
 */
export function parseSessionTransfer(cookies: string): SessionTransfer | null {
  const pair = cookies.split(/;\s*/).find((entry) => entry.startsWith(`${TRANSFER_COOKIE}=`));
  if (!pair) return null;
  try {
    const given = JSON.parse(decodeURIComponent(pair.slice(TRANSFER_COOKIE.length + 1))) as Record<
      string,
      unknown
    > | null;
    const code = asText(given?.code);
    if (!given || !code) return null;
    return {
      code,
      userid: asText(given.userid),
      tenant: asText(given.tenant),
      region: asText(given.region),
      remember: given.remember === true || given.remember === '1' || given.remember === 1,
      domain: asText(given.domain),
      status: asText(given.status),
    };
  } catch {
    return null; // a cookie another program wrote under this name is no reason to fail
  }
}
