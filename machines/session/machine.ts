import { assign, fromCallback, fromPromise, setup } from 'xstate';
import type { Profile, SignInData } from '../../contract/index.ts';
import { storedOf, type StoredSession } from './stored.ts';
import { NOTICES, type Credentials, type Notice, type SessionContext, type SessionEvent, type SessionInput, type SessionServices, type Verified } from './types.ts';

/** Codes with which the server says that this session is not one: 400 on load as well (specification, section 4). */
const REFUSED: ReadonlySet<unknown> = new Set([400, 401, 403]);
const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code;
const sentenceOf = (error: unknown): string => (error instanceof Error && error.message) || '服务器异常';

/** Without effects of its own the machine waits for ever: a forgotten effect shows at once and does no harm. */
const never = <T>(): Promise<T> => new Promise<T>(() => undefined);

/** A server that does not answer keeps nobody from leaving: milliseconds the sign-out call is waited for. */
const SIGN_OUT_PATIENCE_MS = 3_000;

const nobody = { stored: null, profile: null, versionType: '', regions: [], credentials: null } as const;

/** Is the tenant served from a sub-domain of its own, and is this page another host? */
const isElsewhere = (profile: Profile, host: string): boolean => profile.domainStatus === 1 && host.split('.')[0] !== profile.domain;

/** The profile of a sign-in's answer, without the token beside it. */
function profileOf(data: SignInData): Profile {
  const { token: _token, userid: _userid, tenant: _tenant, regionId: _regionId, ...profile } = data;
  return profile;
}

const base = setup({
  types: { context: {} as SessionContext, events: {} as SessionEvent, input: {} as SessionInput },
  actors: {
    restore: fromPromise<StoredSession | null>(never),
    verify: fromPromise<Verified | null, StoredSession>(never),
    signIn: fromPromise<SignInData, Credentials>(never),
    signOut: fromPromise<void, StoredSession | null>(never),
    tellNoTenant: fromPromise<void>(never),
    otherTabs: fromCallback<SessionEvent>(() => undefined),
  },
  actions: {
    store: (_, _params: { stored: StoredSession | null }) => undefined,
    clear: () => undefined,
    goToLogin: (_, _params: { notice: Notice }) => undefined,
    enter: () => undefined,
    startAfresh: () => undefined,
    forget: assign(nobody),
    say: assign((_, { notice }: { notice: Notice }) => ({ notice, failure: NOTICES[notice] })),
  },
});

const store = { type: 'store', params: ({ context }: { context: SessionContext }) => ({ stored: context.stored }) } as const;
const say = (notice: Notice) => ({ type: 'say', params: { notice } }) as const;
const goToLogin = { type: 'goToLogin', params: ({ context }: { context: SessionContext }) => ({ notice: context.notice }) } as const;

const signInEvent = base.createAction(assign(({ event }) =>
  event.type !== 'SIGN_IN' ? {} : { failure: null, notice: '' as const, credentials: { account: event.account.trim(), password: event.password, remember: event.remember ?? false } }));
const adopt = base.createAction(assign(({ event }) => (event.type === 'TAB_SIGNED_IN' ? { stored: event.stored } : {})));

const tabSignedOut = { TAB_SIGNED_OUT: { target: 'signedOut', actions: ['clear', 'forget', say('')] } } as const;
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
  context: ({ input }) => ({ ...nobody, host: input.host, notice: input.notice ?? '', failure: NOTICES[input.notice ?? ''] }),
  invoke: { id: 'otherTabs', src: 'otherTabs' },
  initial: 'restoring',
  states: {
    restoring: {
      invoke: {
        id: 'restore', src: 'restore',
        onDone: [
          { guard: ({ event }) => !event.output, target: 'signedOut', actions: 'forget' },
          { guard: ({ event }) => !event.output?.tenant, target: 'noTenant' },
          { target: 'verifying', actions: assign({ stored: ({ event }) => event.output }) },
        ],
        onError: { target: 'signedOut', actions: ['clear', 'forget'] },
      },
    },
    verifying: {
      invoke: {
        id: 'verify', src: 'verify', input: ({ context }) => context.stored!,
        onDone: [
          { guard: ({ event }) => !event.output?.profile, target: 'signedOut', actions: ['clear', 'forget', say('verifyFailed')] },
          { guard: ({ context, event }) => isElsewhere(event.output!.profile, context.host), target: 'signingOut' },
          { target: 'signedIn', actions: [assign(({ event }) => event.output!), say('')] },
        ],
        onError: [
          { guard: ({ event }) => REFUSED.has(codeOf(event.error)), target: 'expired' },
          { target: 'unreachable', actions: assign({ failure: ({ event }) => sentenceOf(event.error) }) },
        ],
      },
      on: { ...tabSignedOut, EXPIRED: 'expired' },
    },
    unreachable: { on: { ...loginEvents, ...tabSignedOut, RETRY: 'verifying', SIGN_OUT: 'signingOut', EXPIRED: 'expired' } },
    noTenant: {
      invoke: {
        id: 'tellNoTenant', src: 'tellNoTenant',
        onDone: { target: 'signedOut', actions: ['clear', 'forget', say('')] },
        onError: { target: 'signedOut', actions: ['clear', 'forget', say('')] },
      },
    },
    signedIn: {
      entry: 'enter',
      on: {
        ...tabSignedOut,
        SIGN_OUT: 'signingOut',
        EXPIRED: 'expired',
        TAB_SIGNED_IN: [
          { guard: ({ context, event }) => event.stored.userid === context.stored?.userid && event.stored.tenant === context.stored.tenant, actions: adopt },
          { target: 'restoring', actions: ['forget', 'startAfresh'] },
        ],
      },
    },
    signedOut: { entry: goToLogin, on: loginEvents },
    expired: { entry: ['clear', 'forget', say('expired'), goToLogin], on: loginEvents },
    signingIn: {
      invoke: {
        id: 'signIn', src: 'signIn', input: ({ context }) => context.credentials!,
        onDone: [
          { guard: ({ event }) => !event.output?.token, target: 'signedOut', actions: ['forget', say('verifyFailed')] },
          { guard: ({ event }) => !event.output.tenant, target: 'noTenant' },
          {
            target: 'signedIn',
            actions: [
              assign(({ context, event }) => ({ stored: storedOf(event.output, context.credentials?.remember ?? false), profile: profileOf(event.output), credentials: null })),
              store,
            ],
          },
        ],
        onError: { target: 'signedOut', actions: ['forget', assign({ failure: ({ event }) => sentenceOf(event.error), notice: '' })] },
      },
    },
    signingOut: {
      after: { [SIGN_OUT_PATIENCE_MS]: { target: 'signedOut', actions: ['clear', 'forget', say('')] } },
      invoke: {
        id: 'signOut', src: 'signOut', input: ({ context }) => context.stored,
        onDone: { target: 'signedOut', actions: ['clear', 'forget', say('')] },
        onError: { target: 'signedOut', actions: ['clear', 'forget', say('')] },
      },
    },
  },
});

export type SessionMachine = typeof sessionMachine;

/** The machine with the effects of a browser (or of a test) in place. */
export function provideSession(services: SessionServices): SessionMachine {
  return sessionMachine.provide({
    actors: {
      restore: fromPromise<StoredSession | null>(() => services.restore()),
      verify: fromPromise<Verified | null, StoredSession>(({ input }) => services.verify(input)),
      signIn: fromPromise<SignInData, Credentials>(({ input }) => services.signIn(input)),
      signOut: fromPromise<void, StoredSession | null>(async ({ input }) => { if (input) await services.signOut(input); }),
      tellNoTenant: fromPromise<void>(() => services.tellNoTenant()),
      otherTabs: fromCallback<SessionEvent>(({ sendBack }) => services.listen(sendBack)),
    },
    actions: {
      store: (_, { stored }) => { if (stored) services.store(stored); },
      clear: () => services.clear(),
      goToLogin: (_, { notice }) => services.goToLogin(notice),
      enter: () => services.enter(),
      startAfresh: () => services.startAfresh(),
    },
  });
}
