import { assign, fromCallback, fromPromise, setup } from 'xstate';
import { asFailure, CANCELLED, type SignInData } from '../../src/contract/index.ts';
import {
  credentialsOf,
  isForeignSubdomain,
  isLocked,
  isOtherHost,
  isRenewalOf,
  isSameMembership,
  passwordTicketOf,
  profileOf,
  withNewNames,
} from './events.ts';
import { storedOf, type StoredSession } from './stored.ts';
import {
  ended,
  endViewing,
  enter,
  failed,
  isViewingOver,
  lost,
  refusedTransitions,
  say,
  signInTransitions,
  store,
  tabSignedOut,
  takeOwn,
  viewingGoesOn,
  type AcceptedSignIn,
} from './transitions.ts';
import {
  NOTICES,
  type Credentials,
  type EntryKind,
  type Notice,
  type SessionContext,
  type SessionEvent,
  type SessionInput,
  type Verified,
} from './types.ts';

/**
 * Without effects of its own the machine waits for ever: a forgotten effect shows at once and does
 * no harm.
 */
const never = <T>(): Promise<T> => new Promise<T>(() => undefined);

/**
 * Time limit for the sign-out call, in milliseconds: a server that does not answer must not keep
 * the user signed in.
 */
const SIGN_OUT_TIMEOUT_MS = 3_000;

/** The longest timer of browsers, in milliseconds. */
const LONGEST_TIMER_MS = 2_147_483_647;
/** A session's new token is in the browser's storage by then, or was lost on the way: milliseconds. */
const REPLACED_TIMEOUT_MS = 10_000;
/** A page still shown after this time was not left by its user (unsaved work): milliseconds. */
const LEAVE_TIMEOUT_MS = 10_000;

const noSession = {
  stored: null,
  profile: null,
  versionType: '',
  rootHost: '',
  regions: [],
  credentials: null,
} as const;

const base = setup({
  types: { context: {} as SessionContext, events: {} as SessionEvent, input: {} as SessionInput },
  actors: {
    restore: fromPromise<StoredSession | null>(never),
    verify: fromPromise<Verified | null, StoredSession>(never),
    signIn: fromPromise<SignInData, Credentials>(never),
    signOut: fromPromise<void, StoredSession | null>(never),
    endViewing: fromPromise<SignInData, StoredSession>(never),
    transferSession: fromPromise<void, StoredSession>(never),
    alertNoTenant: fromPromise<void>(never),
    alertViewingOver: fromPromise<void>(never),
    otherTabs: fromCallback<SessionEvent>(() => undefined),
  },
  guards: {
    superseded: () => false,
    /** Unsaved work of a member is on the page, who may go on with it after signing in again. */
    isWorkAtRisk: () => false,
    isRefusedAtRisk: () => false,
    isViewing: ({ context }) => context.profile?.viewedBy !== undefined,
  },
  delays: {
    viewingEnds: ({ context }) =>
      Math.min((context.profile?.viewedBy?.secondsLeft ?? Infinity) * 1_000, LONGEST_TIMER_MS),
  },
  actions: {
    store: (_, _params: { stored: StoredSession | null; isNew?: boolean }) => undefined,
    /** The session's own entries. */
    clear: () => undefined,
    /** Everything this site keeps in the browser. */
    wipe: () => undefined,
    /** The page may go on: what it shows is as old as the session that ended. */
    resume: () => undefined,
    goToLogin: (_, _params: { notice: Notice }) => undefined,
    enter: (_, _params: { how: EntryKind }) => undefined,
    reload: () => undefined,
    forget: assign(noSession),
    /** What is left of the session says whose page it is; nothing can be asked with it. */
    lock: assign(({ context }) => ({ stored: context.stored && { ...context.stored, token: '' } })),
    take: assign((_, { stored }: { stored: StoredSession }) => ({ stored })),
    say: assign((_, { notice }: { notice: Notice }) => ({
      notice,
      failure: NOTICES[notice],
      reason: null,
    })),
    /** Takes over the session of a response, from any kind of sign-in. */
    accept: assign((_, { data, remember }: AcceptedSignIn) => ({
      stored: storedOf(data, remember),
      profile: profileOf(data),
      credentials: null,
      failure: null,
      reason: null,
    })),
    fail: assign(({ context }, { error }: { error: unknown }) => ({
      failure: asFailure(error).sentence,
      reason: asFailure(error).reason ?? null,
      notice: '' as const,
      refusals: context.refusals + 1,
      captchaAsked: context.captchaAsked || asFailure(error).reason === 'CAPTCHA_REQUIRED',
      passwordTicket: passwordTicketOf(error),
    })),
  },
});

const goToLogin = {
  type: 'goToLogin',
  params: ({ context }: { context: SessionContext }) => ({ notice: context.notice }),
} as const;

const signInEvent = base.createAction(
  assign(({ context, event }) =>
    event.type === 'SIGN_IN'
      ? {
          failure: null,
          reason: null,
          passwordTicket: null,
          notice: '' as const,
          credentials: credentialsOf(event, isLocked(context) ? context.stored!.tenant : null),
          captchaFor: event.account.trim(),
        }
      : {},
  ),
);
const adopt = base.createAction(
  assign(({ event }) =>
    event.type === 'TAB_SIGNED_IN' || event.type === 'SWITCHED' ? { stored: event.stored } : {},
  ),
);

const loginEvents = {
  SIGN_IN: { target: 'signingIn', actions: signInEvent },
  TAB_SIGNED_IN: { target: 'restoring' },
} as const;

/**
 * The session of one browser tab, pure: every effect is injected. Drawn in README.md.
 * Sources: platform specification, sections 4 and 8.
 */
export const sessionMachine = base.createMachine({
  id: 'session',
  context: ({ input }) => ({
    ...noSession,
    host: input.host,
    notice: input.notice ?? '',
    failure: NOTICES[input.notice ?? ''],
    reason: null,
    refusals: 0,
    captchaAsked: false,
    captchaFor: '',
    passwordTicket: null,
  }),
  invoke: { id: 'otherTabs', src: 'otherTabs' },
  on: { SIGNED_IN: signInTransitions('.') },
  initial: 'restoring',
  states: {
    restoring: {
      invoke: {
        id: 'restore',
        src: 'restore',
        onDone: [
          { guard: ({ event }) => !event.output, target: 'signedOut', actions: 'forget' },
          { guard: ({ event }) => !event.output?.tenant, target: 'noTenant' },
          // Another user's session, or in another company: nothing of the former one may remain.
          {
            guard: ({ context, event }) =>
              context.stored !== null && !isSameMembership(context.stored, event.output!),
            target: 'verifying',
            actions: ['forget', 'reload', assign({ stored: ({ event }) => event.output })],
          },
          { target: 'verifying', actions: assign({ stored: ({ event }) => event.output }) },
        ],
        onError: { target: 'signedOut', actions: ['clear', 'forget'] },
      },
    },
    verifying: {
      invoke: {
        id: 'verify',
        src: 'verify',
        input: ({ context }) => context.stored!,
        onDone: [
          {
            guard: ({ event }) => !event.output?.profile,
            target: 'signedOut',
            actions: ['clear', 'forget', say('verifyFailed')],
          },
          // Without a root host no company has a host of its own, so a user need not be on it.
          {
            guard: ({ context, event }) =>
              event.output!.rootHost !== '' && isOtherHost(event.output!.profile, context.host),
            target: 'signingOut',
          },
          {
            guard: ({ context, event }) => isForeignSubdomain(event.output!, context.host),
            target: 'handingOver',
            actions: assign(({ event }) => event.output!),
          },
          {
            target: 'signedIn',
            actions: [assign(({ event }) => event.output!), say(''), enter('found')],
          },
        ],
        onError: [
          { guard: ({ event }) => isViewingOver(event.error), target: 'viewingOver' },
          ...refusedTransitions,
          // Another tab's new session of the member whose page this is: its calls find out.
          { guard: ({ context }) => context.profile !== null, target: 'signedIn' },
          { target: 'unreachable', actions: failed },
        ],
      },
      on: { ...tabSignedOut, ...lost },
    },
    unreachable: {
      on: {
        ...loginEvents,
        ...tabSignedOut,
        ...lost,
        RETRY: 'verifying',
        SIGN_OUT: 'signingOut',
      },
    },
    noTenant: {
      invoke: {
        id: 'alertNoTenant',
        src: 'alertNoTenant',
        onDone: { target: 'signedOut', actions: ['clear', 'forget', say('')] },
        onError: { target: 'signedOut', actions: ['clear', 'forget', say('')] },
      },
    },
    signedIn: {
      after: { viewingEnds: { guard: 'isViewing', target: 'viewingOver' } },
      on: {
        ...tabSignedOut,
        ...lost,
        KNOWN_AS: {
          actions: assign({
            profile: ({ context, event }) =>
              context.profile && withNewNames(context.profile, event),
          }),
        },
        RENEWED: {
          guard: ({ context, event }) => isRenewalOf(context.stored, event),
          actions: [
            assign(({ context, event }) => ({
              stored: storedOf(event.session, context.stored!.remember),
              profile: profileOf(event.session),
            })),
            store,
          ],
        },
        SIGN_OUT: 'signingOut',
        END_VIEWING: 'endingViewing',
        VIEWING_OVER: 'viewingOver',
        SWITCHED: { target: 'leaving', actions: adopt },
        TAB_SIGNED_IN: [
          {
            guard: ({ context, event }) => isSameMembership(context.stored, event.stored),
            actions: adopt,
          },
          { target: 'restoring', actions: ['forget', 'reload'] },
        ],
      },
    },
    endingViewing: {
      invoke: {
        ...endViewing,
        onDone: { target: 'leaving', actions: [takeOwn, store, 'reload'] },
        onError: viewingGoesOn,
      },
      on: { ...tabSignedOut, ...lost, SIGN_OUT: 'signingOut' },
    },
    /** The server ended it: the person reads so, under their own session already. */
    viewingOver: {
      invoke: {
        ...endViewing,
        onDone: { target: 'viewingEnded', actions: [takeOwn, store] },
        onError: viewingGoesOn,
      },
      on: { ...tabSignedOut, ...lost, SIGN_OUT: 'signingOut' },
    },
    viewingEnded: {
      invoke: {
        id: 'alertViewingOver',
        src: 'alertViewingOver',
        onDone: { target: 'leaving', actions: 'reload' },
        onError: { target: 'leaving', actions: 'reload' },
      },
      on: { ...tabSignedOut },
    },
    /**
     * The session already belongs to another company and the page is about to unload: failures of
     * its last calls are ignored.
     */
    leaving: {
      after: { [LEAVE_TIMEOUT_MS]: { target: 'restoring', actions: ['forget', 'reload'] } },
    },
    /**
     * Another tab, or a call of this one, is about to bring the session's new token: signing out now
     * would throw it away.
     */
    replaced: {
      always: { guard: 'superseded', target: 'restoring' },
      after: { [REPLACED_TIMEOUT_MS]: ended },
      on: {
        ...tabSignedOut,
        TAB_SIGNED_IN: 'restoring',
        SWITCHED: { target: 'leaving', actions: adopt },
        SIGN_OUT: 'signingOut',
      },
    },
    handingOver: {
      invoke: {
        id: 'transferSession',
        src: 'transferSession',
        input: ({ context }) => context.stored!,
        onDone: 'handedOver',
        onError: {
          target: 'signedOut',
          actions: [
            'clear',
            'forget',
            { type: 'fail', params: ({ event }) => ({ error: event.error }) },
          ],
        },
      },
    },
    /** The browser navigates to the other host. */
    handedOver: { on: { SIGN_OUT: 'signingOut' } },
    signedOut: { entry: goToLogin, on: loginEvents },
    /** The page stays as it is, covered, until its member is back or leaves it. */
    locked: {
      entry: assign({ credentials: null }),
      always: {
        guard: ({ context }) => !isLocked(context),
        target: 'signedOut',
        actions: 'forget',
      },
      on: {
        SIGN_IN: { target: 'signingIn', actions: signInEvent },
        TAB_SIGNED_IN: [
          {
            guard: ({ context, event }) => isSameMembership(context.stored, event.stored),
            target: 'signedIn',
            actions: [adopt, say(''), 'resume'],
          },
          { target: 'restoring', actions: ['forget', 'reload'] },
        ],
        TAB_SIGNED_OUT: { actions: 'wipe' },
        SIGN_OUT: { target: 'signedOut', actions: ['forget', say('')] },
      },
    },
    expired: { entry: ['clear', 'forget', say('expired'), goToLogin], on: loginEvents },
    signingIn: {
      invoke: {
        id: 'signIn',
        src: 'signIn',
        input: ({ context }) => context.credentials!,
        onDone: signInTransitions(''),
        onError: [
          // Who gave up waiting for their turn was not refused.
          { guard: ({ event }) => asFailure(event.error).reason === CANCELLED, target: 'locked' },
          { target: 'locked', actions: failed },
        ],
      },
    },
    signingOut: {
      after: {
        [SIGN_OUT_TIMEOUT_MS]: { target: 'signedOut', actions: ['wipe', 'forget', say('')] },
      },
      invoke: {
        id: 'signOut',
        src: 'signOut',
        input: ({ context }) => context.stored,
        onDone: { target: 'signedOut', actions: ['wipe', 'forget', say('')] },
        onError: { target: 'signedOut', actions: ['wipe', 'forget', say('')] },
      },
    },
  },
});

export type SessionMachine = typeof sessionMachine;
