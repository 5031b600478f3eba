import { assign, fromPromise, setup } from 'xstate';
import type { RegionSwitch } from '../../src/contract/index.ts';
import type { RegionContext, RegionEvent, RegionServices, SwitchTarget } from './types.ts';

const never = <T>(): Promise<T> => new Promise<T>(() => undefined);
/**
 * A browser that still shows the page after this time was prevented from leaving it: milliseconds.
 */
const LEAVE_TIMEOUT_MS = 10_000;

type Switched = { switched: RegionSwitch };

const base = setup({
  types: {
    context: {} as RegionContext,
    events: {} as RegionEvent,
    // The person was asked and lets everything go: the browser need not ask again.
    tags: {} as 'agreed',
  },
  actors: {
    canLeave: fromPromise<boolean>(never),
    switchTo: fromPromise<RegionSwitch, SwitchTarget>(never),
  },
  actions: {
    store: (_, _params: Switched) => undefined,
    writeCookie: (_, _params: Switched) => undefined,
    go: (_, _params: Switched) => undefined,
    reportFailure: (_, _params: { failure: unknown }) => undefined,
  },
});

const switched = ({ context }: { context: RegionContext }): Switched => ({
  switched: context.switched!,
});
const isRefusal = (failure: unknown): failure is Error => failure instanceof Error;

/**
 * The way to another company or region, pure: every effect is injected. Drawn in README.md. Source:
 * platform specification, section 4.
 */
export const regionMachine = base.createMachine({
  id: 'region',
  context: { target: null, switched: null, failure: null },
  initial: 'idle',
  states: {
    idle: {
      on: {
        SWITCH: {
          target: 'asking',
          actions: assign(({ event }) => ({
            target: { code: event.code, ...(event.tenantId && { tenantId: event.tenantId }) },
            switched: null,
            failure: null,
          })),
        },
      },
    },
    asking: {
      invoke: {
        id: 'canLeave',
        src: 'canLeave',
        onDone: [{ guard: ({ event }) => event.output, target: 'switching' }, { target: 'idle' }],
        onError: 'idle',
      },
    },
    switching: {
      tags: 'agreed',
      invoke: {
        id: 'switchTo',
        src: 'switchTo',
        input: ({ context }) => context.target!,
        onDone: { target: 'leaving', actions: assign({ switched: ({ event }) => event.output }) },
        onError: {
          target: 'idle',
          actions: [
            assign({
              failure: ({ event }) =>
                (isRefusal(event.error) ? event.error.message : '') || '服务器异常',
            }),
            { type: 'reportFailure', params: ({ event }) => ({ failure: event.error }) },
          ],
        },
      },
    },
    leaving: {
      tags: 'agreed',
      entry: [
        { type: 'store', params: switched },
        { type: 'writeCookie', params: switched },
        { type: 'go', params: switched },
      ],
      after: { [LEAVE_TIMEOUT_MS]: 'idle' },
    },
  },
});

export type RegionMachine = typeof regionMachine;

/** The machine with the effects of a browser (or of a test) in place. */
export function provideRegion(services: RegionServices): RegionMachine {
  return regionMachine.provide({
    actors: {
      canLeave: fromPromise<boolean>(() => services.canLeave()),
      switchTo: fromPromise<RegionSwitch, SwitchTarget>(({ input }) => services.switchTo(input)),
    },
    actions: {
      store: (_, params) => services.store(params.switched),
      writeCookie: (_, params) => services.writeCookie(params.switched),
      go: (_, params) => services.go(params.switched),
      reportFailure: (_, { failure }) => services.reportFailure(failure),
    },
  });
}
