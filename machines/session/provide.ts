import { fromCallback, fromPromise } from 'xstate';
import type { SignInData } from '../../src/contract/index.ts';
import { sessionMachine, type SessionMachine } from './machine.ts';
import type { StoredSession } from './stored.ts';
import { isRefused } from './transitions.ts';
import type {
  Credentials,
  SessionContext,
  SessionEvent,
  SessionServices,
  Verified,
} from './types.ts';

/** The machine with the effects of a browser (or of a test) in place. */
export function provideSession(services: SessionServices): SessionMachine {
  const isWorkAtRisk = ({ context: { profile } }: { context: SessionContext }): boolean =>
    profile !== null && !profile.viewedBy && services.hasUnsavedWork();
  return sessionMachine.provide({
    actors: {
      restore: fromPromise<StoredSession | null>(() => services.restore()),
      verify: fromPromise<Verified | null, StoredSession>(({ input }) => services.verify(input)),
      signIn: fromPromise<SignInData, Credentials>(({ input }) => services.signIn(input)),
      signOut: fromPromise<void, StoredSession | null>(async ({ input }) => {
        if (input) await services.signOut(input);
      }),
      endViewing: fromPromise<SignInData, StoredSession>(({ input }) => services.endViewing(input)),
      transferSession: fromPromise<void, StoredSession>(({ input }) =>
        services.transferSession(input),
      ),
      alertNoTenant: fromPromise<void>(() => services.alertNoTenant()),
      alertViewingOver: fromPromise<void>(() => services.alertViewingOver()),
      otherTabs: fromCallback<SessionEvent>(({ sendBack }) => services.listen(sendBack)),
    },
    guards: {
      superseded: ({ context }) => services.isSuperseded(context.stored),
      isWorkAtRisk,
      isRefusedAtRisk: (given) => isRefused(given) && isWorkAtRisk(given),
    },
    actions: {
      store: (_, { stored, isNew }) => {
        if (stored) services.store(stored, isNew);
      },
      clear: () => services.clear(),
      wipe: () => services.wipe(),
      resume: () => services.resume(),
      goToLogin: (_, { notice }) => services.goToLogin(notice),
      enter: (_, { how }) => services.enter(how),
      reload: () => services.reload(),
    },
  });
}
