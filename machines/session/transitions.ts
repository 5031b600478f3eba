import { asFailure, type SignInData } from '../../src/contract/index.ts';
import { isLocked, isOtherHost, isSameMembership } from './events.ts';
import { storedOf } from './stored.ts';
import type { EntryKind, Notice, SessionContext, SessionEvent } from './types.ts';

/**
 * Codes with which the server says that this session is not one: 400 on load as well
 * (specification, section 4).
 */
const SESSION_REFUSED_CODES: ReadonlySet<unknown> = new Set([400, 401, 403]);

export interface AcceptedSignIn {
  data: SignInData;
  remember: boolean;
}

export const store = {
  type: 'store',
  params: ({ context }: { context: SessionContext }) => ({ stored: context.stored }),
} as const;
/** The same for one who has just signed in: to view as another is not that. */
const storeNew = {
  type: 'store',
  params: ({ context: { stored, profile } }: { context: SessionContext }) => ({
    stored,
    isNew: profile?.viewedBy === undefined,
  }),
} as const;
export const say = (notice: Notice) => ({ type: 'say', params: { notice } }) as const;
export const enter = (how: EntryKind) => ({ type: 'enter', params: { how } }) as const;

/** The page of a session that ended stays, covered, while it has work nothing has saved. */
const lock = (notice: Notice, clear: 'clear' | 'wipe') =>
  ({ target: 'locked', actions: [clear, 'lock', say(notice)] }) as const;

/** The session ended by itself. */
export const ended = [
  { guard: 'isWorkAtRisk', ...lock('expired', 'clear') },
  { target: 'expired' },
] as const;

/**
 * Another tab signed out, and wiped what all tabs share; or the session ended there.
 */
export const tabSignedOut = {
  TAB_SIGNED_OUT: [
    { guard: 'isWorkAtRisk', ...lock('', 'wipe') },
    { target: 'signedOut', actions: ['wipe', 'forget', say('')] },
  ],
  TAB_EXPIRED: ended,
} as const;

/**
 * Ends the session without another word: another tab has a new one. Its page stays while that one
 * is looked at.
 */
export const lost = {
  EXPIRED: [{ guard: 'superseded', target: 'restoring' }, ...ended],
  REPLACED: 'replaced',
} as const;

/** Does the event say that the server refused the session? */
export const isRefused = ({ event }: { event: object }): boolean =>
  SESSION_REFUSED_CODES.has(asFailure((event as { error?: unknown }).error).code);
/** The server refused the session, and why. */
export const refusedTransitions = [
  {
    guard: ({ event }: { event: { error: unknown } }) =>
      asFailure(event.error).reason === 'TOKEN_REPLACED',
    target: 'replaced',
  },
  { guard: 'isRefusedAtRisk', ...lock('expired', 'clear') },
  { guard: isRefused, target: 'expired' },
] as const;

/** What failed says that viewing as another person is over. */
export const isViewingOver = (error: unknown): boolean =>
  asFailure(error).reason === 'VIEWING_OVER';
export const takeOwn = {
  type: 'take',
  params: ({ context, event }: { context: SessionContext; event: { output: SignInData } }) => ({
    stored: storedOf(event.output, context.stored!.remember),
  }),
} as const;
/** Asks for the person's own session while theirs views as another. */
export const endViewing = {
  id: 'endViewing',
  src: 'endViewing',
  input: ({ context }: { context: SessionContext }) => context.stored!,
} as const;
export const failed = {
  type: 'fail',
  params: ({ event }: { event: { error: unknown } }) => ({ error: event.error }),
} as const;
export const viewingGoesOn = [
  ...refusedTransitions,
  {
    guard: ({ context }: { context: SessionContext }) => context.profile === null,
    target: 'unreachable',
    actions: failed,
  },
  { target: 'signedIn', actions: failed },
] as const;

type SignedIn = Extract<SessionEvent, { type: 'SIGNED_IN' }>;
type Done = { output: SignInData };
const signInDataOf = (event: unknown): SignInData | undefined =>
  (event as Partial<SignedIn>).session ?? (event as Partial<Done>).output;
const acceptedOf = ({
  context,
  event,
}: {
  context: SessionContext;
  event: unknown;
}): AcceptedSignIn => ({
  data: signInDataOf(event)!,
  remember: (event as Partial<SignedIn>).remember ?? context.credentials?.remember ?? false,
});
const isMemberOf = ({ stored }: SessionContext, data: SignInData): boolean =>
  isSameMembership(stored, storedOf(data, false));
const accept = { type: 'accept', params: acceptedOf } as const;
/**
 * Transitions after any kind of sign-in; `at` is the prefix of target states at the place of use.
 */
export const signInTransitions = <At extends '' | '.'>(at: At) =>
  [
    {
      guard: ({ event }: { event: unknown }) => !signInDataOf(event)?.token,
      target: `${at}signedOut`,
      actions: ['forget', say('verifyFailed')],
    },
    {
      guard: ({ event }: { event: unknown }) => !signInDataOf(event)!.tenant,
      target: `${at}noTenant`,
      actions: 'forget',
    },
    // Signed in again over a page that waits for its member; another one gets a fresh page.
    {
      guard: ({ context, event }: { context: SessionContext; event: unknown }) =>
        isLocked(context) && isMemberOf(context, signInDataOf(event)!),
      target: `${at}signedIn`,
      actions: [accept, storeNew, 'resume'],
    },
    {
      guard: ({ context }: { context: SessionContext }) => isLocked(context),
      target: `${at}restoring`,
      actions: [accept, storeNew, 'forget', 'reload'],
    },
    {
      guard: ({ context, event }: { context: SessionContext; event: unknown }) =>
        isOtherHost(signInDataOf(event)!, context.host),
      target: `${at}handingOver`,
      actions: accept,
    },
    { target: `${at}signedIn`, actions: [accept, storeNew, enter('new')] },
  ] as const;
