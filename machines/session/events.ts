import { asFailure, type Profile, type SignInData } from '../../src/contract/index.ts';
import { storedOf, type StoredSession } from './stored.ts';
import type { Credentials, SessionContext, SessionEvent, Verified } from './types.ts';

/** Is the tenant served from a sub-domain of its own, and is this page another host? */
export const isOtherHost = (profile: Profile, host: string): boolean =>
  profile.domainStatus === 1 && host.split('.')[0] !== profile.domain;
/** Is the tenant served from the root host, and is this page on another tenant's sub-domain? */
export const isForeignSubdomain = ({ profile, rootHost }: Verified, host: string): boolean =>
  profile.domainStatus !== 1 && rootHost !== '' && host.endsWith(`.${rootHost}`);
/** Is it the same person in the same company? */
export const isSameMembership = (a: StoredSession | null, b: StoredSession): boolean =>
  a?.userid === b.userid && a.tenant === b.tenant;

/** The session ended, and its page waits for its member. */
export const isLocked = ({ stored }: Pick<SessionContext, 'stored'>): boolean =>
  stored?.token === '';

/** Is it news of this session, and not of one that has been replaced meanwhile? */
export const isRenewalOf = (
  stored: StoredSession | null,
  { session, of }: Extract<SessionEvent, { type: 'RENEWED' }>,
): boolean =>
  stored !== null &&
  isSameMembership(stored, storedOf(session, stored.remember)) &&
  (stored.token === of || stored.token === session.token);

const isEmptyValue = (value: unknown): boolean =>
  value === null || value === undefined || value === '';
/** What a page sends to sign in, without what it left empty; `tenant` is the company it is for. */
export function credentialsOf(
  event: Extract<SessionEvent, { type: 'SIGN_IN' }>,
  tenant: string | null,
): Credentials {
  const { type: _type, ...given } = event;
  const filled = Object.entries({ ...given, tenant }).filter(([, value]) => !isEmptyValue(value));
  return { ...Object.fromEntries(filled), account: event.account.trim() } as Credentials;
}

/** With what a person whose password a company gave chooses their own. */
export function passwordTicketOf(error: unknown): string | null {
  const { reason, current } = asFailure(error);
  const ticket = (current as { ticket?: unknown } | undefined)?.ticket;
  return reason === 'PASSWORD_FIRST' && typeof ticket === 'string' ? ticket : null;
}

/** The profile of a sign-in's answer, without the token beside it. */
export function profileOf(data: SignInData): Profile {
  const { token: _token, userid: _userid, tenant: _tenant, regionId: _regionId, ...profile } = data;
  return profile;
}

/** The profile under the names that were given; what was not given stays. */
export function withNewNames(
  profile: Profile,
  { realName, headImgUrl, tenantName }: Extract<SessionEvent, { type: 'KNOWN_AS' }>,
): Profile {
  const { user, org } = profile;
  return {
    ...profile,
    user: {
      ...user,
      realName: realName ?? user.realName,
      headImgUrl: headImgUrl ?? user.headImgUrl,
    },
    org: { ...org, name: tenantName ?? org.name },
  };
}
