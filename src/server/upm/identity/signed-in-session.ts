import { parseCookie } from 'cookie';
import type { LoginKind, SignInData } from '../../../contract/index.ts';
import {
  AppError,
  hashToken,
  tenantHostOf,
  type Config,
  type Database,
  type OpenContext,
  type Session,
  type Tx,
} from '../../kernel/index.ts';
import { logLogin } from '../../log/index.ts';
import { openSession, sessionFinder } from '../session/sessions.ts';
import { profileOf } from '../tenants/profile.ts';
import { knownAs } from './known-as.ts';
import { deviceTokens } from './devices.ts';

/** The client of a request: for limits, for the login log, and for the sub-domain. */
export interface ClientInfo {
  readonly ip: string;
  readonly userAgent: string;
  readonly domain?: string | undefined;
  /** The company the person comes back to. */
  readonly tenant?: string | undefined;
  /** Tokens of people who signed in on this device before; see devices.ts. */
  readonly devices?: readonly string[];
}

export const clientInfoOf = (
  { ip, request }: OpenContext,
  { rootHost }: Pick<Config, 'rootHost'>,
): ClientInfo => ({
  ip,
  userAgent: request.headers['user-agent'] ?? '',
  domain: tenantHostOf(request.headers.host, rootHost)?.domain,
  devices: deviceTokens(parseCookie(request.headers.cookie ?? '')),
});

/**
 * An account and the company it signs in to: that of the sub-domain, else the one it comes back to,
 * else the last one, else the oldest.
 */
export interface SignInAccount {
  id: string;
  account: string;
  password_hash: string | null;
  state: string;
  /** A company gave the password, and until when it opens (null: without end). */
  given: boolean;
  lapsed: boolean;
  tenant_id: string | null;
  real_name: string | null;
  /** The company that has switched them off, and their name there. */
  stopped_id: string | null;
  stopped_name: string | null;
  /** The company they have applied to join, where they are in none. */
  waiting_for: string | null;
}

/** The membership in this state that comes first, in that order. */
const MEMBERSHIP = (state: 'active' | 'off') => `
    select m.tenant_id, m.real_name from upm.member m join upm.tenant t on t.id = m.tenant_id
    where m.user_id = u.id and m.state = '${state}' and t.state = 'active'
    order by (t.domain_status = 1 and t.domain is not distinct
      from $2) desc, m.tenant_id is not distinct from $3 desc, m.tenant_id is not distinct
      from u.last_tenant_id desc, m.created_at, m.tenant_id limit 1`;

const PERSON = (which: string) => `
  select u.id, u.account, u.password_hash, u.state, u.password_of is not null as given,
    coalesce(u.password_until <= now(), false) as lapsed, home.tenant_id, home.real_name,
    stopped.tenant_id as stopped_id, stopped.real_name as stopped_name,
    (select t.name from upm.join_request r join upm.tenant t on t.id = r.tenant_id
      where r.user_id = u.id and r.state = 'waiting' and home.tenant_id is null
      order by r.created_at limit 1) as waiting_for
  from upm.app_user u left join lateral (${MEMBERSHIP('active')}) home on true left join
    lateral (${MEMBERSHIP('off')}) stopped on home.tenant_id is null
  where ${which} limit 1`;
/** A name wins over a mobile number or an e-mail address. */
const BY_NAME = PERSON(
  'lower(u.account) = lower($1) or u.mobile = $1 or lower(u.email) = lower($1) order by lower(u.account) = lower($1) desc',
);
const BY_CONTACT = PERSON('u.mobile = $1 or lower(u.email) = lower($1)');
const BY_ID = PERSON('u.id = $1');

const placeOf = ({ domain, tenant }: ClientInfo) => [domain ?? null, tenant ?? null];
/** The account with this account name, mobile number or e-mail address. */
export const accountByName = async (
  db: Database,
  name: string,
  from: ClientInfo,
): Promise<SignInAccount | undefined> =>
  (await db.asAnonymous<SignInAccount>(BY_NAME, [name, ...placeOf(from)]))[0];
/** The person who has proven to hold a mobile number or e-mail address. */
export const accountByContact = async (
  tx: Tx,
  contact: string,
  from: ClientInfo,
): Promise<SignInAccount | undefined> =>
  (await tx.query<SignInAccount>(BY_CONTACT, [contact, ...placeOf(from)]))[0];
export const accountById = async (
  tx: Tx,
  id: string,
  from: ClientInfo,
): Promise<SignInAccount | undefined> =>
  (await tx.query<SignInAccount>(BY_ID, [id, ...placeOf(from)]))[0];

export interface SignInRequest {
  readonly person: Pick<SignInAccount, 'id' | 'real_name'>;
  readonly tenantId: string;
  readonly remember?: boolean | undefined;
  readonly kind: LoginKind;
  /** When it ends at the latest: with the session it comes from. */
  readonly until?: Date | undefined;
}

/** Opens a session for a verified person and logs the sign-in; returns the token. */
export async function openSignedInSession(
  tx: Tx,
  { person, tenantId, remember = false, kind, until }: SignInRequest,
  from: ClientInfo,
): Promise<string> {
  const token = await openSession(tx, { userId: person.id, tenantId, until }, remember, from);
  await logLogin(tx, {
    tenantId,
    userId: person.id,
    account: await knownAs(tx, person.id),
    realName: person.real_name ?? '',
    kind,
    ok: true,
    ...from,
  });
  return token;
}

/**
 * Where a refusal is logged: the company they would sign in to, else the one that switched them
 * off.
 */
export const refusalLogTarget = (
  person: SignInAccount | undefined,
): { tenantId: string | null; userId: string | null; realName: string } => ({
  tenantId: person?.tenant_id ?? person?.stopped_id ?? null,
  userId: person?.id ?? null,
  realName: person?.real_name ?? person?.stopped_name ?? '',
});

/**
 * Why a verified person may not sign in: they have no company, wait to be let into one, or theirs
 * has switched them off.
 */
export function noCompanyError({ stopped_id, waiting_for }: SignInAccount): AppError {
  if (waiting_for !== null) return new AppError('JOIN_WAITING', { company: waiting_for });
  return new AppError(stopped_id === null ? 'COMPANY_MISSING' : 'ACCOUNT_STOPPED');
}

/** Logs a refused sign-in. */
export async function logRefusedSignIn(
  db: Database,
  person: SignInAccount | undefined,
  account: string,
  kind: LoginKind,
  error: AppError,
  from: ClientInfo,
): Promise<void> {
  await db.withAnonymousTx((tx) =>
    logLogin(tx, {
      ...refusalLogTarget(person),
      account,
      kind,
      ok: false,
      reason: error.reason,
      ...from,
    }),
  );
}

/** What a new session's token opens, as every way of signing in answers it. */
export async function signInDataOf(db: Database, token: string): Promise<SignInData> {
  const session = await aliveSession(db, token);
  return {
    token,
    userid: session.userId,
    tenant: session.tenant.id,
    regionId: session.tenant.region,
    ...(await profileOf(db, session)),
  };
}

async function aliveSession(db: Database, token: string): Promise<Session> {
  const found = await sessionFinder(db)(hashToken(token));
  if (found.state !== 'alive') throw new AppError('SIGN_IN_FAILED');
  return found.session;
}
