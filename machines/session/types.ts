import type { Profile, SignInData } from '../../contract/index.ts';
import type { StoredSession } from './stored.ts';

export interface Region { code: string; name: string; tenantId: string }
/** What verification answers: who the person is, what the region offers, where else they may go. */
export interface Verified { profile: Profile; versionType: string; regions: Region[] }
export interface Credentials { account: string; password: string; remember: boolean }

/** Why a person was brought to the login page; each has a sentence, see NOTICES. */
export type Notice = '' | 'expired' | 'verifyFailed';
export const NOTICES: Record<Notice, string | null> = { '': null, expired: '登录已过期，请重新登录', verifyFailed: '验证失败，请重新登录' };
export const isNotice = (value: unknown): value is Notice => typeof value === 'string' && Object.hasOwn(NOTICES, value);

export interface SessionInput {
  /** Host the page is served from: a tenant with a sub-domain is only served from its own. */
  host: string;
  /** Why the person came to the login page. */
  notice?: Notice;
}

export interface SessionContext {
  host: string;
  stored: StoredSession | null;
  profile: Profile | null;
  versionType: string;
  regions: readonly Region[];
  credentials: Credentials | null;
  /** Sentence for the login form or the unreachable page; null when there is nothing to say. */
  failure: string | null;
  notice: Notice;
}

export type SessionEvent =
  | { type: 'SIGN_IN'; account: string; password: string; remember?: boolean }
  | { type: 'SIGN_OUT' }
  /** The server no longer takes the session, or a call was made without one. */
  | { type: 'EXPIRED' }
  | { type: 'RETRY' }
  /** Another tab of this browser signed out, or signed in. */
  | { type: 'TAB_SIGNED_OUT' }
  | { type: 'TAB_SIGNED_IN'; stored: StoredSession };

/** What the machine asks of the world; see README.md. `SessionEffects` of src/ provides them. */
export interface SessionServices {
  restore(): Promise<StoredSession | null>;
  /** Null when the server answered without data. */
  verify(stored: StoredSession): Promise<Verified | null>;
  signIn(credentials: Credentials): Promise<SignInData>;
  signOut(stored: StoredSession): Promise<void>;
  /** Tells the person that they have no company; resolves when they have read it. */
  tellNoTenant(): Promise<void>;
  /** Hears of other tabs until the answered function is called. */
  listen(send: (event: Extract<SessionEvent, { type: `TAB_${string}` }>) => void): () => void;
  store(stored: StoredSession): void;
  clear(): void;
  /** Brings the person to the login page unless they are on a page anyone may see. */
  goToLogin(notice: Notice): void;
  /** A session is there: the login page goes on to where the person wanted to go. */
  enter(): void;
  /** Somebody else signed in from another tab: nothing of the former person may stay. */
  startAfresh(): void;
}
