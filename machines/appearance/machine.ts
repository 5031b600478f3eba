import { assign, setup } from 'xstate';
import { isColorScheme, type ColorScheme } from './schemes.ts';
import type { AppearanceContext, AppearanceEvent, AppearanceServices } from './types.ts';

/** The choice of light and dark, pure: how it is drawn and where it is stored is injected. */
const appearanceMachine = setup({
  types: {
    context: {} as AppearanceContext,
    events: {} as AppearanceEvent,
    input: {} as AppearanceContext,
  },
  actions: { apply: (_, _params: AppearanceContext) => undefined },
}).createMachine({
  id: 'appearance',
  context: ({ input }) => ({ scheme: input.scheme }),
  on: {
    CHOOSE: {
      guard: ({ event }) => isColorScheme(event.scheme),
      actions: [
        assign(({ event }) => ({ scheme: event.scheme as ColorScheme })),
        { type: 'apply', params: ({ context }) => context },
      ],
    },
  },
});

export type AppearanceMachine = typeof appearanceMachine;

/** The machine with the effects of a browser (or of a test) in place. */
export function provideAppearance(services: AppearanceServices): AppearanceMachine {
  return appearanceMachine.provide({
    actions: { apply: (_, { scheme }) => services.apply(scheme) },
  });
}
