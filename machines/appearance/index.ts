export { provideAppearance, type AppearanceMachine } from './machine.ts';
export { isColorScheme, type ColorScheme } from './schemes.ts';
export type { AppearanceServices } from './types.ts';
