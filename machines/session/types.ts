import type { InputOf, Profile, SignInData, UserRegion } from '../../src/contract/index.ts';
import type { StoredSession } from './stored.ts';

/**
 * What verification answers: who the person is, what the region offers, where else they may go, and
 * the host sub-domains belong to ('' for none).
 */
export interface Verified {
  profile: Profile;
  versionType: string;
  rootHost: string;
  regions: UserRegion[];
}
export type Credentials = InputOf<'upm.anno.signIn'>;

/** Why a person was brought to the login page; each has a sentence, see NOTICES. */
export type Notice = '' | 'expired' | 'verifyFailed';
export const NOTICES: Record<Notice, string | null> = {
  '': null,
  expired: '登录已过期，请重新登录',
  verifyFailed: '验证失败，请重新登录',
};
export const isNotice = (value: unknown): value is Notice =>
  typeof value === 'string' && Object.hasOwn(NOTICES, value);

export type EntryKind = 'new' | 'found';

export interface SessionInput {
  /** Host the page is served from: a tenant with a sub-domain is only served from its own. */
  host: string;
  /** Why the person came to the login page. */
  notice?: Notice;
}

export interface SessionContext {
  host: string;
  /** Without a token: the session ended, and this is whose page waits. */
  stored: StoredSession | null;
  profile: Profile | null;
  versionType: string;
  rootHost: string;
  regions: readonly UserRegion[];
  credentials: Credentials | null;
  /**
   * Sentence for the login form or the unreachable page; null when there is nothing to say.
   * `reason` is its key in the error catalogue, if it has one.
   */
  failure: string | null;
  reason: string | null;
  /** Refused sign-ins since this page was opened: each one asks for a captcha of its own. */
  refusals: number;
  /** The server wants a captcha answered with each further sign-in. */
  captchaAsked: boolean;
  /** The account that was typed last: one under attack needs a harder captcha. */
  captchaFor: string;
  /** The sign-in was right, and the password has to be changed first: the one-time token for it. */
  passwordTicket: string | null;
  notice: Notice;
}

export type SessionEvent =
  /** What is empty of the rest (no captcha was asked for) does not travel. */
  | ({ type: 'SIGN_IN'; account: string } & { [part: string]: unknown })
  /** A page made the session itself: registered, came by a link or a code. */
  | { type: 'SIGNED_IN'; session: SignInData; remember?: boolean }
  /** The region machine moved the session to another company: this page is about to be left. */
  | { type: 'SWITCHED'; stored: StoredSession }
  /**
   * The person changed their name or portrait, or the company's name: every place that shows it
   * shows the new one.
   */
  | { type: 'KNOWN_AS'; realName?: string; headImgUrl?: string; tenantName?: string }
  /**
   * The session goes on with other rights, and maybe under another token; `of` is the token that
   * asked.
   */
  | { type: 'RENEWED'; session: SignInData; of: string }
  | { type: 'SIGN_OUT' }
  /** The session, which sees the company as another person, is its person's own again. */
  | { type: 'END_VIEWING' }
  /** The server no longer lets the person view as another: their time is up, or they may not. */
  | { type: 'VIEWING_OVER' }
  /** The server no longer takes the session, or a call was made without one. */
  | { type: 'EXPIRED' }
  /** The server knows the session under a newer token, which this browser has or is about to get. */
  | { type: 'REPLACED' }
  | { type: 'RETRY' }
  /** Another tab of this browser signed out, found the session ended, or signed in. */
  | { type: 'TAB_SIGNED_OUT' }
  | { type: 'TAB_EXPIRED' }
  | { type: 'TAB_SIGNED_IN'; stored: StoredSession };

/** Effects of the machine; see README.md. `browserServices` of src/app/ provides them. */
export interface SessionServices {
  restore(): Promise<StoredSession | null>;
  /** Null when the server answered without data. */
  verify(stored: StoredSession): Promise<Verified | null>;
  signIn(credentials: Credentials): Promise<SignInData>;
  signOut(stored: StoredSession): Promise<void>;
  /** Answers the session of who was viewing as another person. */
  endViewing(stored: StoredSession): Promise<SignInData>;
  /**
   * Hands the session to the host it belongs to and goes there: a company's own, or the root host.
   */
  transferSession(stored: StoredSession): Promise<void>;
  /** Shows the user that they have no company; resolves when they have read it. */
  alertNoTenant(): Promise<void>;
  /** Shows that viewing as another person is over; resolves when they have read it. */
  alertViewingOver(): Promise<void>;
  /** Subscribes to events of other tabs; returns an unsubscribe function. */
  listen(send: (event: Extract<SessionEvent, { type: `TAB_${string}` }>) => void): () => void;
  /**
   * Is there another session in storage by now, made by another tab? Then this one did not simply
   * end.
   */
  isSuperseded(stored: StoredSession | null): boolean;
  /** Is there work on the page that nothing has saved? */
  hasUnsavedWork(): boolean;
  /** `isNew`: a person has just signed in; what is remembered for others goes. */
  store(stored: StoredSession, isNew?: boolean): void;
  /** Removes the session's entries; what is remembered for its person stays for their next one. */
  clear(): void;
  /** Removes everything this site stores: a person signed out. */
  wipe(): void;
  /** The member is back on a page that waited for them: what it shows has to be read again. */
  resume(): void;
  /** Brings the person to the login page unless they are on a page anyone may see. */
  goToLogin(notice: Notice): void;
  /**
   * A session is there. Made just now, every page of the passport goes on to where the person
   * wanted to go; found again, only the login page does.
   */
  enter(how: EntryKind): void;
  /** Another user signed in from another tab: nothing of the former one may remain. */
  reload(): void;
}
